import type { Calendario } from '@div/contract'

/** Says of a day, as `2026-12-25`, why nobody works on it; null: they do. */
export type NombrarFestivo = (dia: string) => string | null

const SATURDAY = 6
const SUNDAY = 0
const DAY_MS = 86_400_000

export function createFestivos({
  finDeSemana,
  festivos,
}: Pick<Calendario, 'finDeSemana' | 'festivos'>): NombrarFestivo {
  const once = new Map<string, string>()
  const yearly = new Map<string, string>()
  for (const { fecha, nombre, anual } of festivos) {
    const name = nombre === '' ? 'festivo' : nombre
    if (anual) yearly.set(fecha.slice(5), name)
    else once.set(fecha, name)
  }
  return (dia) => {
    const named = once.get(dia) ?? yearly.get(dia.slice(5))
    if (named !== undefined) return named
    const weekday = new Date(`${dia}T00:00:00Z`).getUTCDay()
    return finDeSemana && (weekday === SATURDAY || weekday === SUNDAY) ? 'fin de semana' : null
  }
}

/** So many days after another one, or before. */
export function addDays(dia: string, days: number): string {
  return new Date(Date.parse(`${dia}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
