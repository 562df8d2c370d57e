/** What a search that finds little asks of the words of passages beside what was written, as texts of tsquery. */
interface Consulta {
  /** Passages with words that begin like all of those. */
  empiezan: string
  /** With any of them. */
  alguna: string
}

/** Marks of websearch_to_tsquery: a phrase, a word that must not be there, an alternative. */
const HAS_MARKS = /"|(?:^|\s)-[\p{L}\p{N}]|\sor\s/iu
const WORDS = /[\p{L}\p{N}]+/gu
/** Too few letters begin too many words. */
const MIN_PREFIX = 3

/** Null: there are no words in it, or marks say what is wanted. */
export function writeConsulta(texto: string): Consulta | null {
  // Only letters and digits: nothing of it has a meaning of its own in a tsquery.
  const words = [...new Set(texto.toLowerCase().match(WORDS) ?? [])]
  if (words.length === 0 || HAS_MARKS.test(texto)) return null
  const empiezan = words.map((word) => (word.length < MIN_PREFIX ? `'${word}'` : `'${word}':*`))
  return { empiezan: empiezan.join(' & '), alguna: words.map((word) => `'${word}'`).join(' | ') }
}
