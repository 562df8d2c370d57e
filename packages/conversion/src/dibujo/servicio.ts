/** A placeholder that stands for a computed part while an address is read. */
export const HUECO = '\u0001'

/** An address apart: what a servidor keeps, and what each call says. Null: its beginning is computed, so that there is none to tell. */
export function splitDireccion(direccion: string): {
  base: string
  host: string
  ruta: string
  consulta: readonly (readonly [string, string])[]
} | null {
  const [, esquema = '', quien = '', rest = ''] =
    /^(https?:\/\/)([^/?#]+)([^#]*)/i.exec(direccion.trim()) ?? []
  // A user and a password before the host are credentials: they do not come along.
  const host = quien.slice(quien.lastIndexOf('@') + 1)
  if (host === '' || quien.includes(HUECO)) return null
  const [ruta, query] = cut(rest, '?')
  const consulta = query
    .split('&')
    .filter((each) => each !== '')
    .map((each) => {
      const [nombre, valor] = cut(each, '=')
      return [decode(nombre), decode(valor)] as const
    })
  if (consulta.some(([nombre]) => nombre.includes(HUECO))) return null
  return { base: `${esquema}${host}`, host, ruta: ruta === '/' ? '' : ruta, consulta }
}

/** What stands before a sign and what after it, of which there may be more. */
function cut(text: string, signo: string): [antes: string, despues: string] {
  const at = text.indexOf(signo)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Whoever wrote it did not encode it: it stays as it is.
    return text
  }
}
