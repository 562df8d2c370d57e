/** Of one list (W3C Trace Context, as all that follows). */
const MAX_MEMBERS = 32
/** As many are to be passed on at least; no more are, for each row of the queue keeps them. */
const MAX_CHARS = 512
/** Members beyond this are the first that are left out. */
const LARGE_CHARS = 128

/** A vendor, or a tenant of one: `rojo`, `fw529a3039@dt`. */
const KEY = /^(?:[a-z][a-z0-9_*/-]{0,255}|[a-z0-9][a-z0-9_*/-]{0,240}@[a-z][a-z0-9_*/-]{0,13})$/
/** Printable, without `,` and `=`; its last character is no space. */
const VALUE = /^[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/

/**
 * What the systems of a trace tell each other, as it is passed on: in their order and within what may be left out. Null: there is nothing, or
 * it is not well formed, and then none of it counts.
 */
export function parseTracestate(text: string): string | null {
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '')
  const keys = members.map((member) => member.slice(0, Math.max(0, member.indexOf('='))))
  const isWellFormed =
    members.length <= MAX_MEMBERS &&
    new Set(keys).size === keys.length &&
    members.every(
      (member, at) => KEY.test(keys[at] ?? '') && VALUE.test(member.slice(member.indexOf('=') + 1)),
    )
  return isWellFormed ? shorten(members).join() || null : null
}

/** Large members go first, then those at the end, which are the oldest. */
function shorten(members: readonly string[]): readonly string[] {
  const fits = (list: readonly string[]) => list.join().length <= MAX_CHARS
  if (fits(members)) return members
  const kept = members.filter((member) => member.length <= LARGE_CHARS)
  while (!fits(kept)) kept.pop()
  return kept
}
