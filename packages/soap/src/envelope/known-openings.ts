import { giveUp } from '../codec/give-up.ts'
import { type OpenNode, TreeReader } from '../xml/read-tree.ts'
import { type ScanRules, XmlScanner } from '../xml/scan-xml.ts'
import { type Envelope, isBody, readEnvelope } from './envelope.ts'

/** A message up to the start tag of its body, and with it. */
export interface Opening {
  text: string
  at: number
  /** Of elements. */
  count: number
  envelope: Envelope
  /** Envelope and body. */
  open: readonly [OpenNode, OpenNode]
}

/** Of clients that differ: each writes the same before every body. */
const MAX_KNOWN = 4
const MAX_LENGTH = 1_024

/** How the last messages began that were read directly. What begins alike, to the letter, was read and judged already. */
export class KnownOpenings {
  readonly #rules: Omit<ScanRules, 'refuse'>
  readonly #known: Opening[] = []

  constructor(rules: Omit<ScanRules, 'refuse'>) {
    this.#rules = rules
  }

  /** What is known, or else what there is; the scanner stands behind it. Gives up on what is no envelope with a body. */
  pass(scanner: XmlScanner): Opening {
    const { text } = scanner
    for (const opening of this.#known) {
      if (!text.startsWith(opening.text)) continue
      scanner.resume(opening)
      return opening
    }
    return openBody(scanner)
  }

  /** Its message could be read: others will begin like it. Headers are of one message. */
  keep({ text, envelope }: Opening): void {
    if (text.length > MAX_LENGTH || envelope.headers.length > 0) return
    if (this.#known.some((known) => known.text === text)) return
    // A part of a text keeps all of it in memory; and so do names that were read from it.
    const copy = Buffer.from(text).toString()
    this.#known.unshift(openBody(new XmlScanner(copy, { ...this.#rules, refuse: giveUp })))
    if (this.#known.length > MAX_KNOWN) this.#known.pop()
  }
}

function openBody(scanner: XmlScanner): Opening {
  const opening = new TreeReader(scanner, { refuse: giveUp, stopsAt: isBody })
  const root = opening.readDocument()
  const { at, count } = scanner
  scanner.checkReadable(0, at)
  const envelope = readEnvelope(root, giveUp) ?? giveUp()
  const [first, second, ...more] = opening.open
  if (!first || second !== envelope.body || more.length > 0) giveUp()
  return { text: scanner.text.slice(0, at), at, count, envelope, open: [first, second] }
}
