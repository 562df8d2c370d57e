/** How much a place far down still counts (Cormack, Clarke and Büttcher 2009). */
const K = 60

export interface Fused<Key> {
  key: Key
  puntuacion: number
  /** Its place in each list, from 1; null: it is not in it. */
  lugares: (number | null)[]
}

/** Reciprocal rank fusion: what stands high in several lists comes first. Of equal ones the order of the lists decides. */
export function fuseRanks<Key extends string>(lists: readonly (readonly Key[])[]): Fused<Key>[] {
  const fused = new Map<Key, Fused<Key>>()
  for (const [list, keys] of lists.entries()) {
    for (const [index, key] of keys.entries()) {
      const known = fused.get(key) ?? { key, puntuacion: 0, lugares: lists.map(() => null) }
      known.puntuacion += 1 / (K + index + 1)
      known.lugares[list] = index + 1
      fused.set(key, known)
    }
  }
  return [...fused.values()].toSorted((left, right) => right.puntuacion - left.puntuacion)
}
