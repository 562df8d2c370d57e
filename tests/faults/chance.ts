/** A look at each of its three files, where whoever starts them (`tools/run-chaos`) does not say for how long. */
const A_LOOK_MINUTES = 0.1

export const MINUTES = Number(process.env.CHAOS_MINUTES ?? A_LOOK_MINUTES)
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
