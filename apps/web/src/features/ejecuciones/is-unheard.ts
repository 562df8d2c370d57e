import type { Ejecucion, EjecucionResumen } from '@div/contract'

/**
 * It was given up, and nobody knows how long it ran: its workers died without telling. What the history has as its beginning is when it was
 * given up.
 */
export function isUnheard(
  run: Pick<EjecucionResumen, 'duracionMs' | 'errorCodigo'> | Pick<Ejecucion, 'duracionMs' | 'error'>,
): boolean {
  const codigo = 'error' in run ? run.error?.codigo : run.errorCodigo
  return run.duracionMs === 0 && codigo === 'EJECUCION_PERDIDA'
}
