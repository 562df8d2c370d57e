/** How an input of the browser spells an instant: in the time of this place, to the second. Empty of what is none. */
export function toLocalTime(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const day = [pad(date.getFullYear(), 4), pad(date.getMonth() + 1), pad(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':')}`
}

/** Back, with its zone; undefined of an input that was emptied. */
export function toInstant(local: string): string | undefined {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function pad(part: number, width = 2): string {
  return String(part).padStart(width, '0')
}
