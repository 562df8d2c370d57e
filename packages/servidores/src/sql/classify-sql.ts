import { callsOnlyReaders } from './reading-functions.ts'
import type { Trozo } from './scan-sql.ts'

export interface ClaseDeSql {
  /** Its first word, in lower case, or two where the second makes it another one; empty when there is none. */
  verbo: string
  efecto: 'lectura' | 'escritura'
  /** What its answer is shaped as: the rows it reads, or how many rows it touched. */
  salida: 'filas' | 'afectadas'
  /** A writing that answers the rows it wrote. */
  devuelve: boolean
  /** A routine is run by what follows without a semicolon. */
  ejecuta?: true
  /** A reading that locks nothing and calls nothing but what is known to read. */
  esPura: boolean
}

const READERS = new Set(['select', 'values', 'table', 'show', 'explain', 'describe', 'desc', 'pragma'])
const WRITERS = new Set(['insert', 'update', 'delete', 'merge', 'replace'])
const WORDS = /[\p{L}_][\p{L}\p{N}_$]*|[();]/gu

/** What may follow a reading without a semicolon, where that is another statement. */
const FOLLOWERS = new Set([
  ...[...WRITERS, 'exec', 'execute', 'create', 'alter', 'drop', 'truncate', 'grant', 'revoke', 'deny'],
])

/** Tells a reading from a writing by its verbs. Null when it holds several statements. */
export function classifySql(trozos: readonly Trozo[], { isLoose = false } = {}): ClaseDeSql | null {
  const code = trozos
    .map(({ tipo, texto }) => (tipo === 'codigo' ? texto : tipo === 'comentario' ? ' ' : ' x '))
    .join('')
  const words: readonly string[] = code.toLowerCase().match(WORDS) ?? []
  const first = verbOf(words)
  const devuelve = words.includes('returning') || (WRITERS.has(first) && words.includes('output'))
  // The body of a routine or trigger holds semicolons; that it is one statement is for the database to say.
  if (first !== 'create' && /;\s*\S/.test(code)) return null
  const writes = locksOrStores(words) || (isLoose && isFollowed(words))
  const clase = { verbo: first, devuelve, ...(isLoose && runsRoutine(words) && { ejecuta: true as const }) }
  const { efecto, salida } = effectOf(first, words, writes)
  const esPura =
    PURE.has(first) &&
    efecto === 'lectura' &&
    !words.some((word) => CHANGING.has(word)) &&
    callsOnlyReaders(code)
  return { ...clase, efecto, salida, esPura }
}

function effectOf(
  verbo: string,
  words: readonly string[],
  writes: boolean,
): Pick<ClaseDeSql, 'efecto' | 'salida'> {
  if (verbo === 'with') return classifyWith(words, writes)
  if (READERS.has(verbo)) return { efecto: writes ? 'escritura' : 'lectura', salida: 'filas' }
  return { efecto: 'escritura', salida: 'afectadas' }
}

/** Of what reads, the verbs that neither run another statement nor tell of the session. */
const PURE = new Set(['select', 'with', 'values', 'table'])
/** Words that writing and locking (`for update`, `for key share`) cannot do without. */
const CHANGING = new Set(['insert', 'update', 'delete', 'merge', 'share', 'into'])

/** What changes the session that the next call finds, or the server itself, is not of the verb that defines. */
const ALTERED = new Set(['session', 'system', 'instance'])

function verbOf(words: readonly string[]): string {
  const [first = '', second = ''] = words.filter((word) => word !== '(')
  return first === 'alter' && ALTERED.has(second) ? `${first} ${second}` : first
}

function runsRoutine(words: readonly string[]): boolean {
  return words.some((word, index) => (word === 'exec' || word === 'execute') && words[index + 1] !== '(')
}

/** `with a as (delete …) select …` reads rows and writes; what counts is the verb outside every bracket, and any verb inside. */
function classifyWith(words: readonly string[], writes: boolean): Pick<ClaseDeSql, 'efecto' | 'salida'> {
  const verbs = listVerbs(words)
  const main = verbs.find(({ depth }) => depth === 0)?.word ?? ''
  return {
    efecto: writes || verbs.some(({ word }) => WRITERS.has(word)) ? 'escritura' : 'lectura',
    salida: WRITERS.has(main) ? 'afectadas' : 'filas',
  }
}

function listVerbs(words: readonly string[]): { word: string; depth: number }[] {
  const verbs: { word: string; depth: number }[] = []
  let depth = 0
  for (const [index, word] of words.entries()) {
    if (word === '(') depth++
    else if (word === ')') depth--
    else if (isVerb(words, index)) verbs.push({ word, depth })
  }
  return verbs
}

/** A verb stands at the beginning of a bracket or after one; elsewhere `replace` is a function, `update` part of `for update`. */
function isVerb(words: readonly string[], index: number): boolean {
  const word = words[index] ?? ''
  const before = words[index - 1]
  return (
    (before === '(' || before === ')') && (WRITERS.has(word) || READERS.has(word)) && words[index + 1] !== '('
  )
}

function isFollowed(words: readonly string[]): boolean {
  return words.some((word, index) => FOLLOWERS.has(word) && words[index + 1] !== '(')
}

/** `select … into table`, `pragma x = 1` and the like are not told apart: only what writes rows is. */
function locksOrStores(words: readonly string[]): boolean {
  return words.includes('into')
}
