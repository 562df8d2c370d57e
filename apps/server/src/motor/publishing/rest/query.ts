import { DemasiadosParametros, DireccionInvalida, type ErrorDeCampo } from '@div/contract'

/** Fields of a query or form; a list when the name is repeated. Without prototype: every name is the caller's. */
export type Fields = Readonly<Record<string, string | readonly string[]>>

export const NO_FIELDS: Fields = Object.freeze(Object.create(null))

/**
 * Reads `a=1&b=2` (application/x-www-form-urlencoded, WHATWG URL 5.1). Throws DemasiadosParametros, or DireccionInvalida when an escape
 * is not UTF-8 or hides a NUL.
 */
export function parseFields(text: string, maxFields: number): Fields {
  if (text === '') return NO_FIELDS
  const fields: Record<string, string | string[]> = Object.create(null)
  let count = 0
  let start = 0
  while (start <= text.length) {
    const ampersand = text.indexOf('&', start)
    const end = ampersand < 0 ? text.length : ampersand
    if (end > start) {
      if (++count > maxFields) throw new DemasiadosParametros({ maximo: maxFields })
      addField(fields, text.slice(start, end))
    }
    start = end + 1
  }
  return fields
}

function addField(fields: Record<string, string | string[]>, pair: string): void {
  const equals = pair.indexOf('=')
  const name = decode(equals < 0 ? pair : pair.slice(0, equals), '')
  const value = equals < 0 ? '' : decode(pair.slice(equals + 1), name)
  const before = fields[name]
  if (before === undefined) fields[name] = value
  else if (typeof before === 'string') fields[name] = [before, value]
  else before.push(value)
}

function decode(text: string, campo: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  let decoded: string
  try {
    decoded = decodeURIComponent(spaced)
  } catch (cause) {
    throw new DireccionInvalida(
      { motivo: `«${campo || text}» no es UTF-8 bien escapado` },
      { cause, errores: at(campo) },
    )
  }
  if (decoded.includes('\0')) {
    throw new DireccionInvalida(
      { motivo: `«${campo || text}» contiene un carácter nulo` },
      { errores: at(campo) },
    )
  }
  return decoded
}

function at(campo: string): ErrorDeCampo[] {
  return campo === '' ? [] : [{ campo, mensaje: 'El texto no se puede leer.' }]
}
