import type { ResumenDeEjecuciones } from '@div/contract'

type Canal = ResumenDeEjecuciones['canalesMasLentos'][number]

/** The slowest that have a figure, each with its share of the slowest of all. */
export function slowestCanales(canales: readonly Canal[], count: number) {
  const measured = canales.flatMap(({ p95Ms, ...canal }) => (p95Ms === null ? [] : [{ ...canal, p95Ms }]))
  const slowest = measured.toSorted((left, right) => right.p95Ms - left.p95Ms).slice(0, count)
  const top = slowest[0]?.p95Ms ?? 0
  return slowest.map((canal) => ({ ...canal, share: top === 0 ? 0 : canal.p95Ms / top }))
}
