import { type AjustesTrazas, compilePatron, type ErrorDeCampo, MASK, PatronInvalido } from '@div/contract'

/** What is never kept of values, whoever they belong to, beside what is secret. */
export interface Mascaras {
  /** `name` as `normalizeField` writes it. */
  hidesField(name: string): boolean
  /** The text without what matches; null: nothing is looked for in texts. */
  hideIn: ((text: string) => string) | null
}

export const NO_MASKS: Mascaras = { hidesField: () => false, hideIn: null }

type Chosen = Pick<AjustesTrazas, 'camposOcultos' | 'patronesOcultos'>

/** Patterns are of RE2, which reads a text in linear time whatever they are (security rule 3). One that is none is left out. */
export function compileMascaras({ camposOcultos, patronesOcultos }: Chosen): Mascaras {
  const names = new Set(camposOcultos.map(normalizeField))
  const patterns = patronesOcultos.flatMap((patron) => tryPattern(patron) ?? [])
  return {
    hidesField: (name) => names.has(name),
    hideIn:
      patterns.length === 0
        ? null
        : (text) => patterns.reduce((clean, pattern) => pattern.matcher(clean).replaceAll(MASK), text),
  }
}

/** What is wrong with the patterns, each at its place. */
export function checkMascaras({ patronesOcultos }: Chosen): ErrorDeCampo[] {
  return patronesOcultos.flatMap((patron, index) => {
    const campo = `patronesOcultos[${index}]`
    const pattern = tryPattern(patron)
    if (pattern === null) return { campo, mensaje: `«${patron}» no es una expresión regular (RE2).` }
    // It would stand between any two characters.
    if (pattern.matcher('').find()) return { campo, mensaje: `«${patron}» coincide también con nada.` }
    return []
  })
}

/** Names are compared without case, hyphens and underscores. */
export function normalizeField(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

function tryPattern(patron: string): ReturnType<typeof compilePatron> | null {
  try {
    return compilePatron(patron)
  } catch (error) {
    // Said by checkMascaras before it is stored.
    if (error instanceof PatronInvalido) return null
    throw error
  }
}
