import {
  type ErrorDeCampo,
  formaDeHorario,
  type Intervalo,
  parseInstante,
  parseIntervalo,
  type Tarea,
} from '@div/contract'
import { Cron } from 'croner'

/** Everything that keeps this cron text and zone from firing. */
export function checkCron({ cron, zonaHoraria }: Pick<Tarea, 'cron' | 'zonaHoraria'>): ErrorDeCampo[] {
  const errores: ErrorDeCampo[] = []
  if (!isZone(zonaHoraria)) {
    errores.push({ campo: 'zonaHoraria', mensaje: 'No es una zona horaria IANA, como America/Bogota.' })
  }
  const mensaje = MISTAKES[formaDeHorario(cron)](cron)
  if (mensaje !== null) errores.push({ campo: 'cron', mensaje })
  return errores
}

/** The next `count` firings after an instant, fewer when it stops firing. The cron text and zone have been checked. */
export function nextFirings(
  { cron, zonaHoraria }: Pick<Tarea, 'cron' | 'zonaHoraria'>,
  { count, from }: { count: number; from: Date },
): Date[] {
  const intervalo = parseIntervalo(cron)
  if (intervalo) return nextOfIntervalo(intervalo, { count, from })
  const instante = parseInstante(cron)
  if (instante) return instante > from ? [instante] : []
  return new Cron(cron, { timezone: zonaHoraria, paused: true }).nextRuns(count, from)
}

/** Counted from its start: neither a restart nor a change of the clock moves it. */
function nextOfIntervalo(
  { inicio, cadaMs }: Intervalo,
  { count, from }: { count: number; from: Date },
): Date[] {
  const passed = Math.max(0, Math.floor((from.getTime() - inicio.getTime()) / cadaMs) + 1)
  return Array.from({ length: count }, (_, at) => new Date(inicio.getTime() + (passed + at) * cadaMs))
}

/** What is wrong with a schedule of each form; null: nothing. */
const MISTAKES: Readonly<Record<ReturnType<typeof formaDeHorario>, (cron: string) => string | null>> = {
  intervalo: (cron) =>
    parseIntervalo(cron)
      ? null
      : 'No es un intervalo ISO 8601 con días, horas, minutos y segundos, como R/2026-01-01T00:00:00Z/PT90M.',
  fecha: (cron) =>
    parseInstante(cron) ? null : 'No es un momento ISO 8601 en UTC, como 2026-12-24T18:00:00Z.',
  cron(cron) {
    const fields = cron.split(/\s+/).length
    if (fields !== 5 && fields !== 6)
      return `Use cinco campos, o seis con los segundos delante; hay ${fields}.`
    return isPattern(cron) ? null : 'No es una expresión cron válida, como 0 8 * * 1-5.'
  },
}

export function isZone(zonaHoraria: string): boolean {
  try {
    new Intl.DateTimeFormat('es', { timeZone: zonaHoraria })
    return /^[A-Za-z]/.test(zonaHoraria)
  } catch {
    // RangeError: the runtime's zone database has no such name.
    return false
  }
}

function isPattern(cron: string): boolean {
  try {
    new Cron(cron, { paused: true })
    return true
  } catch {
    // Croner throws only for a pattern that it cannot read.
    return false
  }
}
