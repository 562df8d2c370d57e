/** Longer samples are cut where they are only a hint. */
const SHOWN = 80

/** A value in a few words, beside a field. */
export function showMuestra(muestra: unknown): string {
  if (muestra === undefined) return ''
  if (Array.isArray(muestra)) return muestra.length === 1 ? '1 elemento' : `${muestra.length} elementos`
  if (typeof muestra === 'object' && muestra !== null) return showObject(muestra)
  const text = typeof muestra === 'string' ? muestra : String(muestra)
  if (text === '') return '(texto vacío)'
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Dates and bytes know how they are written; other objects are told by how much they hold. */
function showObject(value: object): string {
  const written: unknown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value
  if (typeof written === 'string') return written
  const count = Object.keys(value).length
  return count === 1 ? '1 campo' : `${count} campos`
}
