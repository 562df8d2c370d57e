import { type WriteTogether, writeApart } from '../db/write-apart.ts'

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
 * the disk. `write` answers for each item in order; what it throws is told only those who are to blame for it (`writeApart`).
 */
export function groupWrites<Item, Result>(
  write: WriteTogether<Item, Result>,
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
    const outcomes = await writeApart(
      together.map(({ item }) => item),
      write,
    )
    for (const [index, { resolve, reject }] of together.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'fulfilled') resolve(outcome.value)
      else reject(outcome?.reason)
    }
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
