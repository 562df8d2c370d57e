import type { AlertaGuardada } from '@div/contract'

/** One that is off tells nobody anyway. */
export function isSilenced(
  { activo, silenciadaHasta }: Pick<AlertaGuardada, 'activo' | 'silenciadaHasta'>,
  now: number,
): boolean {
  return activo && silenciadaHasta !== null && Date.parse(silenciadaHasta) > now
}
