/** A schedule that repeats after so long, whatever the calendar says. */
export interface Intervalo {
  inicio: Date
  cadaMs: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const INTERVALO =
  /^R\/([^/]+)\/P(?=[\dT])(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/
const INSTANTE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/

/** A repeating interval without an end, `R/2026-01-01T00:00:00Z/PT90M` (ISO 8601-1, 5.6); a day has 24 hours. Null: it is none. */
export function parseIntervalo(horario: string): Intervalo | null {
  const [, from = '', days = '0', hours = '0', minutes = '0', seconds = '0'] = INTERVALO.exec(horario) ?? []
  const inicio = parseInstante(from)
  const cadaMs =
    Number(days) * DAY_MS +
    Number(hours) * HOUR_MS +
    Number(minutes) * MINUTE_MS +
    Number(seconds) * SECOND_MS
  return inicio && cadaMs > 0 ? { inicio, cadaMs } : null
}

/** One moment, `2026-12-24T18:00:00Z`. Null: it is none. */
export function parseInstante(horario: string): Date | null {
  if (!INSTANTE.test(horario)) return null
  const instante = new Date(horario)
  return Number.isNaN(instante.getTime()) ? null : instante
}

/** Which of its three forms a schedule is written in, right or wrong. */
export function formaDeHorario(horario: string): 'cron' | 'intervalo' | 'fecha' {
  if (horario.startsWith('R')) return 'intervalo'
  return /^\d{4}-/.test(horario) ? 'fecha' : 'cron'
}
