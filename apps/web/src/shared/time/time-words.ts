const DAY_MS = 86_400_000

const CLOCK = new Intl.DateTimeFormat('es', { hour: '2-digit', minute: '2-digit' })
const THIS_YEAR = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short' })
const ANY_YEAR = new Intl.DateTimeFormat('es', { day: 'numeric', month: 'short', year: 'numeric' })
const WHOLE = new Intl.DateTimeFormat('es', { dateStyle: 'full', timeStyle: 'medium' })
const WORDS = new Intl.RelativeTimeFormat('es', { numeric: 'auto', style: 'short' })

/** When something was or will be, as people say it: the nearer, the finer. Both in epoch milliseconds. */
export function timeWords(at: number, now: number): string {
  const minutes = Math.trunc((at - now) / 60_000)
  if (minutes === 0) return at > now ? 'dentro de un momento' : 'hace un momento'
  if (Math.abs(minutes) < 60) return WORDS.format(minutes, 'minute')
  const days = dayOf(at) - dayOf(now)
  if (days === 0) return WORDS.format(Math.trunc(minutes / 60), 'hour')
  if (Math.abs(days) === 1) return `${WORDS.format(days, 'day')}, ${CLOCK.format(at)}`
  if (Math.abs(days) < 7) return WORDS.format(days, 'day')
  return (new Date(at).getFullYear() === new Date(now).getFullYear() ? THIS_YEAR : ANY_YEAR).format(at)
}

/** To the second, for who wants to know. */
export function wholeTime(at: number): string {
  return WHOLE.format(at)
}

/** Which day of the calendar of this place. */
function dayOf(at: number): number {
  const date = new Date(at)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)
}
