import { type AppError, monotonicNow } from '@div/contract'
import type { History } from '../history/history.ts'
import { NO_SECRETS } from '../history/secret-scope.ts'
import { TRAZA_ENTERA } from '../history/traza.ts'
import type { Trabajo } from './trabajo.ts'

/** An accepted run that ended before it began is in the history too: nobody else would tell of it. */
export function recordUnstarted(
  history: Pick<History, 'record'>,
  {
    idEjecucion,
    trabajo,
    estado,
    error,
  }: {
    idEjecucion: string
    trabajo: Trabajo
    estado: 'error' | 'cancelada'
    error: AppError
  },
): void {
  const { procesoId, version, canalId, origen, entrada } = trabajo
  history.record({
    id: idEjecucion,
    procesoId,
    version,
    canalId,
    origen,
    inicio: monotonicNow(),
    duracionMs: 0,
    estado,
    error: { codigo: error.codigo, mensaje: error.message, nodo: null },
    entrada,
    pasos: [],
    pasosOmitidos: 0,
    traza: TRAZA_ENTERA,
    secretos: NO_SECRETS,
    plan: { ocultos: null, salidas: [], entrada: { clave: null } },
  })
}
