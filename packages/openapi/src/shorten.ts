/** Of an explanation that goes on for pages. */
const SHOWN = 300

/** One line; undefined: nothing is said. */
export function shorten(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\s+/g, ' ').trim()
  if (line === undefined || line === '') return undefined
  return line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line
}
