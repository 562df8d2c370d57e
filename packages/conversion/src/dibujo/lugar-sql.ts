/** What a computed part may be at a place of a statement: a value, something that only looks like one, or nothing that can be bound. */
type Lugar = 'nada' | 'valor' | 'lista' | 'condicion' | 'columna'

interface Clausula {
  lugar: Lugar
  /** What stands behind a comma; absent: names, or more of the statement. */
  coma?: Lugar
  /** What the next parenthesis holds. Absent: behind a name arguments, else what would stand without it. */
  abre?: Lugar
}

/** Arguments of a function, and values in parentheses. */
const VALORES = '('
const CLAUSULAS: ReadonlyMap<string, Clausula> = new Map(
  (
    [
      ['select distinct', { lugar: 'columna', coma: 'columna' }],
      ['into conflict using with view index references exists over', { lugar: 'nada', abre: 'nada' }],
      ['from update join table set returning by as', { lugar: 'nada' }],
      ['in values', { lugar: 'nada', abre: 'lista' }],
      ['where on having when and or not', { lugar: 'condicion' }],
      ['like ilike rlike regexp between then else offset fetch top escape interval', { lugar: 'valor' }],
      [`limit ${VALORES}`, { lugar: 'valor', coma: 'valor' }],
      ['exec execute', { lugar: 'nada', coma: 'valor' }],
    ] as const satisfies [string, Clausula][]
  ).flatMap(([words, clausula]) => words.split(' ').map((word) => [word, clausula] as const)),
)
const COMPARES = /^\s*(?:[=<>!+*/%|-]|::|(?:not\s+)?(?:like|ilike|rlike|regexp|in|between|is|similar)\b)/i
const GOES_ON = /^\s*(?:as\b|[+*/%|-]|::)/i

/** What lies between two parentheses, or the whole statement. */
interface Marco {
  /** The clause that is open. */
  palabra: string
  abre: Lugar | null
  comas: number
}

/** Follows a statement, token by token, and says what may stand where it has come to. */
export class LugarEnSql {
  #lugar: Lugar = 'nada'
  #marcos: Marco[] = []
  #marco: Marco = { palabra: '', abre: null, comas: 0 }
  #previo = ''
  /** Of the last list of names in parentheses; 0: there was none. */
  #columnas = 0

  get previo(): string {
    return this.#previo
  }

  /** A word, or a sign outside of words; no space. */
  read(token: string): void {
    const word = token.toLowerCase()
    if (word === '(') this.#open()
    else if (word === ')') this.#close()
    else if (word === ',') this.#split()
    else if (word === ';') {
      this.#marcos = []
      this.#marco = { palabra: '', abre: null, comas: 0 }
      this.#lugar = 'nada'
    } else if (/^\w/.test(word)) this.#readPalabra(word)
    else this.#lugar = this.#trasSigno(word)
    this.#previo = word
  }

  /** A quoted text, a quoted name (a `\w` of its own), or a computed part has been written. */
  saltar(escrito: string): void {
    this.#lugar = 'nada'
    this.#previo = escrito
  }

  /** Null: it cannot be a value. Else what it may have been other than one, or nothing. */
  juzgar(nombre: string, despues: string): { duda: string | null } | null {
    switch (this.#lugar) {
      case 'valor':
        return { duda: null }
      case 'lista':
        return { duda: this.#isWholeList(despues) ? dudaOf(nombre, LISTA) : null }
      case 'condicion':
        return COMPARES.test(despues) ? { duda: dudaOf(nombre, IZQUIERDA) } : null
      case 'columna':
        return GOES_ON.test(despues) ? { duda: dudaOf(nombre, COLUMNA) } : null
      default:
        return null
    }
  }

  /** A row of the only column that is written is one value. */
  #isWholeList(despues: string): boolean {
    const isRow = this.#marcos.at(-1)?.palabra === 'values'
    return /^\s*\)/.test(despues) && !(isRow && this.#columnas === 1)
  }

  #readPalabra(word: string): void {
    const { palabra } = this.#marco
    const isInArgumentos = palabra === VALORES && (word === 'from' || word === 'for')
    const clausula = CLAUSULAS.get(word)
    if (word === 'and' && palabra === 'between') {
      this.#marco.palabra = ''
      this.#lugar = 'valor'
    } else if (isInArgumentos) this.#lugar = 'valor'
    else if ((word === 'first' || word === 'next') && this.#previo === 'fetch') return
    else if (clausula === undefined) this.#lugar = palabra.startsWith('exec') ? 'valor' : 'nada'
    else {
      this.#marco.palabra = word
      this.#marco.abre = clausula.abre ?? null
      this.#lugar = clausula.lugar
    }
  }

  #trasSigno(signo: string): Lugar {
    if (signo === '*') return this.#lugar !== 'nada' || this.#previo === '.' ? 'nada' : 'valor'
    return /[=<>+/%|^&!~-]/.test(signo) ? 'valor' : 'nada'
  }

  #open(): void {
    const isCall = /\w$/.test(this.#previo) && !CLAUSULAS.has(this.#previo)
    const lugar = this.#marco.abre ?? (isCall ? 'valor' : this.#lugar)
    this.#marco.abre = null
    this.#marcos.push(this.#marco)
    this.#marco = { palabra: lugar === 'valor' || lugar === 'lista' ? VALORES : '', abre: null, comas: 0 }
    this.#lugar = lugar
  }

  #close(): void {
    const { palabra, comas } = this.#marco
    if (palabra === '') this.#columnas = comas + 1
    this.#marco = this.#marcos.pop() ?? { palabra: '', abre: null, comas: 0 }
    this.#lugar = 'nada'
  }

  #split(): void {
    this.#marco.comas += 1
    if (this.#marco.palabra === 'values') this.#marco.abre = 'lista'
    this.#lugar = CLAUSULAS.get(this.#marco.palabra)?.coma ?? 'nada'
  }
}

const LISTA = 'es todo lo que hay en una lista de valores: se tomó como uno solo.'
const IZQUIERDA =
  'está a la izquierda de una comparación: se tomó como un valor, y no como el nombre de una columna.'
const COLUMNA = 'está entre las columnas: se tomó como un valor, y no como el nombre de una.'

function dudaOf(nombre: string, que: string): string {
  return `«${nombre}» ${que}`
}
