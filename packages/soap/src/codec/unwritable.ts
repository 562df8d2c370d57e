import { type ErrorDeCampo, UNWRITABLE_XML } from '@div/contract'

/** Text that leaves out in silence what XML cannot hold would be another text. Null: it can be written. */
export function sayUnwritable(text: string): string | null {
  if (PLAIN.test(text)) return null
  const found = text.match(UNWRITABLE_XML)?.[0]?.codePointAt(0)
  return found === undefined
    ? null
    : `El XML no puede llevar el carácter U+${found.toString(16).toUpperCase().padStart(4, '0')}.`
}
const PLAIN = /^[ -~\u00a0-\ud7ff]*$/

/** The text, or '' with what is wrong with it. Not escaped. */
export function writableText(text: string, errores: ErrorDeCampo[]): string {
  const mensaje = sayUnwritable(text)
  if (mensaje === null) return text
  errores.push({ campo: '', mensaje })
  return ''
}
