import type { Limits, LlamadaContext } from '@div/contract'
import type { InternoPorts, NivelDeRegistro } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Agentes } from '../../ai/agents/agentes.ts'
import { runForProceso } from '../../ai/agents/run-for-proceso.ts'
import type { Rag } from '../../ai/rag/buscar.ts'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import type { Destinatario } from '../durables/senal-token.ts'
import type { Redactor } from '../history/redactor.ts'
import { hideCampos } from '../history/sample.ts'
import { SecretScope } from '../history/secret-scope.ts'
import { createInternoTablas } from './interno-tablas.ts'
import { changeOwnDatabase, inOwnDatabase, isDurable } from './own-database.ts'
import { runSubproceso, type SubprocesoDeps } from './run-subproceso.ts'
import { takeConsecutivos } from './take-consecutivo.ts'

export interface InternoPortsDeps extends SubprocesoDeps {
  db: Kysely<Database>
  limits: Limits
  redactor: Redactor
  log: Logger
  rag: Pick<Rag, 'searchByNombre'>
  /** Asked at the call: they use what is made with these ports. */
  agentes(): Pick<Agentes, 'findPublicado' | 'begin'>
  tokenOf(destinatario: Destinatario): string
  /** Where the motor is called from outside, of the environment; null: unknown. */
  urlBase: string | null
}

const LEVELS = {
  depuracion: 'debug',
  informacion: 'info',
  aviso: 'warn',
  error: 'error',
} as const satisfies Record<NivelDeRegistro, string>

/** What the built-in server may do to the product that it lives in. */
export function createInternoPorts({
  db,
  limits,
  redactor,
  log,
  urlBase,
  ...deps
}: InternoPortsDeps): InternoPorts {
  return {
    runProceso: (call) => runSubproceso({ ...call, origen: 'subproceso' }, deps),
    tablas: createInternoTablas({ db, limits }),
    takeConsecutivos(nombre, cantidad, context) {
      return isDurable(context)
        ? changeOwnDatabase(db, context, (trx) => takeConsecutivos(trx, nombre, cantidad))
        : inOwnDatabase(context, () => takeConsecutivos(db, nombre, cantidad, context.signal))
    },
    searchRag: (coleccion, busqueda, context) =>
      inOwnDatabase(context, () => deps.rag.searchByNombre(coleccion, busqueda, context)),
    runAgente: (nombre, mensaje, context) => runForProceso(deps.agentes(), { nombre, mensaje, context }, db),
    async direccionDeSenal(nodo, context) {
      const { idEjecucion: ejecucionId, claveIdempotencia } = context
      // Inside a region the node that waits is that of the same item.
      const iteracion = /\[(.*)\]$/.exec(claveIdempotencia.split('/').at(-2) ?? '')?.[1] ?? ''
      const ruta = `/senales/${deps.tokenOf({ ejecucionId, nodo, iteracion })}`
      const base = (await inOwnDatabase(context, () => readAjustes(db))).urlBase ?? urlBase
      return { ruta, direccion: base === null ? null : `${base.replace(/\/+$/, '')}${ruta}` }
    },
    log({ nivel, mensaje, datos, context }) {
      const { idEjecucion } = context
      log[LEVELS[nivel]](
        { idEjecucion, datos: JSON.parse(redactor.redactJson(JSON.stringify(hideSecrets(datos, context)))) },
        redactor.redact(mensaje),
      )
    },
  }
}

/** What is derived from a secret belongs in no log either. */
function hideSecrets(datos: unknown, { caller, secretParametros = 'todo' }: LlamadaContext): unknown {
  const hidesAll = caller?.secretos instanceof SecretScope && caller.secretos.hidesAll
  if (hidesAll) return hideCampos(datos, 'todo')
  return secretParametros === null ? datos : hideCampos(datos, secretParametros)
}
