/** As people type a place: no accents, no underscores, no capitals. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('_', ' ').toLowerCase().trim()
}

/** How far a zone is from UTC, now or at another moment: `GMT-5`. */
export function offsetOf(zona: string, momento = new Date().toISOString()): string {
  try {
    const parts = new Intl.DateTimeFormat('es', {
      timeZone: zona,
      timeZoneName: 'shortOffset',
    }).formatToParts(Date.parse(momento))
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    // A zone that this browser does not know.
    return ''
  }
}

/** A moment as the clocks of a zone show it. */
export function inZona(moment: string, zona: string): string {
  const format: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: moment.endsWith(':00.000Z') ? undefined : '2-digit',
  }
  try {
    return new Intl.DateTimeFormat('es', { ...format, timeZone: zona }).format(Date.parse(moment))
  } catch {
    // As above: then in the time of this place.
    return new Intl.DateTimeFormat('es', format).format(Date.parse(moment))
  }
}
