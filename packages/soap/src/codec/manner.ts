import { splitQName } from '@div/contract'
import { namespaceOf, type Scope } from '../xml/scan-xml.ts'
import type { ReadText } from './element-text.ts'
import { giveUp } from './give-up.ts'
import type { compileFind, ReadField } from './read-fields.ts'

/** A field that holds only text. */
export interface Leaf extends ReadField {
  readText: ReadText
}

/** How an element was written, but for the texts of its leaves. */
export interface Manner {
  source: string
  /**
   * Matches where another one stands that is written so; each group is the text of a leaf. It is made of tags that were read, and each of
   * its groups ends at a `<`, which it cannot hold: it has one way to match, and takes as long as what it passes.
   */
  pattern: RegExp
  leaves: readonly Leaf[]
  /** Its fields, to be copied. */
  blank: Readonly<Record<string, unknown>>
  /** What the prefixes of its tags mean. */
  namespaces: ReadonlyMap<string, string>
}

/** Where manners are kept once the message was accepted in which they were found. */
export interface MannerKeeper {
  keep(manner: Manner): void
}

/** What the scanner takes as the text of a leaf without another look at it. */
const PLAIN_TEXT = String.raw`([^<&\]\x00-\x1f\ud800-\uffff]*)`
const PART = /<(\/?)([^<>/!?\s]+)>|[^<]+/gy
/** What an expression takes for more than itself. */
const SIGNS = /[\\^$.*+?()[\]{}|/]/g
/** Elements that are open where the text of a leaf stands. */
const LEAF_DEPTH = 2

/** How an element was written that was read tag by tag. Null: nothing can be told of it. */
export function findManner(
  sample: string,
  { scope, find }: { scope: Scope; find: ReturnType<typeof compileFind<Leaf>> },
): Manner | null {
  const outline = outlineOf(sample)
  if (outline === null) return null
  const names = outline.tags.map((tag) => resolve(tag, scope))
  const [own, ...others] = names
  const leaves = others.flatMap((name) => find(name, own?.uri ?? '') ?? [])
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

/** Whether its tags are of the elements here that they were of when it was found. */
export function isMeant({ namespaces }: Manner, scope: Scope): boolean {
  for (const [prefix, uri] of namespaces) if (namespaceOf(scope, prefix) !== uri) return false
  return true
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

/** A part of a text keeps all of it in memory. */
export function copyOf(text: string): string {
  return Buffer.from(text).toString()
}
