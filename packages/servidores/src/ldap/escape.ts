/** A value within a filter (RFC 4515, 3): it means itself, and closes nothing. */
export function escapeFilter(value: string): string {
  return value.replace(/[*()\\\0]/g, hexOf)
}

/** A value within a distinguished name (RFC 4514, 2.4). */
export function escapeDn(value: string): string {
  return value.replace(/^[ #]|[ ]$|[,+"\\<>;=]/g, String.raw`\$&`).replace(/\p{Cc}/gu, hexOf)
}

function hexOf(character: string): string {
  return `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}
