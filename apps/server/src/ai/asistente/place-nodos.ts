import type { Conexion, Nodo } from '@div/contract'

type Posicion = Nodo['posicion']
type Lines = readonly Pick<Conexion, 'origen' | 'destino'>[]

/** Between the left edges of two columns, and the tops of two rows, as the canvas puts nodes. */
const COLUMN = 320
const ROW = 120
const ORIGIN: Posicion = { x: 0, y: 0 }

/**
 * Where nodes stand: new ones to the right of what leads to them, and what comes after them further to the right, so that all lines go on in
 * one direction. The others keep their places.
 */
export function placeNodos(
  ids: readonly string[],
  conexiones: Lines,
  known: ReadonlyMap<string, Posicion>,
): ReadonlyMap<string, Posicion> {
  const behind = reachedFrom(
    ids.filter((id) => !known.has(id)),
    conexiones,
  )
  const places = new Map<string, Posicion>()
  for (const id of ids) {
    const place = known.get(id)
    if (place && !behind.has(id)) places.set(id, place)
  }
  let waiting = ids.filter((id) => !places.has(id))
  while (waiting.length > 0) {
    const left = new Set(waiting)
    // In a circle, which the validator refuses, nobody is first.
    const next = waiting.find((each) => leadersOf(each, conexiones).every((leader) => !left.has(leader)))
    const id = next ?? waiting[0] ?? ''
    const leaders = leadersOf(id, conexiones).flatMap((leader) => places.get(leader) ?? [])
    places.set(id, freePlace(startOf(leaders, known.get(id), places), places))
    waiting = waiting.filter((each) => each !== id)
  }
  return places
}

function leadersOf(id: string, conexiones: Lines): string[] {
  return conexiones.filter(({ destino }) => destino === id).map(({ origen }) => origen)
}

/** The nodes themselves, and all that comes after them. */
function reachedFrom(ids: readonly string[], conexiones: Lines): ReadonlySet<string> {
  const reached = new Set(ids)
  for (const id of reached)
    for (const { origen, destino } of conexiones) if (origen === id) reached.add(destino)
  return reached
}

/** Behind the last of those that lead to it; of one that nothing leads to, below all that is placed. */
function startOf(
  leaders: readonly Posicion[],
  before: Posicion | undefined,
  places: ReadonlyMap<string, Posicion>,
): Posicion {
  const behind = leaders.length === 0 ? undefined : Math.max(...leaders.map(({ x }) => x)) + COLUMN
  if (before) return { x: Math.max(before.x, behind ?? before.x), y: before.y }
  if (behind !== undefined) return { x: behind, y: Math.min(...leaders.map(({ y }) => y)) }
  if (places.size === 0) return ORIGIN
  const placed = [...places.values()]
  return { x: Math.min(...placed.map(({ x }) => x)), y: Math.max(...placed.map(({ y }) => y)) + ROW }
}

function freePlace(wanted: Posicion, places: ReadonlyMap<string, Posicion>): Posicion {
  const isTaken = ({ x, y }: Posicion) =>
    places.values().some((place) => Math.abs(place.x - x) < COLUMN && Math.abs(place.y - y) < ROW)
  let place = wanted
  while (isTaken(place)) place = { ...place, y: place.y + ROW }
  return place
}
