import { isDataError } from '../db/is-data-error.ts'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** One durable write takes no more together: the first of them would wait for the last. */
const MAX_TOGETHER = 500
/** Nor more characters than this, beside one that is larger by itself: no text, and no message to PostgreSQL, holds them all. */
const MAX_CHARS_TOGETHER = 8_000_000

/**
 * Writes together what comes together: what comes while one write is under way goes into the next, so that a crowd shares the waiting for
 * the disk. `write` answers for each item in order; what it throws, each of them is told, but where the data is refused: that is told only
 * the one whose data it is.
 */
export function groupWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  /** Characters of one. */
  sizeOf: (item: Item) => number = () => 0,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) await writeGroup(waiting.splice(0, countTogether()))
    isWriting = false
  }

  function countTogether(): number {
    let chars = 0
    const beyond = waiting.findIndex(({ item }, index) => {
      chars += sizeOf(item)
      return index === MAX_TOGETHER || (index > 0 && chars > MAX_CHARS_TOGETHER)
    })
    return beyond === -1 ? waiting.length : beyond
  }

  async function writeGroup(together: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(together.map(({ item }) => item))
      for (const [index, { resolve }] of together.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (together.length > 1 && isDataError(error)) return writeHalves(together)
      // Which of them was to blame the next write will show.
      for (const { reject } of together) reject(error)
    }
  }

  async function writeHalves(together: readonly Waiting<Item, Result>[]): Promise<void> {
    const half = Math.ceil(together.length / 2)
    await writeGroup(together.slice(0, half))
    await writeGroup(together.slice(half))
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isWriting) return
      isWriting = true
      // With all others of this turn.
      setImmediate(() => void writeAll())
    })
}
