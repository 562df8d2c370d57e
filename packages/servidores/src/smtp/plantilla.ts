import { refuse } from '../refuse.ts'
import { textOf } from '../text-of.ts'

export type Valores = Readonly<Record<string, unknown>>

/** A text with parameters in it. */
export interface Plantilla {
  /** Where it stands, for whoever it is refused to. */
  campo: string
  write(valores: Valores, encode?: (text: string) => string): string
  /** As `write`; where the text is a parameter alone that holds a list, each of its items. */
  list(valores: Valores): string[]
}

/** Reads a text in which `{name}` stands for a parameter; what it uses is added to `used`. Throws DatosInvalidos where there is no such parameter. */
export function compilePlantilla(
  text: string,
  { campo, parametros, used }: { campo: string; parametros: readonly string[]; used: Set<string> },
): Plantilla {
  // Odd pieces are the names between braces.
  const pieces = text.split(/\{([\p{L}_][\p{L}\p{N}_]*)\}/u)
  const names = pieces.filter((_, index) => index % 2 === 1)
  for (const nombre of names) {
    if (!parametros.includes(nombre))
      throw refuse(campo, `Usa {${nombre}} y no hay un parámetro con ese nombre.`)
    used.add(nombre)
  }
  const write: Plantilla['write'] = (valores, encode = keep) =>
    pieces.map((piece, index) => (index % 2 === 0 ? piece : encode(textOf(valores[piece]) ?? ''))).join('')
  const [alone] = names
  const isAlone = names.length === 1 && text === `{${alone}}`
  return {
    campo,
    write,
    list(valores) {
      const value = isAlone && alone !== undefined ? valores[alone] : undefined
      if (Array.isArray(value)) return value.map((item) => textOf(item) ?? '')
      // An optional address is simply left out.
      return isAlone && (value === null || value === undefined || value === '') ? [] : [write(valores)]
    },
  }
}

function keep(text: string): string {
  return text
}
