import type { ErrorDeCampo } from '@div/contract'
import type { DirectReader } from './direct-reader.ts'
import { copyOf, findManner, isMeant, type Leaf, type Manner } from './manner.ts'
import { compileFind } from './read-fields.ts'

/** What the content of an element has to have; null: nothing. */
type Check = ((data: Readonly<Record<string, unknown>>, errores: ErrorDeCampo[]) => void) | null

/** Of clients that differ, and of elements that leave a field out. */
const MAX_MANNERS = 4
/** So many are there before it is worth while to find out how they are written. */
const LEAST_READ = 4
const MAX_SAMPLE = 8_192

/**
 * Elements of a list that hold nothing but leaves. Once some were read tag by tag, those that follow are looked for as a whole: what is the
 * same but for plain texts in its leaves would be read the same. What one message taught is for others once that was accepted.
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
    const manner = findManner(copyOf(scanner.text.slice(begin, end)), { scope, find: this.#find })
    if (manner === null || this.#known(reader).some(({ source }) => source === manner.source)) return
    reader.learn(this, manner)
    this.#readMore(reader, list)
  }

  keep(manner: Manner): void {
    this.#manners.unshift(manner)
    if (this.#manners.length > MAX_MANNERS) this.#manners.pop()
  }

  /** To this message. */
  #known(reader: DirectReader): readonly Manner[] {
    const learned = reader.learnedFor(this)
    return learned.length === 0 ? this.#manners : [...learned, ...this.#manners]
  }

  /** Whether there was any. */
  #readMore(reader: DirectReader, list: unknown[]): boolean {
    const before = list.length
    const manners = this.#known(reader)
    while (manners.some((manner) => this.#readRun(manner, reader, list)));
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
}
