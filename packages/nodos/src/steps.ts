import type { Steps } from '@div/engine'
import { compileCondicion } from './condicion/condicion.step.ts'
import { compileEntrada } from './entrada/entrada.step.ts'
import { compileProceso } from './proceso/proceso.step.ts'
import { compileSalida } from './salida/salida.step.ts'
import { compileSplitterJoin } from './splitter-join/splitter-join.step.ts'
import { compileSplitterSplit } from './splitter-split/splitter-split.step.ts'
import { compileTransformacion } from './transformacion/transformacion.step.ts'

/** What each node type does, for the engine. A node type without its step does not compile. */
export const STEPS = {
  entrada: compileEntrada,
  proceso: compileProceso,
  transformacion: compileTransformacion,
  condicion: compileCondicion,
  'splitter-split': compileSplitterSplit,
  'splitter-join': compileSplitterJoin,
  salida: compileSalida,
} satisfies Steps
