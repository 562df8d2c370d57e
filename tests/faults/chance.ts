/** `npm run chaos` goes on for so long with each of its three files, at once: within ten minutes with all that they start. */
const CHAOS_MINUTES = 3
/** Among the other tests, in each of three files: with what they start and end they take a minute of the suite's ten, which has no room for more. */
const AMONG_OTHERS_MINUTES = 0.1

export const MINUTES = Number(
  process.env.CHAOS_MINUTES ??
    (process.env.npm_lifecycle_event === 'chaos' ? CHAOS_MINUTES : AMONG_OTHERS_MINUTES),
)
export const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000)

export interface Random {
  /** From 0 to below 1. */
  random(): number
  pick<Item>(items: readonly Item[]): Item
}

/** The same sequence for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    random,
    pick(items) {
      const item = items[Math.floor(random() * items.length)]
      if (item === undefined) throw new Error('there is nothing to pick')
      return item
    },
  }
}
