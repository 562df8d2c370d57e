import { LIMITS, type Limits } from '@div/contract'
import { pino } from 'pino'
import { createRuntime, type Runtime, type RuntimeDeps } from '../motor/runtime.ts'

/** A runtime over the database of a test, in a process of its name; no worker runs beside it. */
export function startTestRuntime(
  deps: Pick<RuntimeDeps, 'db' | 'databaseUrl' | 'secretos'>,
  nodoMotor = 'prueba',
  limits: Partial<Limits> = {},
): Promise<Runtime> {
  return createRuntime({
    ...deps,
    limits: { ...LIMITS, ...limits },
    carpetaArchivos: [],
    zonaHoraria: 'UTC',
    nodoMotor,
    log: pino({ level: 'silent' }),
  })
}
