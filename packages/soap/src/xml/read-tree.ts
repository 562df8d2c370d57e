import { isNcName, type Limits, type SplitName, splitQName } from '@div/contract'
import { XML } from './namespaces.ts'
import { decodeReferences } from './references.ts'

/** One element of a document that is read as a whole. */
export interface XmlNode {
  uri: string
  local: string
  /** Without a namespace by their local name, others as `{namespace}local`; declarations of namespaces left out. */
  attributes: ReadonlyMap<string, string>
  children: readonly XmlNode[]
  /** Its own, without that of its children. */
  text: string
  scope: Scope
}

/** Prefixes in force: those of an element over those around it (Namespaces in XML 1.0, 6.1). */
export interface Scope {
  own: Readonly<Record<string, string>>
  outer: Scope | null
}

export interface TreeRules {
  limits: Pick<Limits, 'profundidad' | 'atributosXml'> & Partial<Pick<Limits, 'elementos'>>
  /** Throws. */
  refuse(motivo: string, cause?: unknown): never
  /** Where the reading may stop: this element, which begins there, is the last, and without its content. */
  stopsAt?(node: XmlNode, begin: number): boolean
  /** Names with which whoever reads the tree compares: the very same strings stand in it, which takes no comparing of characters. */
  names?: ReadonlyMap<string, string>
}

interface OpenNode extends XmlNode {
  /** `NO_CHILDREN` until there is one. */
  children: XmlNode[]
  /** As it stands in its tags. */
  tag: string
}

const NO_CHILDREN: XmlNode[] = []
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const XMLNS = 'http://www.w3.org/2000/xmlns/'
const OUTERMOST: Scope = { own: { '': '', xml: XML }, outer: null }

/** The namespace of a prefix, '' for the default one; undefined: nobody declared it. */
export function namespaceOf(scope: Scope, prefix: string): string | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.outer) {
    if (Object.hasOwn(at.own, prefix)) return at.own[prefix]
  }
  return undefined
}

/**
 * Strict XML 1.0 without DOCTYPE (security rule 16), within the limits. It looks for what ends each part instead of at each character: a
 * fifth of the time that a parser takes which may be fed in pieces. What it takes and what it refuses is compared with one in its test.
 */
export function readTree(text: string, rules: TreeRules): XmlNode {
  return new TreeReader(text, rules).read()
}

/** XML 1.0, 2.2; that no half of a pair stands alone is asked apart, since an expression that knows pairs takes twice as long. */
const UNREADABLE = /[^\t\n\r\u0020-\ufffd]/
const DECLARATION =
  /^<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(["'])1\.[0-9]+\1(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(["'])[A-Za-z][\w.-]*\2)?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(["'])(?:yes|no)\3)?[ \t\r\n]*\?>/

const LESS = 60
const GREATER = 62
const SLASH = 47
const BANG = 33
const QUESTION = 63
const EQUALS = 61

/** A tag, and what was found out about it. */
interface TagName extends SplitName {
  tag: string
  /** Where it last stood, and what its prefix meant there. */
  scope: Scope | null
  uri: string
  /** The tag that began after it the last time: lists repeat. */
  next: TagName | null
}

class TreeReader {
  readonly #text: string
  readonly #rules: TreeRules
  readonly #stack: OpenNode[] = []
  readonly #names = new Map<string, TagName>()
  /** Whether there is any in the whole text: if not, nobody looks for them in each piece. */
  readonly #hasReturns: boolean
  readonly #hasReferences: boolean
  readonly #hasClosings: boolean
  #at = 0
  #count = 0
  #root: XmlNode | null = null
  #name: TagName | null = null
  #isStopped = false

  constructor(text: string, rules: TreeRules) {
    this.#text = text.startsWith('\ufeff') ? text.slice(1) : text
    this.#rules = rules
    this.#hasReturns = text.includes('\r')
    this.#hasReferences = text.includes('&')
    this.#hasClosings = text.includes(']]>')
  }

  read(): XmlNode {
    const text = this.#text
    if (UNREADABLE.test(text) || !text.isWellFormed()) this.#malformed()
    this.#at = DECLARATION.exec(text)?.[0].length ?? 0
    while (this.#at < text.length && !this.#isStopped) this.#readNext()
    if (this.#stack.length > 0 && !this.#isStopped) this.#malformed()
    return this.#root ?? this.#rules.refuse('el XML no tiene ningún elemento')
  }

  #malformed(): never {
    let line = 1
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < this.#at; at = this.#text.indexOf('\n', at + 1))
      line++
    return this.#rules.refuse(`el XML está mal formado en la línea ${line}`)
  }

  /** The place of what ends a part. */
  #find(end: string, from: number): number {
    const found = this.#text.indexOf(end, from)
    return found < 0 ? this.#malformed() : found
  }

  #readNext(): void {
    const text = this.#text
    const open = findTag(text, this.#at)
    const end = open < 0 ? text.length : open
    if (end > this.#at) this.#addText(text.slice(this.#at, end))
    this.#at = end
    if (open < 0) return
    switch (text.charCodeAt(open + 1)) {
      case SLASH:
        this.#readEnd()
        return
      case BANG:
        this.#readBang()
        return
      case QUESTION:
        this.#readInstruction()
        return
      default:
        this.#readStart()
    }
  }

  #addText(raw: string): void {
    const open = this.#stack[this.#stack.length - 1]
    if (this.#hasClosings && raw.includes(']]>')) this.#malformed()
    if (!open) {
      if (!/^[ \t\r\n]*$/.test(raw)) this.#malformed()
      return
    }
    const text = this.#hasReturns ? unifyLines(raw) : raw
    const isPlain = !this.#hasReferences || !text.includes('&')
    open.text += isPlain ? text : (decodeReferences(text) ?? this.#malformed())
  }

  /** A comment, CDATA, or a document type, which is never read. */
  #readBang(): void {
    const text = this.#text
    const at = this.#at
    if (text.startsWith('<!--', at)) {
      const dashes = this.#find('--', at + 4)
      if (text.charCodeAt(dashes + 2) !== GREATER) this.#malformed()
      this.#at = dashes + 3
    } else if (text.startsWith('<![CDATA[', at)) {
      const open = this.#stack.at(-1) ?? this.#malformed()
      const end = this.#find(']]>', at + 9)
      open.text += unifyLines(text.slice(at + 9, end))
      this.#at = end + 3
    } else if (text.startsWith('<!DOCTYPE', at)) this.#rules.refuse('el XML no puede llevar DOCTYPE')
    else this.#malformed()
  }

  #readInstruction(): void {
    const end = this.#find('?>', this.#at + 2)
    const [target = ''] = this.#text.slice(this.#at + 2, end).split(/[ \t\r\n]/, 1)
    // Of the declaration there is one, at the very beginning.
    if (!isNcName(target) || target.toLowerCase() === 'xml') this.#malformed()
    this.#at = end + 2
  }

  #readEnd(): void {
    const open = this.#stack.pop() ?? this.#malformed()
    const { tag } = open
    const text = this.#text
    const begin = this.#at + 2
    if (!text.startsWith(tag, begin)) this.#malformed()
    this.#at = begin + tag.length
    if (text.charCodeAt(this.#at) !== GREATER) this.#skipSpace()
    if (text.charCodeAt(this.#at) !== GREATER) this.#malformed()
    this.#at++
  }

  #readStart(): void {
    const { limits, refuse, stopsAt } = this.#rules
    const { profundidad, elementos = Number.POSITIVE_INFINITY } = limits
    const parent = this.#stack[this.#stack.length - 1]
    if (!parent && this.#root) this.#malformed()
    if (this.#stack.length >= profundidad) refuse(`el XML tiene más de ${profundidad} niveles`)
    if (++this.#count > elementos) refuse(`el XML tiene más de ${elementos} elementos`)
    const begin = this.#at++
    const name = this.#readTagName()
    const outer = parent?.scope ?? OUTERMOST
    const next = this.#text.charCodeAt(this.#at)
    const own = next === GREATER ? null : this.#readAttributes()
    const scope = own?.declared ? { own: own.declared, outer } : outer
    const node: OpenNode = {
      uri: this.#uriOf(name, scope),
      local: name.local,
      attributes: own === null ? NO_ATTRIBUTES : this.#nameAttributes(own.raw, scope),
      children: NO_CHILDREN,
      text: '',
      scope,
      tag: name.tag,
    }
    if (parent) addChild(parent, node)
    else this.#root = node
    if (stopsAt?.(node, begin)) this.#isStopped = true
    const isEmpty = this.#text.charCodeAt(this.#at) === SLASH
    if (isEmpty) this.#at++
    else this.#stack.push(node)
    if (this.#text.charCodeAt(this.#at) !== GREATER) this.#malformed()
    this.#at++
  }

  /** As after the last tag the time before, if it is. */
  #readTagName(): TagName {
    const last = this.#name
    const guess = last?.next
    const end = guess ? this.#at + guess.tag.length : 0
    let name: TagName
    if (guess && endsName(this.#text.charCodeAt(end)) && this.#text.startsWith(guess.tag, this.#at)) {
      this.#at = end
      name = guess
    } else name = this.#split(this.#readName())
    if (last) last.next = name
    this.#name = name
    return name
  }

  /** Up to what no name holds. */
  #readName(): string {
    const text = this.#text
    const begin = this.#at
    let at = begin
    while (at < text.length && !endsName(text.charCodeAt(at))) at++
    this.#at = at
    return text.slice(begin, at)
  }

  #split(tag: string): TagName {
    const known = this.#names.get(tag)
    if (known) return known
    const split = splitQName(tag) ?? this.#malformed()
    const local = this.#rules.names?.get(split.local) ?? split.local
    const name = { prefix: split.prefix, local, tag, scope: null, uri: '', next: null }
    this.#names.set(tag, name)
    return name
  }

  #uriOf(name: TagName, scope: Scope): string {
    if (name.scope !== scope) {
      name.uri = this.#resolve(name.prefix, scope)
      name.scope = scope
    }
    return name.uri
  }

  #resolve(prefix: string, scope: Scope): string {
    // It declares prefixes, and is none itself.
    const uri = prefix === 'xmlns' ? undefined : namespaceOf(scope, prefix)
    return uri ?? this.#malformed()
  }

  #skipSpace(): boolean {
    const text = this.#text
    const begin = this.#at
    for (;;) {
      const code = text.charCodeAt(this.#at)
      if (code !== 32 && code !== 10 && code !== 9 && code !== 13) break
      this.#at++
    }
    return this.#at > begin
  }

  #readAttributes(): { raw: [name: string, value: string][]; declared: Record<string, string> | null } {
    const { limits, refuse } = this.#rules
    const raw: [string, string][] = []
    let declared: Record<string, string> | null = null
    for (let count = 1; ; count++) {
      const isApart = this.#skipSpace()
      const code = this.#text.charCodeAt(this.#at)
      if (code === GREATER || code === SLASH) return { raw, declared }
      if (!isApart) this.#malformed()
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

  /** Namespaces in XML 1.0, 3: what may be declared. */
  #declare(name: string | null, value: string, declared: Record<string, string>): void {
    const uri = value.trim()
    const prefix = name ?? ''
    const isNew = !Object.hasOwn(declared, prefix) && (name === null || isNcName(name))
    const isOfXml = prefix === 'xml' ? uri !== XML : uri === XML
    if (!isNew || isOfXml || prefix === 'xmlns' || prefix === '__proto__' || uri === XMLNS) this.#malformed()
    if (uri === '' && prefix !== '') this.#malformed()
    declared[prefix] = this.#rules.names?.get(uri) ?? uri
  }

  #readValue(): string {
    const text = this.#text
    this.#skipSpace()
    if (text.charCodeAt(this.#at) !== EQUALS) this.#malformed()
    this.#at++
    this.#skipSpace()
    const quote = text.charAt(this.#at)
    if (quote !== '"' && quote !== "'") this.#malformed()
    const end = this.#find(quote, this.#at + 1)
    const raw = text.slice(this.#at + 1, end)
    if (raw.includes('<')) this.#malformed()
    this.#at = end + 1
    // XML 1.0, 3.3.3: each white space is a space, unless a reference says it.
    const spaced = /[\t\n\r]/.test(raw) ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw
    return spaced.includes('&') ? (decodeReferences(spaced) ?? this.#malformed()) : spaced
  }

  #nameAttributes(raw: readonly [name: string, value: string][], scope: Scope): ReadonlyMap<string, string> {
    if (raw.length === 0) return NO_ATTRIBUTES
    const attributes = new Map<string, string>()
    for (const [name, value] of raw) {
      const { prefix, local } = this.#split(name)
      const key = prefix === '' ? local : `{${this.#resolve(prefix, scope)}}${local}`
      if (attributes.has(key)) this.#malformed()
      attributes.set(key, value)
    }
    return attributes
  }
}

/** Texts are short: for them looking costs less than asking. */
const SHORT_TEXT = 24

function findTag(text: string, from: number): number {
  const end = Math.min(text.length, from + SHORT_TEXT)
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === LESS) return at
  return text.indexOf('<', end)
}

function endsName(code: number): boolean {
  return code <= 32 || code === GREATER || code === SLASH || code === EQUALS || code === LESS
}

/** Most elements hold only text, and need no list. */
function addChild(parent: OpenNode, node: XmlNode): void {
  if (parent.children === NO_CHILDREN) parent.children = [node]
  else parent.children.push(node)
}

/** XML 1.0, 2.11. */
function unifyLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
