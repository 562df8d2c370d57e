import { LIMITS } from '@div/contract'
import { pino } from 'pino'
import { createRuntime, type Runtime, type RuntimeDeps } from '../motor/runtime.ts'

/** A runtime over the database of a test, in a process of its name; no worker runs beside it. */
export function startTestRuntime(
  deps: Pick<RuntimeDeps, 'db' | 'databaseUrl' | 'secretos'>,
  nodoMotor = 'prueba',
): Promise<Runtime> {
  return createRuntime({
    ...deps,
    limits: LIMITS,
    carpetaArchivos: [],
    zonaHoraria: 'UTC',
    nodoMotor,
    log: pino({ level: 'silent' }),
  })
}
