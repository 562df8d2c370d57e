interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/** One durable write takes no more together: the first of them would wait for the last. */
const MAX_TOGETHER = 500

/**
 * Writes together what comes together: what comes while one write is under way goes into the next, so that a crowd shares the waiting for
 * the disk. `write` answers for each item in order; what it throws, each of them is told.
 */
export function groupWrites<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const together = waiting.splice(0, MAX_TOGETHER)
      try {
        const results = await write(together.map(({ item }) => item))
        for (const [index, { resolve }] of together.entries()) resolve(results[index] as Result)
      } catch (error) {
        // Which of them was to blame the next write will show.
        for (const { reject } of together) reject(error)
      }
    }
    isWriting = false
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
