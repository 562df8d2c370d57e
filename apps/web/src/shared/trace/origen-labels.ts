import type { EjecucionResumen } from '@div/contract'

/** Where a run came from. */
export const ORIGEN_LABELS: Readonly<Record<EjecucionResumen['origen'], string>> = {
  canal: 'Canal',
  prueba: 'Prueba',
  reintento: 'Repetición',
  subproceso: 'Otro proceso',
  tarea: 'Tarea',
}
