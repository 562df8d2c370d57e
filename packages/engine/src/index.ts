export { type Fin, type GuardaPuntos, IntentoAjeno, keyOfPunto, type Punto } from './checkpoints.ts'
export { type Clock, systemClock } from './clock.ts'
export type { Compensable } from './compensable.ts'
export type { CompileDeps } from './compile-context.ts'
export { type CompileResult, compileFlujo, validateFlujo } from './compile-flujo.ts'
export { checkNombre } from './compile-parametros.ts'
export { Frame } from './frame.ts'
export { listNodos } from './list-nodos.ts'
export {
  defineNodo,
  defineStep,
  type NodoDefinition,
  type Origen,
  type Scope,
  type Step,
  type Steps,
} from './node-definition.ts'
export { canRunUpTo, listRead } from './partial-run.ts'
export type { Accion, Campos, Ocultos, Plan, Read } from './plan.ts'
export type { Cancelacion, RunInput, RunPorts, RunResult, Watchable, Watched } from './run.ts'
export { runPlan } from './run-plan.ts'
export { compileRuta } from './ruta.ts'
export { SampleScope, sampleFrame } from './sample-scope.ts'
export { EjecucionDormida, type EsperaDeNodo } from './sleep.ts'
