import type { TipoNodo } from '@div/contract'
import type { NodoDefinition } from '@div/engine'
import { condicion } from './condicion/condicion.ts'
import { entrada } from './entrada/entrada.ts'
import { proceso } from './proceso/proceso.ts'
import { salida } from './salida/salida.ts'
import { splitterJoin } from './splitter-join/splitter-join.ts'
import { splitterSplit } from './splitter-split/splitter-split.ts'
import { transformacion } from './transformacion/transformacion.ts'

export { compileRuta } from '@div/engine'
export { type Fila, OPERADORES, type Operador, type Regla, reglaSchema } from './regla.ts'
export { convertirSchema } from './transformacion/convertir.ts'

/** Every node type, for anyone: labels, fields, handles. */
export const NODOS = {
  entrada,
  proceso,
  transformacion,
  condicion,
  'splitter-split': splitterSplit,
  'splitter-join': splitterJoin,
  salida,
} satisfies Record<TipoNodo, Omit<NodoDefinition, 'salidas'>>
