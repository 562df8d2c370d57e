import { type ErrorDeCampo, splitQName } from '@div/contract'
import { namespaceOf, type Scope } from '../xml/scan-xml.ts'
import type { DirectReader } from './direct-reader.ts'
import type { ReadText } from './element-text.ts'
import { giveUp } from './give-up.ts'
import { compileFind, type ReadField } from './read-fields.ts'

/** A field that holds only text. */
export interface Leaf extends ReadField {
  readText: ReadText
}

/** What the content of an element has to have; null: nothing. */
type Check = ((data: Readonly<Record<string, unknown>>, errores: ErrorDeCampo[]) => void) | null

/** How an element was written, but for the texts of its leaves. */
interface Manner {
  source: string
  /** Matches where another one stands that is written so; each group is the text of a leaf. */
  pattern: RegExp
  leaves: readonly Leaf[]
  /** Its fields, to be copied. */
  blank: Readonly<Record<string, unknown>>
  /** What the prefixes of its tags mean. */
  namespaces: ReadonlyMap<string, string>
}

/** Of clients that differ, and of elements that leave a field out. */
const MAX_MANNERS = 4
/** So many are there before it is worth while to find out how they are written. */
const LEAST_READ = 4
const MAX_SAMPLE = 8_192

/** What the scanner takes as the text of a leaf without another look at it. */
const PLAIN_TEXT = String.raw`([^<&\]\x00-\x1f\ud800-\uffff]*)`
const PART = /<(\/?)([^<>/!?\s]+)>|[^<]+/gy
/** What an expression takes for more than itself. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g
/** Elements that are open where the text of a leaf stands. */
const LEAF_DEPTH = 2

/**
 * Elements of a list that hold nothing but leaves. Once some were read tag by tag, those that follow are looked for as a whole: what is the
 * same but for plain texts in its leaves would be read the same. The expression that looks for them is made of tags that were read, and each of its groups
 * ends at a `<`, which it cannot hold: it has one way to match, and takes as long as what it passes.
 */
export class AlikeElements {
  readonly #find: ReturnType<typeof compileFind<Leaf>>
  readonly #check: Check
  readonly #manners: Manner[] = []

  constructor(leaves: readonly Leaf[], check: Check) {
    this.#find = compileFind(leaves)
    this.#check = check
  }

  /** The list from where the reader stands on; its last element was read tag by tag, from `begin` on. */
  goOn(reader: DirectReader, list: unknown[], begin: number): void {
    const { scanner, scope } = reader
    const end = scanner.at
    if (this.#readMore(reader, list) || list.length < LEAST_READ || end - begin > MAX_SAMPLE) return
    if (!reader.mayLearn()) return
    // A part of a text keeps all of it in memory.
    const manner = this.#learn(copyOf(scanner.text.slice(begin, end)), scope)
    if (manner === null) return
    this.#manners.unshift(manner)
    if (this.#manners.length > MAX_MANNERS) this.#manners.pop()
    this.#readMore(reader, list)
  }

  /** Whether there was any. */
  #readMore(reader: DirectReader, list: unknown[]): boolean {
    const before = list.length
    while (this.#manners.some((manner) => this.#readRun(manner, reader, list)));
    return list.length > before
  }

  #readRun(manner: Manner, reader: DirectReader, list: unknown[]): boolean {
    const { scanner, scope, reading } = reader
    const { pattern, leaves, blank } = manner
    pattern.lastIndex = scanner.at
    let found = pattern.exec(scanner.text)
    if (found === null || !isMeant(manner, scope)) return false
    for (; found !== null; found = pattern.exec(scanner.text)) {
      scanner.enter(reader.depth + 1, 1 + leaves.length)
      const data: Record<string, unknown> = { ...blank }
      for (let index = 0; index < leaves.length; index++) {
        const leaf = leaves[index]
        if (leaf) data[leaf.campo] = leaf.readText(found[index + 1] ?? '', scope, reading.errores)
      }
      this.#check?.(data, reading.errores)
      list.push(data)
      scanner.at = pattern.lastIndex
    }
    return true
  }

  /** Null: it is known, or nothing can be told of it. */
  #learn(sample: string, scope: Scope): Manner | null {
    const outline = outlineOf(sample)
    if (outline === null || this.#manners.some(({ source }) => source === outline.source)) return null
    const names = outline.tags.map((tag) => resolve(tag, scope))
    const [own, ...others] = names
    const leaves = others.flatMap((name) => this.#find(name, own?.uri ?? '') ?? [])
    if (leaves.length < others.length) return null
    const { source } = outline
    return {
      source,
      pattern: new RegExp(source, 'y'),
      leaves,
      blank: Object.fromEntries(leaves.map(({ campo }) => [campo, null])),
      namespaces: new Map(names.map(({ prefix, uri }) => [prefix, uri])),
    }
  }
}

/** What an expression looks for that matches such elements, and their tags: their own, and those of their leaves. */
interface Outline {
  source: string
  tags: readonly string[]
}

/** Of an element that was read, leaf by leaf. Null: it holds comments or sections, or tags with more than a name. */
function outlineOf(sample: string): Outline | null {
  const tags: string[] = []
  let source = ''
  let length = 0
  let depth = 0
  for (const [whole, slash, tag] of sample.matchAll(PART)) {
    length += whole.length
    // Texts beside leaves are space.
    if (tag !== undefined || depth < LEAF_DEPTH) source += whole.replace(SIGNS, '\\$&')
    if (tag === undefined) continue
    depth += slash === '' ? 1 : -1
    if (slash === '') tags.push(tag)
    if (slash === '' && depth === LEAF_DEPTH) source += PLAIN_TEXT
  }
  return length === sample.length ? { source, tags } : null
}

function resolve(tag: string, scope: Scope): { prefix: string; local: string; uri: string } {
  const { prefix, local } = splitQName(tag) ?? giveUp()
  return { prefix, local, uri: copyOf(namespaceOf(scope, prefix) ?? giveUp()) }
}

/** Whether its tags are of the elements here that they were of when it was learned. */
function isMeant({ namespaces }: Manner, scope: Scope): boolean {
  for (const [prefix, uri] of namespaces) if (namespaceOf(scope, prefix) !== uri) return false
  return true
}

function copyOf(text: string): string {
  return Buffer.from(text).toString()
}
