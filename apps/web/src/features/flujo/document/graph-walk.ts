import type { Flujo } from '@div/contract'

/** A node and all that come before it, the nearest first. */
export function leadingTo({ conexiones }: Pick<Flujo, 'conexiones'>, id: string): readonly string[] {
  const before = Map.groupBy(conexiones, ({ destino }) => destino)
  const seen = new Set([id])
  for (const each of seen) for (const { origen } of before.get(each) ?? []) seen.add(origen)
  return [...seen]
}

/** A node and all that come after it, the nearest first. */
export function comingAfter({ conexiones }: Pick<Flujo, 'conexiones'>, id: string): readonly string[] {
  const next = Map.groupBy(conexiones, ({ origen }) => origen)
  const seen = new Set([id])
  for (const each of seen) for (const { destino } of next.get(each) ?? []) seen.add(destino)
  return [...seen]
}
