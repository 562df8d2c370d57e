export interface JsonPlace {
  start: number
  end: number
}

/** What a text in JSON says, and where each part of it stands. */
export type JsonSource =
  | { isValid: true; value: unknown; places: ReadonlyMap<string, JsonPlace> }
  | { isValid: false; message: string; offset: number }

/** Deeper than this nobody writes by hand, and the stack has an end. */
const MAX_DEPTH = 200
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z]+/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
/** Of a text between its quotation marks: what stands for itself. */
const PLAIN = /(?:[^"\\\p{Cc}]|[\u007f-\u009f])+/uy
const BLANK = /[ \t\n\r]*/y

class JsonMistake extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Reads a text in JSON (RFC 8259). Paths are spelled as findings spell them: `nodos[1].nombre`. */
export function readJson(text: string): JsonSource {
  const places = new Map<string, JsonPlace>()
  let at = 0

  function skipBlank() {
    BLANK.lastIndex = at
    BLANK.test(text)
    at = BLANK.lastIndex
  }

  function fail(message: string, offset = at): never {
    throw new JsonMistake(
      offset >= text.length ? 'El texto acaba antes de tiempo: falta cerrarlo.' : message,
      offset,
    )
  }

  function match(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return null
    at = pattern.lastIndex
    return found[0]
  }

  function readValue(path: string, depth: number) {
    skipBlank()
    const start = at
    if (depth > MAX_DEPTH) fail(`Hay más de ${MAX_DEPTH} niveles.`)
    const first = text[at]
    if (first === '{') readObject(path, depth)
    else if (first === '[') readList(path, depth)
    else if (first === '"') readText()
    else if (match(NUMBER) === null) readWord()
    places.set(path, { start, end: at })
  }

  function readWord() {
    const start = at
    const word = match(WORD)
    if (word === 'true' || word === 'false' || word === 'null') return
    fail(
      word === null ? 'Falta un valor.' : `«${word}» no es un valor: los textos van entre comillas.`,
      start,
    )
  }

  function readText(): string {
    const start = at
    if (text[at] !== '"') fail('Falta una clave entre comillas.')
    at++
    for (;;) {
      match(PLAIN)
      if (text[at] === '"') break
      if (text[at] !== '\\') fail('El texto entre comillas no se cierra en su línea.')
      if (match(ESCAPE) === null) fail('Después de \\ no puede ir eso.')
    }
    at++
    return JSON.parse(text.slice(start, at))
  }

  function readObject(path: string, depth: number) {
    const keys = new Set<string>()
    readItems('}', () => {
      const start = at
      const key = readText()
      if (keys.has(key)) fail(`La clave «${key}» está dos veces.`, start)
      keys.add(key)
      skipBlank()
      if (text[at] !== ':') fail(`Faltan dos puntos después de «${key}».`)
      at++
      readValue(path === '' ? key : `${path}.${key}`, depth + 1)
    })
  }

  function readList(path: string, depth: number) {
    readItems(']', (index) => readValue(`${path}[${index}]`, depth + 1))
  }

  function readItems(close: '}' | ']', readItem: (index: number) => void) {
    at++
    skipBlank()
    for (let index = 0; text[at] !== close; index++) {
      readItem(index)
      skipBlank()
      if (text[at] === close) break
      if (text[at] !== ',') fail(`Falta una coma, o «${close}».`)
      const comma = at
      at++
      skipBlank()
      if (text[at] === close) fail(`Sobra la coma antes de «${close}».`, comma)
    }
    at++
  }

  try {
    readValue('', 0)
    skipBlank()
    if (at < text.length) fail('Sobra lo que sigue: el valor ya acabó.')
    return { isValid: true, value: JSON.parse(text), places }
  } catch (mistake) {
    if (!(mistake instanceof JsonMistake)) throw mistake
    return { isValid: false, message: mistake.message, offset: mistake.offset }
  }
}

/** Where something stands, or else the nearest that holds it: what is missing has no place of its own. */
export function placeOf(places: ReadonlyMap<string, JsonPlace>, path: string): JsonPlace {
  for (
    let end = path.length;
    end > 0;
    end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
  ) {
    const place = places.get(path.slice(0, end))
    if (place !== undefined) return place
  }
  return places.get('') ?? { start: 0, end: 0 }
}

/** From 1. */
export function lineOf(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
