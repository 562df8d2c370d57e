import { type AppError, monotonicNow } from '@div/contract'
import type { RunRecord } from '../history/run-record.ts'
import { NO_SECRETS } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import type { Scope } from './read-scope.ts'
import type { Trabajo } from './trabajo.ts'

interface Unstarted {
  idEjecucion: string
  trabajo: Trabajo
  estado: 'error' | 'cancelada'
  error: AppError
  /** Now, unless it ended before. */
  inicio?: number
}

export type RecordUnstarted = (unstarted: Unstarted) => Promise<void>
/** Reads all that it takes to write it down. */
export type PrepareUnstarted = (unstarted: Unstarted) => Promise<RunRecord>

/** An accepted run that ended before it began is in the history too: nobody else would tell of it. */
export function createUnstartedPreparer({
  readScope,
}: {
  readScope(trabajo: Trabajo): Promise<Scope>
}): PrepareUnstarted {
  return async ({ idEjecucion, trabajo, estado, error, inicio = monotonicNow() }) => {
    const { procesoId, version, canalId, origen, entrada } = trabajo
    // Where nobody can tell what is secret, all of it is.
    const { plan, secretos } = await readScope(trabajo).catch(() => UNKNOWN)
    return {
      id: idEjecucion,
      procesoId,
      version,
      canalId,
      origen,
      inicio,
      duracionMs: 0,
      estado,
      error: { codigo: error.codigo, mensaje: error.message, nodo: null },
      entrada,
      pasos: [],
      pasosOmitidos: 0,
      traza: TRAZA_ENTERA,
      secretos,
      plan: plan ?? NO_PLAN,
    }
  }
}

const UNKNOWN: Scope = { plan: null, secretos: NO_SECRETS.hidingAll() }
const NO_PLAN = { ocultos: null, salidas: [], entrada: { clave: null } }
