import type { Hallazgo } from '@div/contract'
import type { NodoBadge } from './nodo-projection.ts'

/** What is found wrong with each node, as its badge says it. */
export function badgesOf(hallazgos: readonly Hallazgo[]): ReadonlyMap<string, NodoBadge> {
  const byNodo = Map.groupBy(hallazgos, ({ nodo }) => nodo)
  return new Map(
    [...byNodo].flatMap(([nodo, found]) => {
      if (nodo === null) return []
      const gravedad = found.some((each) => each.gravedad === 'error') ? 'error' : 'aviso'
      return [[nodo, { gravedad, text: found.map(({ mensaje }) => mensaje).join('\n') }] as const]
    }),
  )
}
