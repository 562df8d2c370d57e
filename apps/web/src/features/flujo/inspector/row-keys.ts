export interface RowKeys {
  rows: readonly { text: string; key: number }[]
  /** Of the row that comes next. */
  free: number
}

/**
 * The keys of rows that have nothing of their own to be known by. A row that is as before keeps its key wherever it is; one that is not
 * there any more gives its key to the one in its place, which is it, edited.
 */
export function keepRowKeys(before: RowKeys | null, rows: readonly unknown[]): RowKeys {
  const texts = rows.map((row) => JSON.stringify(row) ?? '')
  const old = before?.rows ?? []
  if (before && old.length === texts.length && texts.every((text, at) => text === old[at]?.text))
    return before
  const taken = new Map<number, number>()
  const left = new Set(old.keys())
  // Where it stood comes before any other place: of two that are alike each keeps its own.
  const ways: ((text: string, at: number) => number | undefined)[] = [
    (text, at) => (old[at]?.text === text ? at : undefined),
    (text) => [...left].find((each) => old[each]?.text === text),
    (_, at) => at,
  ]
  for (const find of ways) {
    for (const [at, text] of texts.entries()) {
      const from = taken.has(at) ? undefined : find(text, at)
      if (from !== undefined && left.delete(from)) taken.set(at, from)
    }
  }
  let free = before?.free ?? 0
  const next = texts.map((text, at) => ({ text, key: old[taken.get(at) ?? -1]?.key ?? free++ }))
  return { rows: next, free }
}
