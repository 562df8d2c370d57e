/** One line of two texts laid over each other. */
export interface DiffLine {
  kind: 'igual' | 'quitada' | 'anadida'
  text: string
  /** Its number in the text before and in the text after, from 1; null where it does not stand. */
  before: number | null
  after: number | null
}

/** Lines alike that were left out between two changes. */
export interface DiffGap {
  kind: 'salto'
  count: number
}

/** Beyond so many changes what is left is told as one: nobody reads more, and looking for less takes the square of it. */
const MOST_CHANGES = 1_000

/** What to take away from one text and to add to it to get the other, in as few lines as can be (Myers, «An O(ND) Difference Algorithm», 1986). */
export function diffLines(before: string, after: string): DiffLine[] {
  const left = before === '' ? [] : before.split('\n')
  const right = after === '' ? [] : after.split('\n')
  const head = countAlike(left, right)
  const tail = countAlike(left.slice(head).toReversed(), right.slice(head).toReversed())
  const middle = walk(left.slice(head, left.length - tail), right.slice(head, right.length - tail))
  const kinds = [
    ...Array.from({ length: head }, () => 'igual' as const),
    ...middle,
    ...Array.from({ length: tail }, () => 'igual' as const),
  ]
  return number(kinds, left, right)
}

/** Of what stayed alike only `context` lines are left around each change. */
export function foldAlike(lines: readonly DiffLine[], context = 3): (DiffLine | DiffGap)[] {
  const near = new Set<number>()
  lines.forEach(({ kind }, index) => {
    if (kind === 'igual') return
    for (let place = index - context; place <= index + context; place++) near.add(place)
  })
  const folded: (DiffLine | DiffGap)[] = []
  lines.forEach((line, index) => {
    const last = folded.at(-1)
    if (near.has(index)) folded.push(line)
    else if (last?.kind === 'salto') last.count++
    else folded.push({ kind: 'salto', count: 1 })
  })
  return folded
}

function countAlike(left: readonly string[], right: readonly string[]): number {
  const most = Math.min(left.length, right.length)
  let count = 0
  while (count < most && left[count] === right[count]) count++
  return count
}

/** The way from the start of both texts to their ends with the fewest steps aside. */
function walk(left: readonly string[], right: readonly string[]): DiffLine['kind'][] {
  const rounds: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let changes = 0; changes <= Math.min(left.length + right.length, MOST_CHANGES); changes++) {
    rounds.push(furthest)
    furthest = new Map(furthest)
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(furthest, diagonal, changes)
        ? at(furthest, diagonal + 1)
        : at(furthest, diagonal - 1) + 1
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x++
      furthest.set(diagonal, x)
      if (x >= left.length && x - diagonal >= right.length) return trace(rounds, left.length, right.length)
    }
  }
  return [...left.map(() => 'quitada' as const), ...right.map(() => 'anadida' as const)]
}

/** Back along the rounds, from both ends to both starts. */
function trace(rounds: readonly Map<number, number>[], width: number, height: number): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = []
  let [x, y] = [width, height]
  for (let changes = rounds.length - 1; changes >= 0; changes--) {
    const furthest = rounds[changes] ?? new Map<number, number>()
    const diagonal = x - y
    const from = isDown(furthest, diagonal, changes) ? diagonal + 1 : diagonal - 1
    const [startX, startY] = changes === 0 ? [0, 0] : [at(furthest, from), at(furthest, from) - from]
    while (x > startX && y > startY) {
      kinds.push('igual')
      x--
      y--
    }
    if (changes === 0) break
    kinds.push(x === startX ? 'anadida' : 'quitada')
    x = startX
    y = startY
  }
  return kinds.toReversed()
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true
  return diagonal !== changes && at(furthest, diagonal - 1) < at(furthest, diagonal + 1)
}

function at(furthest: ReadonlyMap<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? 0
}

function number(
  kinds: readonly DiffLine['kind'][],
  left: readonly string[],
  right: readonly string[],
): DiffLine[] {
  let [before, after] = [0, 0]
  return kinds.map((kind) => {
    if (kind === 'quitada') return { kind, text: left[before++] ?? '', before, after: null }
    if (kind === 'anadida') return { kind, text: right[after++] ?? '', before: null, after }
    return { kind, text: left[before++] ?? '', before, after: ++after }
  })
}
