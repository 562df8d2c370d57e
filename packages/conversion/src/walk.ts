import { merge, type Punto } from './dibujo/datos.ts'
import { type Arista, type Componente, reach } from './grafo.ts'

/** What leaves each node by its outputs, node after node. Null for what nothing arrives at, since what led there was not taken. */
export function walk(
  { orden, entrantes }: Componente,
  convert: (id: string, entradas: readonly (Punto | null)[] | null) => readonly Punto[],
): void {
  const puntos = new Map<string, readonly Punto[]>()
  for (const id of orden) {
    const leading = entrantes.get(id) ?? []
    const entradas = entradasOf(leading, puntos)
    const isReached = leading.length === 0 || entradas.some((each) => each !== null)
    puntos.set(id, convert(id, isReached ? entradas : null))
  }
}

function entradasOf(
  leading: readonly Arista[],
  puntos: ReadonlyMap<string, readonly Punto[]>,
): (Punto | null)[] {
  const last = leading.reduce((most, { entrada }) => Math.max(most, entrada), -1)
  return Array.from({ length: last + 1 }, (_, index) =>
    merge(
      leading
        .filter(({ entrada }) => entrada === index)
        .flatMap(({ de, salida }) => puntos.get(de)?.[salida] ?? []),
    ),
  )
}

/** Does every way to a node lead by the other? Then what that one put out is surely there. */
export function passesBy(por: string, hasta: string, { orden, entrantes, salientes }: Componente): boolean {
  const roots = orden.filter((id) => (entrantes.get(id) ?? []).length === 0 && id !== por)
  const around = reach(roots, (id) => (salientes.get(id) ?? []).map(({ a }) => a).filter((a) => a !== por))
  return !around.has(hasta)
}

/** Does one lead to the other? */
export function leadsTo(desde: string, hasta: string, { salientes }: Componente): boolean {
  return reach([desde], (id) => (salientes.get(id) ?? []).map(({ a }) => a)).has(hasta)
}
