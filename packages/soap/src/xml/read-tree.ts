import { innerScope, OUTERMOST, type ScanRules, type Scope, XmlScanner } from './scan-xml.ts'

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

export interface TreeRules extends ScanRules {
  /** Where the reading may stop: this element, which begins there, is the last, and without its content. */
  stopsAt?(node: XmlNode, begin: number): boolean
}

/** An element whose end tag was not read yet. */
export interface OpenNode extends XmlNode {
  /** `NO_CHILDREN` until there is one. */
  children: XmlNode[]
  /** As it stands in its tags. */
  tag: string
}

/** Where an element stands that is read by itself. */
export interface Around {
  scope: Scope
  depth: number
}

const NO_CHILDREN: XmlNode[] = []
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()
const DOCUMENT: Around = { scope: OUTERMOST, depth: 0 }

/**
 * Strict XML 1.0 without DOCTYPE (security rule 16), within the limits. What it takes and what it refuses is compared with another parser
 * in its test.
 */
export function readTree(text: string, rules: TreeRules): XmlNode {
  const scanner = new XmlScanner(text, rules)
  scanner.checkReadable(0, scanner.text.length)
  return new TreeReader(scanner, rules).readDocument()
}

const LESS = 60
const GREATER = 62
const SLASH = 47
const BANG = 33
const QUESTION = 63

/** Reads elements from where the scanner stands. */
export class TreeReader {
  readonly #scanner: XmlScanner
  readonly #rules: Pick<TreeRules, 'refuse' | 'stopsAt'>
  readonly #around: Around
  readonly #stack: OpenNode[] = []
  #root: XmlNode | null = null
  #isStopped = false

  constructor(scanner: XmlScanner, rules: Pick<TreeRules, 'refuse' | 'stopsAt'>, around = DOCUMENT) {
    this.#scanner = scanner
    this.#rules = rules
    this.#around = around
  }

  /** Those that are open where the reading stopped. */
  get open(): readonly OpenNode[] {
    return this.#stack
  }

  readDocument(): XmlNode {
    const scanner = this.#scanner
    scanner.passDeclaration()
    while (scanner.at < scanner.text.length && !this.#isStopped) this.#readNext()
    if (this.#stack.length > 0 && !this.#isStopped) scanner.malformed()
    return this.#root ?? this.#rules.refuse('el XML no tiene ningún elemento')
  }

  /** The one that begins here, with its end tag. */
  readElement(): XmlNode {
    const scanner = this.#scanner
    this.#readStart()
    while (this.#stack.length > 0) {
      if (scanner.at >= scanner.text.length) scanner.malformed()
      this.#readNext()
    }
    return this.#root ?? scanner.malformed()
  }

  #readNext(): void {
    const scanner = this.#scanner
    const { text } = scanner
    const open = findTag(text, scanner.at)
    const end = open < 0 ? text.length : open
    if (end > scanner.at) this.#addText(text.slice(scanner.at, end))
    scanner.at = end
    if (open < 0) return
    switch (text.charCodeAt(open + 1)) {
      case SLASH:
        scanner.passEnd((this.#stack.pop() ?? scanner.malformed()).tag)
        return
      case BANG:
        this.#readBang()
        return
      case QUESTION:
        scanner.passInstruction()
        return
      default:
        this.#readStart()
    }
  }

  #addText(raw: string): void {
    const open = this.#stack[this.#stack.length - 1]
    const text = this.#scanner.decodeText(raw)
    if (open) open.text += text
    else if (!/^[ \t\r\n]*$/.test(raw)) this.#scanner.malformed()
  }

  /** A comment, CDATA, or a document type, which is never read. */
  #readBang(): void {
    const scanner = this.#scanner
    const { text, at } = scanner
    if (text.startsWith('<!--', at)) scanner.passComment()
    else if (text.startsWith('<![CDATA[', at)) {
      const open = this.#stack.at(-1) ?? scanner.malformed()
      open.text += scanner.readCdata()
    } else if (text.startsWith('<!DOCTYPE', at)) this.#rules.refuse('el XML no puede llevar DOCTYPE')
    else scanner.malformed()
  }

  #readStart(): void {
    const scanner = this.#scanner
    const { text } = scanner
    const parent = this.#stack[this.#stack.length - 1]
    if (!parent && this.#root) scanner.malformed()
    scanner.enter(this.#around.depth + this.#stack.length)
    const begin = scanner.at++
    const name = scanner.readTagName()
    const outer = parent?.scope ?? this.#around.scope
    const attributes = text.charCodeAt(scanner.at) === GREATER ? null : scanner.readAttributes()
    const scope = attributes ? innerScope(attributes, outer) : outer
    const node: OpenNode = {
      uri: scanner.uriOf(name, scope),
      local: name.local,
      attributes: attributes ? scanner.nameAttributes(attributes, scope) : NO_ATTRIBUTES,
      children: NO_CHILDREN,
      text: '',
      scope,
      tag: name.tag,
    }
    if (parent) addChild(parent, node)
    else this.#root = node
    if (this.#rules.stopsAt?.(node, begin)) this.#isStopped = true
    const isEmpty = text.charCodeAt(scanner.at) === SLASH
    if (isEmpty) scanner.at++
    else this.#stack.push(node)
    if (text.charCodeAt(scanner.at) !== GREATER) scanner.malformed()
    scanner.at++
  }
}

/** Texts are short: for them looking costs less than asking. */
const SHORT_TEXT = 24

function findTag(text: string, from: number): number {
  const end = Math.min(text.length, from + SHORT_TEXT)
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === LESS) return at
  return text.indexOf('<', end)
}

/** Most elements hold only text, and need no list. */
function addChild(parent: OpenNode, node: XmlNode): void {
  if (parent.children === NO_CHILDREN) parent.children = [node]
  else parent.children.push(node)
}
