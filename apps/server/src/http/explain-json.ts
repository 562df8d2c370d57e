const SPACE = /[ \t\n\r]*/y
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Why a JSON text is refused, in Spanish and with its place; null when nothing is wrong with it. It is slow and precise: the text
 * was already refused, and its nesting already limited.
 */
export function explainJson(text: string, forbiddenKeys: ReadonlySet<string>): string | null {
  const reader = new JsonReader(text, forbiddenKeys)
  try {
    reader.readDocument()
    return null
  } catch (error) {
    // The reader's own way to stop at the first problem.
    if (error instanceof JsonProblem) return error.message
    throw error
  }
}

class JsonProblem extends Error {}

class JsonReader {
  readonly #text: string
  readonly #forbiddenKeys: ReadonlySet<string>
  #position = 0

  constructor(text: string, forbiddenKeys: ReadonlySet<string>) {
    this.#text = text
    this.#forbiddenKeys = forbiddenKeys
  }

  readDocument(): void {
    this.#skipSpace()
    if (this.#position === this.#text.length) throw new JsonProblem('está vacío')
    this.#readValue()
    this.#skipSpace()
    if (this.#position < this.#text.length) this.#stop('sobra texto')
  }

  #readValue(): void {
    this.#skipSpace()
    const first = this.#text[this.#position]
    if (first === '{') this.#readObject()
    else if (first === '[') this.#readList()
    else if (first === '"') this.#readString()
    else if (this.#match(SCALAR) === null) this.#stop('se esperaba un valor')
  }

  #readObject(): void {
    const seen = new Set<string>()
    this.#position++
    if (this.#take('}')) return
    do {
      this.#skipSpace()
      const start = this.#position
      if (this.#text[start] !== '"') this.#stop('se esperaba una clave entre comillas')
      const key = this.#readString()
      if (seen.has(key)) this.#stop(`la clave «${key}» está repetida`, start)
      if (this.#forbiddenKeys.has(key)) this.#stop(`la clave «${key}» no se admite`, start)
      seen.add(key)
      if (!this.#take(':')) this.#stop('se esperaba «:»')
      this.#readValue()
    } while (this.#take(','))
    if (!this.#take('}')) this.#stop('se esperaba «,» o «}»')
  }

  #readList(): void {
    this.#position++
    if (this.#take(']')) return
    do this.#readValue()
    while (this.#take(','))
    if (!this.#take(']')) this.#stop('se esperaba «,» o «]»')
  }

  #readString(): string {
    const start = this.#position
    const literal = this.#match(STRING)
    if (literal === null) this.#stop('el texto entre comillas no está bien escrito', start)
    const value: string = JSON.parse(literal)
    if (value.includes('\0')) this.#stop('contiene un carácter nulo', start)
    if (!value.isWellFormed())
      this.#stop('contiene la mitad de un carácter Unicode (un sustituto suelto)', start)
    return value
  }

  #take(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#position] !== character) return false
    this.#position++
    return true
  }

  #skipSpace(): void {
    this.#match(SPACE)
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#position
    const match = pattern.exec(this.#text)
    if (match === null) return null
    this.#position = pattern.lastIndex
    return match[0]
  }

  #stop(motivo: string, position = this.#position): never {
    if (position >= this.#text.length) throw new JsonProblem('termina antes de tiempo')
    const before = this.#text.slice(0, position)
    const line = before.split('\n').length
    const column = position - before.lastIndexOf('\n')
    throw new JsonProblem(`${motivo} (línea ${line}, columna ${column})`)
  }
}
