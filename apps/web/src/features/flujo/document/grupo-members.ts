import type { Flujo, Grupo } from '@div/contract'
import { type Anotaciones, anotacionesOf, keyOf } from './anotacion-key.ts'
import type { Posicion } from './flujo-command.ts'
import { rectOf } from './nodo-geometry.ts'
import { centreOf, holdsPoint, holdsRect, type Rect } from './rect.ts'

export function rectOfAnotacion({ posicion, tamano }: Pick<Grupo, 'posicion' | 'tamano'>): Rect {
  return { ...posicion, ...tamano }
}

/** The nodes whose middle lies within a frame. */
export function nodosWithin({ nodos }: Pick<Flujo, 'nodos'>, grupo: Grupo): readonly string[] {
  const frame = rectOfAnotacion(grupo)
  return nodos.filter((nodo) => holdsPoint(frame, centreOf(rectOf(nodo)))).map(({ id }) => id)
}

/** The frames and notes, by key, that lie within a frame; never itself, and of two alike the later within the earlier. */
export function anotacionesWithin(flujo: Anotaciones, grupo: Grupo): readonly string[] {
  const frame = rectOfAnotacion(grupo)
  const own = keyOf('grupos', grupo.id)
  const keys = anotacionesOf(flujo).map(([key]) => key)
  return anotacionesOf(flujo).flatMap(([key, { lista, item }]) => {
    const rect = rectOfAnotacion(item)
    if (key === own) return []
    if (lista === 'notas') return holdsPoint(frame, centreOf(rect)) ? [key] : []
    const isFirst = !holdsRect(rect, frame) || keys.indexOf(own) < keys.indexOf(key)
    return holdsRect(frame, rect) && isFirst ? [key] : []
  })
}

/** All that moves with a frame. */
function membersOf(flujo: Flujo, grupo: Grupo): readonly string[] {
  return [...nodosWithin(flujo, grupo), ...anotacionesWithin(flujo, grupo)]
}

/**
 * Places that a person gives to some of what is drawn, and those of what goes along: all that a moved frame holds, and a frame all of
 * whose nodes (two or more) are moved, unless they are to leave it. What is moved by itself is left where it was put.
 */
export function withFollowers(
  flujo: Flujo,
  places: ReadonlyMap<string, Posicion>,
  { leaving = false }: { leaving?: boolean } = {},
): ReadonlyMap<string, Posicion> {
  const { grupos = [] } = flujo
  if (grupos.length === 0 || places.size === 0) return places
  const stood = placesOf(flujo)
  const all = new Map(places)
  for (const grupo of grupos) {
    const leader = leaderOf(flujo, grupo, { places, leaving })
    const [from, to] = leader === undefined ? [] : [stood.get(leader), places.get(leader)]
    if (!from || !to) continue
    for (const follower of [keyOf('grupos', grupo.id), ...membersOf(flujo, grupo)]) {
      const place = stood.get(follower)
      if (place && !all.has(follower)) all.set(follower, shift(place, from, to))
    }
  }
  return all
}

/** What a frame and all that it holds goes along with. */
function leaderOf(
  flujo: Flujo,
  grupo: Grupo,
  { places, leaving }: { places: ReadonlyMap<string, Posicion>; leaving: boolean },
): string | undefined {
  const key = keyOf('grupos', grupo.id)
  if (places.has(key)) return key
  if (leaving) return undefined
  const nodos = nodosWithin(flujo, grupo)
  return nodos.length > 1 && nodos.every((id) => places.has(id)) ? nodos[0] : undefined
}

const shift = ({ x, y }: Posicion, from: Posicion, to: Posicion): Posicion => ({
  x: x + to.x - from.x,
  y: y + to.y - from.y,
})

/** Where everything stands that is drawn, by id or key. */
export function placesOf(flujo: Flujo): ReadonlyMap<string, Posicion> {
  return new Map([
    ...flujo.nodos.map(({ id, posicion }) => [id, posicion] as const),
    ...anotacionesOf(flujo).map(([key, { item }]) => [key, item.posicion] as const),
  ])
}

/** What is chosen, with all that the chosen frames hold. */
export function withMembers(
  flujo: Flujo,
  chosen: { nodos: ReadonlySet<string>; anotaciones: ReadonlySet<string> },
): { nodos: ReadonlySet<string>; anotaciones: ReadonlySet<string> } {
  const grupos = (flujo.grupos ?? []).filter(({ id }) => chosen.anotaciones.has(keyOf('grupos', id)))
  return {
    nodos: new Set([...chosen.nodos, ...grupos.flatMap((grupo) => nodosWithin(flujo, grupo))]),
    anotaciones: new Set([
      ...chosen.anotaciones,
      ...grupos.flatMap((grupo) => anotacionesWithin(flujo, grupo)),
    ]),
  }
}
