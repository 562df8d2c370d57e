import type { InternoPorts } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { Redactor } from '../history/redactor.ts'
import { createInternoTablas } from './interno-tablas.ts'
import { runSubproceso, type SubprocesoDeps } from './run-subproceso.ts'
import { takeConsecutivos } from './take-consecutivos.ts'

export interface InternoPortsDeps extends SubprocesoDeps {
  db: Kysely<Database>
  redactor: Redactor
  log: Logger
}

/** What the built-in server may do to the product that it lives in. */
export function createInternoPorts({ db, redactor, log, ...deps }: InternoPortsDeps): InternoPorts {
  return {
    runProceso: (call) => runSubproceso(call, deps),
    tablas: createInternoTablas(db),
    takeConsecutivos: (nombre, cantidad) => takeConsecutivos(db, nombre, cantidad),
    log({ nivel, mensaje, datos, context }) {
      const { idEjecucion } = context
      log[nivel]({ idEjecucion, datos: JSON.parse(redactor.redact(JSON.stringify(datos))) }, redactor.redact(mensaje))
    },
  }
}
