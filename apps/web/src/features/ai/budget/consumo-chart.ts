import type { ConsumoAgrupado } from '@div/contract'
import { showDay } from '@div/contract/spanish-text'

/** The currency in which most calls were paid; null: none had a price. */
export function mainMoneda(grupos: readonly ConsumoAgrupado[]): string | null {
  const calls = new Map<string, number>()
  for (const { moneda, llamadas } of grupos)
    if (moneda !== null) calls.set(moneda, (calls.get(moneda) ?? 0) + llamadas)
  const [most] = [...calls].toSorted((left, right) => right[1] - left[1])
  return most?.[0] ?? null
}

/** Models of two servidores may have one name. */
export function isRepeated(grupos: readonly ConsumoAgrupado[], clave: string | null): boolean {
  return grupos.filter((each) => each.clave === clave).length > 1
}

const DAY_MS = 86_400_000

/** A point for each of the last days, also for those without a call; what was spent in one currency. */
export function pointsByDay(
  grupos: readonly ConsumoAgrupado[],
  { moneda, dias, hoy }: { moneda: string; dias: number; hoy: string },
): { time: string; importe: number }[] {
  const spent = new Map(
    grupos.flatMap(({ clave, importe, ...grupo }) =>
      clave !== null && grupo.moneda === moneda ? [[clave, Number(importe)] as const] : [],
    ),
  )
  const today = Date.parse(`${hoy}T00:00:00Z`)
  return Array.from({ length: dias }, (_, index) => {
    const dia = new Date(today - (dias - 1 - index) * DAY_MS).toISOString().slice(0, hoy.length)
    return { time: showDay(dia).slice(0, 'dd/mm'.length), importe: spent.get(dia) ?? 0 }
  })
}

/** The day that it is in a place: `2026-12-31`. */
export function dayIn(zonaHoraria: string, momento: Date): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zonaHoraria, dateStyle: 'short' }).format(momento)
}
