import type { Llamadas } from '@div/contract'
import type { DependencyRecorder } from './dependency-recorder.ts'

/** The pools as compiling sees them: each servidor that a call is prepared on becomes a dependency of the plan. */
export function recordServidores(llamadas: Llamadas, recorder: DependencyRecorder): Llamadas {
  return {
    prepare(spec) {
      recorder.use(`servidor:${spec.servidorId}`)
      return llamadas.prepare(spec)
    },
    begin: (servidorId, options) => llamadas.begin(servidorId, options),
  }
}
