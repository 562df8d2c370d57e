import { refuse } from './refuse.ts'
import { textOf } from './text-of.ts'

export type Valores = Readonly<Record<string, unknown>>

/** A text with parameters in it. */
export interface Plantilla {
  /** Where it stands, for whoever it is refused to. */
  campo: string
  /** Those that stand in it. */
  nombres: readonly string[]
  write(valores: Valores, encode?: (text: string) => string): string
  /** As `write`; where the text is a parameter alone that holds a list, each of its items. */
  list(valores: Valores): string[]
  /** As `list`, but what is empty is one empty text: it keeps its place. */
  spread(valores: Valores): string[]
}

/** The texts of one object, among which its parameters are shared out. */
export interface Plantillas {
  /** Reads a text in which `{name}` stands for a parameter. Throws DatosInvalidos where there is no such parameter. */
  compile(campo: string, text: string): Plantilla
  /** Throws DatosInvalidos for a parameter that no text uses. */
  close(): void
}

/** `propios`: parameters that the object takes by their name. */
export function openPlantillas(
  parametros: readonly string[],
  { propios = [] }: { propios?: readonly string[] } = {},
): Plantillas {
  const used = new Set(propios)
  return {
    compile: (campo, text) => compilePlantilla(text, { campo, parametros, used }),
    close() {
      const idle = parametros.find((nombre) => !used.has(nombre))
      if (idle !== undefined)
        throw refuse('parametros', `El parámetro «${idle}» no se usa: escriba {${idle}} donde deba ir.`)
    },
  }
}

function compilePlantilla(
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
  const spread = (valores: Valores) => {
    const value = isAlone && alone !== undefined ? valores[alone] : undefined
    return Array.isArray(value) ? value.map((item) => textOf(item) ?? '') : [write(valores)]
  }
  return {
    campo,
    nombres: names,
    write,
    spread,
    list(valores) {
      const value = isAlone && alone !== undefined ? valores[alone] : undefined
      // An optional address is simply left out.
      return isAlone && (value === null || value === undefined || value === '') ? [] : spread(valores)
    },
  }
}

function keep(text: string): string {
  return text
}
