import { findPart, type Part } from './find-part.ts'
import { type OpenNode, TreeReader, type XmlNode } from './read-tree.ts'
import { innerScope, OUTERMOST, type ScanRules, type Scope, XmlScanner } from './scan-xml.ts'

export interface RecordRules extends ScanRules {
  /** Where a record stands: the local names of the elements around it, from the root on, and its own. */
  ruta: readonly string[]
  /** Characters of one record, and of what stands between two. */
  maximo: number
}

/** An element around the records whose end tag was not read yet. */
type Around = Pick<OpenNode, 'tag' | 'local' | 'scope'>

/** A record whose end tag was not found yet. */
interface Begun {
  at: number
  /** Elements that are open in it. */
  depth: number
}

/**
 * The elements of a document that stand at one place, one after another, out of a text that comes in pieces, however it is cut: no more than
 * one of them is held. Each is read as strictly as `readTree` does, and so is what stands around them, which is left.
 */
export class RecordReader {
  readonly #rules: RecordRules
  readonly #around: Around[] = []
  #text = ''
  #at = 0
  /** What has come and was not joined to the text yet. */
  #coming: string[] = []
  #comingLength = 0
  #line = 1
  /** Where the line ends that is not counted yet; null: that was not looked for. */
  #lineEnd: number | null = null
  #begun: Begun | null = null
  #isAtBegin = true
  #hasRoot = false

  constructor(rules: RecordRules) {
    this.#rules = rules
  }

  /** The line of the record that was told last, or of where it stands. */
  get linea(): number {
    return this.#line
  }

  *push(text: string): Generator<XmlNode> {
    this.#coming.push(text)
    this.#comingLength += text.length
    // What does not end is only joined, and looked at again, once as much has come: however long it is, each character costs the same.
    const held = this.#text.length - this.#kept
    if (this.#comingLength >= held || held + this.#comingLength > this.#rules.maximo) yield* this.#read()
  }

  /** The last records. Throws where the document is not whole. */
  *end(): Generator<XmlNode> {
    yield* this.#read()
    if (this.#begun || this.#around.length > 0) this.#malformed()
    this.#passText(this.#text.length)
    if (!this.#hasRoot) this.#rules.refuse('el XML no tiene ningún elemento')
  }

  *#read(): Generator<XmlNode> {
    this.#forget()
    for (let part = this.#nextPart(); part !== null; part = this.#nextPart()) {
      if (this.#begun) this.#goOn(this.#begun, part)
      else this.#passAround(part)
      if (this.#begun?.depth === 0) {
        const { at } = this.#begun
        yield this.#readRecord(at)
        this.#leave()
      }
    }
    if (this.#text.length - this.#kept > this.#rules.maximo) this.#refuseLong()
  }

  /** The next part of which all has come; it stands there. */
  #nextPart(): Part | null {
    const begin = this.#text.indexOf('<', this.#at)
    if (begin < 0) return null
    const part = findPart(this.#text, begin)
    if (part === undefined) return this.#malformed()
    if (part === null) return null
    if (part.kind === 'doctype') return this.#rules.refuse('el XML no puede llevar DOCTYPE')
    if (this.#begun) this.#at = begin
    else this.#passText(begin)
    return part
  }

  /** Within a record, which is read once it is whole. */
  #goOn(begun: Begun, { kind, end }: Part): void {
    if (kind === 'start') begun.depth++
    else if (kind === 'end') begun.depth--
    this.#at = end
  }

  #readRecord(at: number): XmlNode {
    if (this.#at - at > this.#rules.maximo) this.#refuseLong()
    const scanner = this.#scan(at, this.#at)
    const { length: depth } = this.#around
    const node = new TreeReader(scanner, this.#rules, { scope: this.#scope, depth }).readElement()
    if (scanner.at < scanner.text.length) scanner.malformed()
    this.#begun = null
    return node
  }

  #passAround({ kind, end }: Part): void {
    const begin = this.#at
    const scanner = this.#scan(begin, end)
    this.#at = end
    if (kind === 'start' || kind === 'empty') {
      if (this.#passStart(scanner, kind)) this.#begun = { at: begin, depth: kind === 'start' ? 1 : 0 }
    } else if (kind === 'end') scanner.passEnd((this.#around.pop() ?? scanner.malformed()).tag)
    else this.#passOther(scanner, kind)
    this.#isAtBegin = false
    if (this.#begun) return
    if (scanner.at < scanner.text.length) scanner.malformed()
    this.#leave()
  }

  /** Whether a record begins with it. */
  #passStart(scanner: XmlScanner, kind: Part['kind']): boolean {
    const { ruta } = this.#rules
    const depth = this.#around.length
    if (depth === 0 && this.#hasRoot) scanner.malformed()
    this.#hasRoot = true
    scanner.enter(depth)
    scanner.at++
    const name = scanner.readTagName()
    if (depth === 0 && name.local !== ruta[0])
      this.#rules.refuse(`el documento empieza por «${name.local}» y se esperaba «${ruta[0]}»`)
    const isOnWay = this.#around.every(({ local }, at) => local === ruta[at])
    if (isOnWay && depth === ruta.length - 1 && name.local === ruta[depth]) return true
    const attributes = scanner.readAttributes()
    const scope = innerScope(attributes, this.#scope)
    scanner.uriOf(name, scope)
    scanner.nameAttributes(attributes, scope)
    if (kind === 'start') this.#around.push({ tag: name.tag, local: name.local, scope })
    scanner.at += kind === 'start' ? 1 : 2
    return false
  }

  #passOther(scanner: XmlScanner, kind: Part['kind']): void {
    if (kind === 'cdata') {
      if (this.#around.length === 0) scanner.malformed()
      scanner.readCdata()
    } else if (scanner.text.startsWith('<!--')) scanner.passComment()
    else {
      if (this.#isAtBegin) scanner.passDeclaration()
      if (scanner.at === 0) scanner.passInstruction()
    }
  }

  #passText(end: number): void {
    const begin = this.#at
    if (end === begin) return
    const scanner = this.#scan(begin, end)
    const text = scanner.decodeText(scanner.text)
    if (this.#around.length === 0 && /[^ \t\r\n]/.test(text)) scanner.malformed()
    this.#isAtBegin = false
    this.#at = end
    this.#leave()
  }

  get #scope(): Scope {
    return this.#around.at(-1)?.scope ?? OUTERMOST
  }

  #scan(begin: number, end: number): XmlScanner {
    const scanner = new XmlScanner(this.#text.slice(begin, end), { ...this.#rules, firstLine: this.#line })
    scanner.checkReadable(0, scanner.text.length)
    return scanner
  }

  /** All up to where it stands was read. */
  #leave(): void {
    this.#lineEnd ??= this.#findLineEnd()
    while (this.#lineEnd < this.#at) {
      this.#line++
      this.#lineEnd = this.#findLineEnd(this.#lineEnd + 1)
    }
  }

  #findLineEnd(from = 0): number {
    const end = this.#text.indexOf('\n', from)
    return end < 0 ? Number.POSITIVE_INFINITY : end
  }

  /** From where on the text is still needed. */
  get #kept(): number {
    return this.#begun?.at ?? this.#at
  }

  /** What was read is not held; what has come is. */
  #forget(): void {
    const kept = this.#kept
    this.#text = this.#text.slice(kept) + this.#coming.join('')
    this.#coming = []
    this.#comingLength = 0
    this.#lineEnd = null
    this.#at -= kept
    if (this.#begun) this.#begun.at = 0
  }

  #refuseLong(): never {
    const { maximo, refuse } = this.#rules
    return refuse(`lo que empieza en la línea ${this.#line} pasa de ${maximo} caracteres`)
  }

  #malformed(): never {
    return this.#rules.refuse(`el XML está mal formado a partir de la línea ${this.#line}`)
  }
}
