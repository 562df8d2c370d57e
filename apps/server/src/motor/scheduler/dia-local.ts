import { addDays } from './festivos.ts'

/* Days as a clock of a zone shows them: one that changes its clock is shorter or longer. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** No zone is further from UTC. */
const MAX_OFFSET_MS = 15 * 3_600_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Of an instant: its day, as `2026-12-25`, and the milliseconds that the clock shows since midnight. */
export function localOf(zonaHoraria: string, momento: Date): { dia: string; hora: number } {
  const known = formats.get(zonaHoraria)
  // The Swedish locale writes as ISO 8601 does.
  const format =
    known ?? new Intl.DateTimeFormat('sv', { timeZone: zonaHoraria, dateStyle: 'short', timeStyle: 'medium' })
  if (!known) formats.set(zonaHoraria, format)
  const [dia = '', clock = ''] = format.format(momento).split(' ')
  return { dia, hora: Date.parse(`1970-01-01T${clock}Z`) + (momento.getTime() % 1_000) }
}

/** From its first instant up to that of the next day. */
export interface DiaLocal {
  inicio: number
  fin: number
}

export function diaLocal(zonaHoraria: string, dia: string): DiaLocal {
  return { inicio: startOfDay(zonaHoraria, dia), fin: startOfDay(zonaHoraria, addDays(dia, 1)) }
}

/** By how much the clock is changed on that day. */
export function changeOf({ inicio, fin }: DiaLocal): number {
  return Math.abs(fin - inicio - DAY_MS)
}

/** Its first instant: midnight, or what follows it where the clock leaves it out. */
export function startOfDay(zonaHoraria: string, dia: string): number {
  const midnight = Date.parse(`${dia}T00:00:00Z`)
  const isBefore = (instant: number) => localOf(zonaHoraria, new Date(instant)).dia < dia
  // Where the clock does not change around it.
  const shown = localOf(zonaHoraria, new Date(midnight))
  const guess = 2 * midnight - Date.parse(`${shown.dia}T00:00:00Z`) - shown.hora
  if (isBefore(guess - 1) && !isBefore(guess)) return guess
  let before = midnight - MAX_OFFSET_MS
  let from = midnight + MAX_OFFSET_MS
  while (from - before > MINUTE_MS) {
    const middle = before + Math.floor((from - before) / MINUTE_MS / 2) * MINUTE_MS
    if (isBefore(middle)) before = middle
    else from = middle
  }
  return from
}

/** The instant of a day at which its clock shows an hour: the first; where the clock leaves it out, as much later. */
export function instantAt(zonaHoraria: string, { inicio, fin }: DiaLocal, hora: number): number {
  const [early, late] = [inicio + hora, fin - DAY_MS + hora]
  const isLate =
    early !== late &&
    localOf(zonaHoraria, new Date(early)).hora !== hora &&
    localOf(zonaHoraria, new Date(late)).hora === hora
  return isLate ? late : early
}

/** An hour after which the clock of that day shows all that it shows after the instant. */
export function horaBefore({ inicio, fin }: DiaLocal, momento: number): number {
  return Math.min(momento - inicio, momento - fin + DAY_MS)
}

/** An instant of that day after which stands all that its clock shows after the hour. */
export function instantBefore({ inicio, fin }: DiaLocal, hora: number): number {
  return Math.max(inicio - 1, Math.min(inicio + hora, fin - DAY_MS + hora))
}
