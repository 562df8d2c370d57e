import { isNcName, type Limits, type SplitName, splitQName } from '@div/contract'
import { XML } from './namespaces.ts'
import { decodeReferences } from './references.ts'

/** Prefixes in force: those of an element over those around it (Namespaces in XML 1.0, 6.1). */
export interface Scope {
  own: Readonly<Record<string, string>>
  outer: Scope | null
}

export interface ScanRules {
  limits: Pick<Limits, 'profundidad' | 'atributosXml'> & Partial<Pick<Limits, 'elementos'>>
  /** Throws. */
  refuse(motivo: string, cause?: unknown): never
  /** Of the document, where the text is a part of it; 1 where nothing else is said. */
  firstLine?: number
  /** Names with which whoever reads compares: the very same strings are found, which takes no comparing of characters. */
  names?: ReadonlyMap<string, string>
}

/** A tag, and what was found out about it. */
export interface TagName extends SplitName {
  tag: string
  /** Where it last stood, and what its prefix meant there. */
  scope: Scope | null
  uri: string
  /** The tag that began after it the last time: lists repeat. */
  next: TagName | null
}

export interface RawAttributes {
  raw: [name: string, value: string][]
  declared: Record<string, string> | null
}

const XMLNS = 'http://www.w3.org/2000/xmlns/'
export const OUTERMOST: Scope = { own: { '': '', xml: XML }, outer: null }
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

/** XML 1.0, 2.2; that no half of a pair stands alone is asked apart, since an expression that knows pairs takes twice as long. */
const UNREADABLE = /[^\t\n\r\u0020-\ufffd]/
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/

const LESS = 60
const GREATER = 62
const SLASH = 47
const EQUALS = 61
const AMPERSAND = 38
const CLOSING_BRACKET = 93
const SURROGATES = 0xd800

/** The namespace of a prefix, '' for the default one; undefined: nobody declared it. */
export function namespaceOf(scope: Scope, prefix: string): string | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    if (Object.hasOwn(at.own, prefix)) return at.own[prefix]
  }
  return undefined
}

/**
 * A place in the text of a document, and the parts of XML 1.0 that are passed from there on: strictly, within the limits. It looks for
 * what ends each part instead of at each character: a fifth of the time that a parser takes which may be fed in pieces.
 */
export class XmlScanner {
  readonly text: string
  at = 0
  readonly #rules: ScanRules
  readonly #names = new Map<string, TagName>()
  /** Whether there is any in the whole text: if not, nobody looks for them in each piece. */
  readonly #hasReturns: boolean
  readonly #hasReferences: boolean
  readonly #hasClosings: boolean
  readonly #maxDepth: number
  readonly #maxCount: number
  #count = 0
  #name: TagName | null = null

  constructor(text: string, rules: ScanRules) {
    this.text = text.startsWith('\ufeff') ? text.slice(1) : text
    this.#rules = rules
    const { profundidad, elementos = Number.POSITIVE_INFINITY } = rules.limits
    this.#maxDepth = profundidad
    this.#maxCount = elementos
    this.#hasReturns = text.includes('\r')
    this.#hasReferences = text.includes('&')
    this.#hasClosings = text.includes(']]>')
  }

  get count(): number {
    return this.#count
  }

  /** Goes on after what another scanner has read of the very same text. */
  resume({ at, count }: Pick<XmlScanner, 'at' | 'count'>): void {
    this.at = at
    this.#count = count
  }

  /** Characters that no document holds. */
  checkReadable(from: number, to: number): void {
    const part = this.text.slice(from, to)
    if (UNREADABLE.test(part) || !part.isWellFormed()) this.malformed()
  }

  passDeclaration(): void {
    this.at = DECLARATION.exec(this.text)?.[0].length ?? 0
  }

  malformed(): never {
    let line = this.#rules.firstLine ?? 1
    for (let at = this.text.indexOf('\n'); at >= 0 && at < this.at; at = this.text.indexOf('\n', at + 1))
      line++
    return this.#rules.refuse(`el XML está mal formado en la línea ${line}`)
  }

  /** One more element, or several, within so many others. */
  enter(depth: number, elements = 1): void {
    if (depth >= this.#maxDepth) this.#rules.refuse(`el XML tiene más de ${this.#maxDepth} niveles`)
    this.#count += elements
    if (this.#count > this.#maxCount) this.#rules.refuse(`el XML tiene más de ${this.#maxCount} elementos`)
  }

  /** The place of what ends a part. */
  find(end: string, from: number): number {
    const found = this.text.indexOf(end, from)
    return found < 0 ? this.malformed() : found
  }

  /** What a piece of text outside of tags stands for. */
  decodeText(raw: string): string {
    if (this.#hasClosings && raw.includes(']]>')) this.malformed()
    const text = this.#hasReturns ? unifyLines(raw) : raw
    const isPlain = !this.#hasReferences || !text.includes('&')
    return isPlain ? text : (decodeReferences(text) ?? this.malformed())
  }

  passComment(): void {
    const dashes = this.find('--', this.at + 4)
    if (this.text.charCodeAt(dashes + 2) !== GREATER) this.malformed()
    this.at = dashes + 3
  }

  readCdata(): string {
    const begin = this.at + 9
    const end = this.find(']]>', begin)
    this.at = end + 3
    return unifyLines(this.text.slice(begin, end))
  }

  passInstruction(): void {
    const end = this.find('?>', this.at + 2)
    const [target = ''] = this.text.slice(this.at + 2, end).split(/[ \t\r\n]/, 1)
    // Of the declaration there is one, at the very beginning.
    if (!isNcName(target) || target.toLowerCase() === 'xml') this.malformed()
    this.at = end + 2
  }

  passEnd(tag: string): void {
    const { text } = this
    const begin = this.at + 2
    if (!text.startsWith(tag, begin)) this.malformed()
    const end = begin + tag.length
    this.at = end
    if (text.charCodeAt(end) !== GREATER) {
      this.skipSpace()
      if (text.charCodeAt(this.at) !== GREATER) this.malformed()
    }
    this.at++
  }

  /**
   * From the end of its start tag on: the text of an element that holds nothing else, and its end tag. Null: something else is in it, and
   * nothing was passed.
   */
  readLeaf(tag: string): string | null {
    const { text, at: begin } = this
    let end = begin
    let code = text.charCodeAt(end)
    while (code >= 32 && code < SURROGATES && code !== LESS && code !== AMPERSAND && code !== CLOSING_BRACKET)
      code = text.charCodeAt(++end)
    const isPlain = code === LESS
    if (!isPlain) end = this.find('<', end)
    if (text.charCodeAt(end + 1) !== SLASH) return null
    const raw = text.slice(begin, end)
    if (!isPlain) this.checkReadable(begin, end)
    this.at = end
    this.passEnd(tag)
    return isPlain ? raw : this.decodeText(raw)
  }

  /** As after the last tag the time before, if it is. */
  readTagName(): TagName {
    const last = this.#name
    const guess = last?.next
    const end = guess ? this.at + guess.tag.length : 0
    if (guess && endsName(this.text.charCodeAt(end)) && this.text.startsWith(guess.tag, this.at)) {
      this.at = end
      this.#name = guess
      return guess
    }
    const name = this.#split(this.#readName())
    if (last) last.next = name
    this.#name = name
    return name
  }

  uriOf(name: TagName, scope: Scope): string {
    if (name.scope !== scope) {
      name.uri = this.#resolve(name.prefix, scope)
      name.scope = scope
    }
    return name.uri
  }

  /** Whether there was any. */
  skipSpace(): boolean {
    const { text } = this
    const begin = this.at
    for (;;) {
      const code = text.charCodeAt(this.at)
      if (code !== 32 && code !== 10 && code !== 9 && code !== 13) break
      this.at++
    }
    return this.at > begin
  }

  readAttributes(): RawAttributes {
    const { limits, refuse } = this.#rules
    const raw: [string, string][] = []
    let declared: Record<string, string> | null = null
    for (let count = 1; ; count++) {
      const isApart = this.skipSpace()
      const code = this.text.charCodeAt(this.at)
      if (code === GREATER || code === SLASH) return { raw, declared }
      if (!isApart) this.malformed()
      if (count > limits.atributosXml)
        refuse(`un elemento del XML tiene más de ${limits.atributosXml} atributos`)
      const name = this.#readName()
      const value = this.#readValue()
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        declared ??= {}
        this.#declare(name === 'xmlns' ? null : name.slice(6), value, declared)
      } else raw.push([name, value])
    }
  }

  nameAttributes({ raw }: RawAttributes, scope: Scope): ReadonlyMap<string, string> {
    if (raw.length === 0) return NO_ATTRIBUTES
    const attributes = new Map<string, string>()
    for (const [name, value] of raw) {
      const { prefix, local } = this.#split(name)
      const key = prefix === '' ? local : `{${this.#resolve(prefix, scope)}}${local}`
      if (attributes.has(key)) this.malformed()
      attributes.set(key, value)
    }
    return attributes
  }

  /** Up to what no name holds. */
  #readName(): string {
    const { text } = this
    const begin = this.at
    let at = begin
    while (at < text.length && !endsName(text.charCodeAt(at))) at++
    this.at = at
    return text.slice(begin, at)
  }

  #split(tag: string): TagName {
    const known = this.#names.get(tag)
    if (known) return known
    const split = splitQName(tag) ?? this.malformed()
    const local = this.#rules.names?.get(split.local) ?? split.local
    const name = { prefix: split.prefix, local, tag, scope: null, uri: '', next: null }
    this.#names.set(tag, name)
    return name
  }

  #resolve(prefix: string, scope: Scope): string {
    // It declares prefixes, and is none itself.
    const uri = prefix === 'xmlns' ? undefined : namespaceOf(scope, prefix)
    return uri ?? this.malformed()
  }

  /** Namespaces in XML 1.0, 3: what may be declared. */
  #declare(name: string | null, value: string, declared: Record<string, string>): void {
    const uri = value.trim()
    const prefix = name ?? ''
    const isNew = !Object.hasOwn(declared, prefix) && (name === null || isNcName(name))
    const isOfXml = prefix === 'xml' ? uri !== XML : uri === XML
    if (!isNew || isOfXml || prefix === 'xmlns' || prefix === '__proto__' || uri === XMLNS) this.malformed()
    if (uri === '' && prefix !== '') this.malformed()
    declared[prefix] = this.#rules.names?.get(uri) ?? uri
  }

  #readValue(): string {
    const { text } = this
    this.skipSpace()
    if (text.charCodeAt(this.at) !== EQUALS) this.malformed()
    this.at++
    this.skipSpace()
    const quote = text.charAt(this.at)
    if (quote !== '"' && quote !== "'") this.malformed()
    const end = this.find(quote, this.at + 1)
    const raw = text.slice(this.at + 1, end)
    if (raw.includes('<')) this.malformed()
    this.at = end + 1
    // XML 1.0, 3.3.3: each white space is a space, unless a reference says it.
    const spaced = /[\t\n\r]/.test(raw) ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw
    return spaced.includes('&') ? (decodeReferences(spaced) ?? this.malformed()) : spaced
  }
}

/** What the tag of an element declares, over what is in force around it. */
export function innerScope({ declared }: RawAttributes, outer: Scope): Scope {
  return declared ? { own: declared, outer } : outer
}

function endsName(code: number): boolean {
  return code <= 32 || code === GREATER || code === SLASH || code === EQUALS || code === LESS
}

/** XML 1.0, 2.11. */
function unifyLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
