import { type AppError, monotonicNow, type Paso, wallShift } from '@div/contract'
import type { Plan } from '@div/engine'
import { type Avance, pasosUntil } from '../durables/avance.ts'
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
  /** When it ended; now, unless it was before. */
  fin?: number
}

export type RecordUnstarted = (unstarted: Unstarted) => Promise<void>
/** Reads all that it takes to write it down. */
export type PrepareUnstarted = (unstarted: Unstarted) => Promise<RunRecord>

/**
 * An accepted run that no worker ended is in the history too: nobody else would tell of it. Of one that had begun and was durable with what
 * it had kept by then.
 */
export function createUnstartedPreparer({
  readScope,
  readAvance,
}: {
  readScope(trabajo: Trabajo): Promise<Scope>
  readAvance(idEjecucion: string): Promise<Avance | undefined>
}): PrepareUnstarted {
  return async ({ idEjecucion, trabajo, estado, error, fin = monotonicNow() }) => {
    const { procesoId, version, canalId, origen, entrada } = trabajo
    const [scope, avance] = await Promise.all([
      // Where nobody can tell what is secret, all of it is.
      readScope(trabajo).catch(() => UNKNOWN),
      // That it ended is told in any case.
      readAvance(idEjecucion).catch(() => undefined),
    ])
    const { plan, secretos } = scope
    const inicio = avance ? Math.min(fin, avance.comenzada.getTime() - wallShift()) : fin
    return {
      id: idEjecucion,
      procesoId,
      version,
      canalId,
      origen,
      inicio,
      duracionMs: fin - inicio,
      estado,
      error: { codigo: error.codigo, mensaje: error.message, nodo: null },
      entrada,
      pasos: avance ? [...entradaOf(plan, { inicio, entrada }), ...pasosUntil(fin, avance)] : [],
      pasosOmitidos: avance?.omitidos ?? 0,
      traza: TRAZA_ENTERA,
      secretos,
      plan: plan ?? NO_PLAN,
    }
  }
}

/** No checkpoint is kept of it: it gives what the run was called with. */
function entradaOf(plan: Plan | null, { inicio, entrada }: { inicio: number; entrada: unknown }): Paso[] {
  const nodo = plan?.bloque.nodos.find(({ tipo }) => tipo === 'entrada')?.id
  if (nodo === undefined) return []
  return [{ nodo, estado: 'ok', inicio, duracionMs: 0, intentos: 1, salida: entrada }]
}

const UNKNOWN: Scope = { plan: null, secretos: NO_SECRETS.hidingAll() }
const NO_PLAN = { ocultos: null, salidas: [], entrada: { clave: null } }
