import { TreeReader, type XmlNode } from '../xml/read-tree.ts'
import { innerScope, type Scope, type TagName, type XmlScanner } from '../xml/scan-xml.ts'
import type { Reading } from './decoder.ts'
import { giveUp } from './give-up.ts'
import type { Manner, MannerKeeper } from './manner.ts'

const NONE: readonly Manner[] = []
const LESS = 60
const GREATER = 62
const SLASH = 47

/** Where the values of one message are read straight from its text. */
export class DirectReader {
  readonly scanner: XmlScanner
  readonly reading: Reading
  #scope: Scope
  #depth: number
  /** Where the tag that was read begins, and the space before it. */
  #begin = 0
  #before = 0
  /** How often it may still be found out how elements are written: for one message it is not worth more. */
  #learnings = 4
  readonly #learned = new Map<MannerKeeper, Manner[]>()

  constructor(
    scanner: XmlScanner,
    { scope, depth, reading }: { scope: Scope; depth: number; reading: Reading },
  ) {
    this.scanner = scanner
    this.#scope = scope
    this.reading = reading
    this.#depth = depth
  }

  get scope(): Scope {
    return this.#scope
  }

  /** Elements around those that come next. */
  get depth(): number {
    return this.#depth
  }

  /** Where the last child ended before that whose tag was read. */
  get before(): number {
    return this.#before
  }

  mayLearn(): boolean {
    return this.#learnings-- > 0
  }

  /** For the rest of this message. */
  learn(keeper: MannerKeeper, manner: Manner): void {
    const before = this.#learned.get(keeper)
    if (before) before.unshift(manner)
    else this.#learned.set(keeper, [manner])
  }

  learnedFor(keeper: MannerKeeper): readonly Manner[] {
    return this.#learned.get(keeper) ?? NONE
  }

  /** The message was accepted: what it taught is for those that come later too. */
  keepLearned(): void {
    for (const [keeper, manners] of this.#learned)
      for (const manner of manners.toReversed()) keeper.keep(manner)
  }

  /** What the tag that was read declares is in force in it; it may say nothing else. */
  declare(): void {
    if (this.isPlainTag) return
    const { scanner } = this
    const begin = scanner.at
    const attributes = scanner.readAttributes()
    scanner.checkReadable(begin, scanner.at)
    if (attributes.raw.length > 0 || !this.isPlainTag) giveUp()
    this.#scope = innerScope(attributes, this.#scope)
  }

  isAtEnd(): boolean {
    this.scanner.skipSpace()
    return this.scanner.at === this.scanner.text.length
  }

  /** The tag that was read, with the namespace that it has here. */
  resolve(name: TagName): TagName {
    this.scanner.uriOf(name, this.#scope)
    return name
  }

  /** Whether the tag that was read holds nothing but a name, and is not its own end. */
  get isPlainTag(): boolean {
    return this.scanner.text.charCodeAt(this.scanner.at) === GREATER
  }

  /** Passes the end of the start tag: what follows is in it. */
  enterContent(): void {
    this.scanner.at++
    this.#depth++
  }

  /** The name of the next element; null: the content has ended, and its end tag was passed. Text beside elements is for the tree. */
  nextChild(tag: string): TagName | null {
    const { scanner } = this
    const { text } = scanner
    this.#before = scanner.at
    if (text.charCodeAt(scanner.at) !== LESS) {
      scanner.skipSpace()
      if (text.charCodeAt(scanner.at) !== LESS) giveUp()
    }
    if (text.charCodeAt(scanner.at + 1) === SLASH) {
      scanner.passEnd(tag)
      this.#depth--
      return null
    }
    scanner.enter(this.#depth)
    this.#begin = scanner.at++
    return scanner.readTagName()
  }

  /** The element whose tag was read, as a node. */
  readNode(): XmlNode {
    const { scanner } = this
    const begin = this.#begin
    scanner.at = begin
    const node = new TreeReader(
      scanner,
      { refuse: giveUp },
      { scope: this.#scope, depth: this.#depth },
    ).readElement()
    scanner.checkReadable(begin, scanner.at)
    return node
  }
}
