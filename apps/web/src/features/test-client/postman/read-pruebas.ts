import { type Asercion, asercionSchema } from '@div/contract'
import { ASERCION_MARK } from './asercion-mark.ts'

export interface PruebasLeidas {
  aserciones: Asercion[]
  /** Lines that say something else, with their number. */
  otras: readonly { linea: number; texto: string }[]
}

/**
 * The tests of a Postman script that are comprobaciones here. Nothing is run: a line is one of a few sentences, spelled as Postman's own examples
 * spell them, or it is not taken and says so.
 */
export function readPruebas(lines: readonly string[]): PruebasLeidas {
  const aserciones: Asercion[] = []
  const otras: { linea: number; texto: string }[] = []
  /** Names of the answer as JSON. */
  const nombres = new Set<string>()
  let tests = 0
  /** Brackets that are open of what was not understood: what stands within may never run, or often. */
  let foreign = 0
  let within: 'comentario' | 'texto' | null = null
  let hangs = false
  let isOurs = false

  /** All of them, or none: one that is not understood may decide on the others. */
  function take(sentences: readonly string[]): boolean {
    const read: Asercion[] = []
    for (const sentence of sentences) {
      const declared = DECLARATION.exec(sentence)?.[1]
      const asercion = declared === undefined ? readSentence(sentence, nombres) : null
      if (declared !== undefined) nombres.add(declared)
      else if (asercion) read.push(asercion)
      else return false
    }
    aserciones.push(...read)
    return sentences.length > 0
  }

  /** Answers whether all of the line was understood. */
  function readLine(line: string): boolean {
    if (within !== null) {
      if (within === 'comentario' ? line.includes('*/') : isOdd(line)) within = null
      return false
    }
    if (line.startsWith('//')) return true
    if (line.startsWith('/*') || isOdd(line)) {
      const isComment = line.startsWith('/*')
      if (!isComment || !line.includes('*/')) within = isComment ? 'comentario' : 'texto'
      return isComment && line.endsWith('*/')
    }
    if (foreign > 0) {
      foreign += opened(line)
      // More was closed than was open: nothing that follows is certain.
      if (foreign < 0) foreign = Number.POSITIVE_INFINITY
      return CLOSERS.test(line)
    }
    if (!hangs && understand(line)) return true
    leave(line)
    return false
  }

  function understand(line: string): boolean {
    if (CLOSE.test(line)) return tests > 0 && tests-- > 0
    if (BEGIN.test(line)) return ++tests > 0
    const whole = WHOLE.exec(line)
    return take(splitSentences(whole?.[1] ?? whole?.[2] ?? line))
  }

  /** What was not understood may decide on what follows. */
  function leave(line: string): void {
    const open = opened(line)
    hangs = HANGS.test(line)
    if (open < 0) foreign = Number.POSITIVE_INFINITY
    else if (!LEAVES.test(line)) foreign = open
    else foreign = tests > 0 && tests-- > 0 ? OF_A_TEST : Number.POSITIVE_INFINITY
    for (const nombre of nombres) if (changes(line, nombre)) nombres.delete(nombre)
  }

  for (const [index, line] of lines.entries()) {
    const [, json] = line.split(ASERCION_MARK)
    if (json !== undefined && within === null) {
      const own = asercionSchema.safeParse(parse(json))
      if (own.success) aserciones.push(own.data)
      isOurs = own.success
    } else if (isOurs) {
      // What a comprobación of ours is for Postman says it once more.
      isOurs = false
    } else {
      const texto = line.trim()
      if (texto !== '' && !readLine(texto)) otras.push({ linea: index + 1, texto })
    }
  }
  return { aserciones, otras }
}

const STRING = String.raw`(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`
const CALLBACK = String.raw`(?:function ?\(\)|\(\) ?=>)`
const DECLARATION = /^(?:const|let|var) (\w+) ?= ?(?:pm\.response\.json\(\)|JSON\.parse\(responseBody\))$/
/** `pm.test("…", function () {` */
const BEGIN = new RegExp(String.raw`^pm\.test\(${STRING}, ?${CALLBACK} ?\{$`)
/** The same with what it tests, in one line. */
const WHOLE = new RegExp(String.raw`^pm\.test\(${STRING}, ?${CALLBACK} ?(?:\{(.*)\}|(pm\..*))\);?$`)

const CLOSE = /^\}\);?$/
/** Brackets that a test has open. */
const OF_A_TEST = 2
const CLOSERS = /^[})\]]+[;,]?$/
/** The next line belongs to it. */
const HANGS = /^(?:\} ?)?(?:else|if|for|while|do)\b.*[^;{}]$|^else$|[&|?:,=+.>-]$/
const LEAVES = /\b(?:return|throw|break|continue)\b/

/** Brackets that a line leaves open, or closes. */
function opened(line: string): number {
  const code = line.replace(new RegExp(STRING, 'g'), '').replace(/\/\/.*$/, '')
  return (code.match(/[[({]/g) ?? []).length - (code.match(/[\])}]/g) ?? []).length
}

/** A text that goes on in the next line. */
const isOdd = (line: string) => line.split('`').length % 2 === 0

/** A sentence that was not understood and makes something else of the answer. */
function changes(line: string, nombre: string): boolean {
  return new RegExp(
    String.raw`\b${nombre}\b(?:[\w.[\]'"]*\s*(?:=(?!=)|\+\+|--|\+=|-=)|[\w.[\]'"]*\.(?:sort|reverse|splice|push|pop|shift|unshift|fill)\()|\bdelete\s+${nombre}\b`,
  ).test(line)
}

/** At its semicolons, but for those within a text. */
function splitSentences(line: string): string[] {
  const parts = line.match(new RegExp(String.raw`(?:${STRING}|[^;"'])+`, 'g')) ?? []
  // A text without an end.
  if (/["']/.test(line.replace(new RegExp(STRING, 'g'), ''))) return []
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

const LITERAL = String.raw`(-?\d+(?:\.\d+)?|true|false|null|${STRING})`
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`
const SUBJECT = String.raw`pm\.expect\((.+?)\)`
const NOT = String.raw`(?:\.to\.not|\.not\.to)`
const EQUAL = String.raw`(?:be\.)?(?:deep\.)?(?:eql|equal|equals|eq)`

type Part = Omit<Asercion, 'que' | 'nombre'>

interface Sentence {
  pattern: RegExp
  /** What of the answer it may be said of. */
  of: readonly Asercion['que'][]
  read: (literal: string) => Part
}

const ALL = ['estado', 'cabecera', 'campo', 'texto', 'tiempo'] as const
const value = (es: Asercion['es']) => (literal: string) => ({ es, valor: literal })
const fixed = (es: Asercion['es'], valor: string) => () => ({ es, valor })
const sentence = (rest: string) => new RegExp(`^${SUBJECT}${rest}$`)

const SENTENCES: readonly Sentence[] = [
  { pattern: sentence(String.raw`\.to\.${EQUAL}\(${LITERAL}\)`), of: ALL, read: value('igual') },
  { pattern: sentence(String.raw`${NOT}\.${EQUAL}\(${LITERAL}\)`), of: ALL, read: value('distinto') },
  // A list of JSON that includes something is not a text that contains it.
  {
    pattern: sentence(String.raw`\.to\.(?:include|contain|includes|contains)\((${STRING})\)`),
    of: ['cabecera', 'texto'],
    read: value('contiene'),
  },
  {
    pattern: sentence(String.raw`\.to\.be\.(?:below|lessThan)\(${NUMBER}\)`),
    of: ['estado', 'campo', 'tiempo'],
    read: value('menor'),
  },
  {
    pattern: sentence(String.raw`\.to\.be\.(?:above|greaterThan)\(${NUMBER}\)`),
    of: ['estado', 'campo', 'tiempo'],
    read: value('mayor'),
  },
  { pattern: sentence(String.raw`\.to\.be\.true`), of: ['campo'], read: fixed('igual', 'true') },
  { pattern: sentence(String.raw`\.to\.be\.false`), of: ['campo'], read: fixed('igual', 'false') },
  { pattern: sentence(String.raw`\.to\.be\.null`), of: ['campo'], read: fixed('igual', 'null') },
  { pattern: sentence(String.raw`${NOT}\.be\.undefined`), of: ['campo'], read: fixed('existe', '') },
]

function readSentence(line: string, nombres: ReadonlySet<string>): Asercion | null {
  const own = readOfResponse(line)
  if (own) return check(own)
  const property = readProperty(line, nombres)
  if (property) return check(property)
  for (const { pattern, of, read } of SENTENCES) {
    const [, subject = '', literal] = pattern.exec(line) ?? []
    const about = subject === '' ? null : readSubject(subject, nombres)
    if (about === null || !of.includes(about.que)) continue
    const text = literal === undefined ? '' : readLiteral(literal)
    if (text !== null) return check({ ...about, ...read(text) })
  }
  return null
}

const STATUS = /^pm\.response\.to(\.not)?\.have\.status\((\d{3})\)$/
const HEADER = new RegExp(String.raw`^pm\.response\.to\.have\.header\((${STRING})(?:, ?(${STRING}))?\)$`)

/** `pm.response.to.have.…` */
function readOfResponse(line: string): Asercion | null {
  const [, not, status] = STATUS.exec(line) ?? []
  if (status !== undefined)
    return { que: 'estado', nombre: '', es: not === undefined ? 'igual' : 'distinto', valor: status }
  const [, name, wanted] = HEADER.exec(line) ?? []
  const nombre = name === undefined ? null : readLiteral(name)
  if (nombre === null) return null
  if (wanted === undefined) return { que: 'cabecera', nombre, es: 'existe', valor: '' }
  const valor = readLiteral(wanted)
  return valor === null ? null : { que: 'cabecera', nombre, es: 'igual', valor }
}

const PROPERTY = sentence(String.raw`\.to\.have\.property\((${STRING})(?:, ?${LITERAL})?\)`)

/** `pm.expect(json).to.have.property("id", 7)` */
function readProperty(line: string, nombres: ReadonlySet<string>): Asercion | null {
  const [, subject = '', name = '', wanted] = PROPERTY.exec(line) ?? []
  const around = readPath(subject, nombres)
  const own = readLiteral(name)
  if (around === null || own === null || !isKey(own)) return null
  const nombre = around === '' ? own : `${around}.${own}`
  if (wanted === undefined) return { que: 'campo', nombre, es: 'existe', valor: '' }
  const valor = readLiteral(wanted)
  return valor === null ? null : { que: 'campo', nombre, es: 'igual', valor }
}

const GET_HEADER = new RegExp(String.raw`^pm\.response\.headers\.get\((${STRING})\)$`)

function readSubject(text: string, nombres: ReadonlySet<string>): Pick<Asercion, 'que' | 'nombre'> | null {
  if (text === 'pm.response.code') return { que: 'estado', nombre: '' }
  if (text === 'pm.response.responseTime') return { que: 'tiempo', nombre: '' }
  if (text === 'pm.response.text()') return { que: 'texto', nombre: '' }
  const header = GET_HEADER.exec(text)?.[1]
  if (header !== undefined) {
    const nombre = readLiteral(header)
    return nombre === null ? null : { que: 'cabecera', nombre }
  }
  const nombre = readPath(text, nombres)
  // The length of a text is no field of it.
  return nombre === null || nombre === '' || /(?:^|\.)length$/.test(nombre) ? null : { que: 'campo', nombre }
}

const STEP = String.raw`\.[A-Za-z_$][\w$]*|\[\d+\]|\["[^"\\]*"\]|\['[^'\\]*'\]`
const PATH = new RegExp(String.raw`^(pm\.response\.json\(\)|\w+)((?:${STEP})*)$`)

/** `json.clientes[0]["nombre"]` as it is written here; null: it is none of the answer. */
function readPath(text: string, nombres: ReadonlySet<string>): string | null {
  const [, root = '', steps = ''] = PATH.exec(text) ?? []
  if (root !== 'pm.response.json()' && !nombres.has(root)) return null
  const names = (steps.match(new RegExp(STEP, 'g')) ?? []).map((step) =>
    step.startsWith('[') ? step.slice(1, -1) : step.slice(1),
  )
  const keys = names.map((name) =>
    /^["']/.test(name) ? { key: name.slice(1, -1) } : { key: name, isIndex: /^\d+$/.test(name) },
  )
  if (!keys.every(({ key }) => isKey(key))) return null
  return keys.map(({ key, isIndex }, at) => (isIndex ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`)).join('')
}

/** What a path of a comprobación can name. */
const isKey = (name: string) => name !== '' && !/[.[\]]/.test(name)

/** Null: it has something escaped that is not JSON's. */
function readLiteral(text: string): string | null {
  if (text.startsWith('"')) {
    const read = parse(text)
    return typeof read === 'string' ? read : null
  }
  if (!text.startsWith("'")) return text
  return text.includes('\\') ? null : text.slice(1, -1)
}

function check(asercion: Asercion): Asercion | null {
  return asercionSchema.safeParse(asercion).data ?? null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Only reading it tells.
    return undefined
  }
}
