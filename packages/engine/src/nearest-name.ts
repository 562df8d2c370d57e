/** The name that was probably meant by one that does not exist; null when none is close. */
export function nearestName(name: string, candidates: readonly string[]): string | null {
  let best: { candidate: string; distance: number } | null = null
  for (const candidate of candidates) {
    // One slip in three letters: further away it is another word.
    const most = Math.floor(candidate.length / 3)
    if (Math.abs(candidate.length - name.length) > most) continue
    const distance = editDistance(fold(name), fold(candidate))
    if (distance <= most && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { candidate, distance }
  }
  return best?.candidate ?? null
}

/** Capitals and accents are no slip at all. */
function fold(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Levenshtein's, row by row. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let at = 0; at < left.length; at++) {
    const next = [at + 1]
    for (let to = 0; to < right.length; to++) {
      const replaced = (row[to] ?? 0) + (left[at] === right[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
