/** What a search asks of the words of passages, as texts of tsquery. */
export interface Consulta {
  /** Passages with all of the words; also where one only begins like them. */
  todas: string
  /** With any of them. Null: the person said with marks of their own what is wanted. */
  alguna: string | null
}

/** Marks of websearch_to_tsquery: a phrase, a word that must not be there, an alternative. */
const HAS_MARKS = /"|(?:^|\s)-[\p{L}\p{N}]|\sor\s/iu
const WORDS = /[\p{L}\p{N}]+/gu
/** Too few letters begin too many words. */
const MIN_PREFIX = 3

/** Null: there are no words in it, or marks say what is wanted (`hasMarks`). */
export function writeConsulta(texto: string): Consulta | null {
  // Only letters and digits: nothing of it has a meaning of its own in a tsquery.
  const words = [...new Set(texto.toLowerCase().match(WORDS) ?? [])]
  if (words.length === 0 || hasMarks(texto)) return null
  const terms = words.map((word) => (word.length < MIN_PREFIX ? `'${word}'` : `'${word}':*`))
  return { todas: terms.join(' & '), alguna: terms.length > 1 ? terms.join(' | ') : null }
}

export function hasMarks(texto: string): boolean {
  return HAS_MARKS.test(texto)
}
