import type { Flujo, Grupo, Nota } from '@div/contract'
import type { Posicion } from '../document/flujo-command.ts'
import { anotacionesWithin, nodosWithin, rectOfAnotacion } from '../document/grupo-members.ts'
import { rectOf } from '../document/nodo-geometry.ts'
import { FRAME_MARGINS, placeOf } from '../document/plan-anotaciones.ts'
import { type ChangePlan, planAll, planAnnotate, planMove } from '../document/plan-change.ts'
import { boundsOf, centreOf, hitBy, type Rect } from '../document/rect.ts'

/**
 * Nodes go to the places that were found for them, all of them together to where they stood before; frames are fitted to what they held,
 * and a note goes along with the node next to it. One step.
 */
export function planLayout(flujo: Flujo, found: ReadonlyMap<string, Posicion>): ChangePlan {
  const arranged = flujo.nodos.filter(({ id }) => found.has(id))
  const corner = cornerOf(arranged.map(({ posicion }) => posicion))
  const wanted = cornerOf(arranged.flatMap(({ id }) => found.get(id) ?? []))
  const places = new Map(
    arranged.flatMap(({ id }) => {
      const place = found.get(id)
      return place
        ? [[id, { x: place.x + corner.x - wanted.x, y: place.y + corner.y - wanted.y }] as const]
        : []
    }),
  )
  return planAll([planMove(flujo, places), planFit(flujo, places)])
}

function cornerOf(places: readonly Posicion[]): Posicion {
  if (places.length === 0) return { x: 0, y: 0 }
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) }
}

function planFit(flujo: Flujo, places: ReadonlyMap<string, Posicion>): ChangePlan {
  const { grupos, notas } = flujo
  if (!grupos && !notas) return null
  const rects = new Map(flujo.nodos.map((nodo) => [nodo.id, rectOf(nodo, places.get(nodo.id))]))
  const moved = notas?.map((nota) => followNext(flujo, nota, rects))
  const fitted = fitGrupos(flujo, grupos ?? [], { places, rects })
  const isSame =
    fitted.every((grupo, at) => grupo === grupos?.[at]) &&
    (moved ?? []).every((nota, at) => nota === notas?.[at])
  return isSame ? null : planAnnotate(flujo, { grupos: grupos && fitted, notas: moved })
}

interface Arranged {
  places: ReadonlyMap<string, Posicion>
  /** Of all nodes, as they come to stand. */
  rects: ReadonlyMap<string, Rect>
}

/** The smaller first, so that one around others holds them as they are fitted. */
function fitGrupos(flujo: Flujo, grupos: readonly Grupo[], { places, rects }: Arranged): Grupo[] {
  const fitted = new Map<string, Grupo>()
  const byArea = grupos.toSorted((left, right) => areaOf(left) - areaOf(right))
  for (const grupo of byArea) {
    const held = nodosWithin(flujo, grupo)
    const inner = anotacionesWithin({ grupos: [...grupos] }, grupo)
    if (!held.some((id) => places.has(id))) continue
    const bounds = boundsOf(
      [
        ...held.flatMap((id) => rects.get(id) ?? []),
        ...grupos.flatMap(({ id }) => {
          const within = inner.includes(`grupos:${id}`) ? fitted.get(id) : undefined
          return within ? [rectOfAnotacion(within)] : []
        }),
      ],
      FRAME_MARGINS,
    )
    if (bounds) fitted.set(grupo.id, { ...grupo, ...placeOf(bounds) })
  }
  return grupos.map((grupo) => fitted.get(grupo.id) ?? grupo)
}

const areaOf = ({ tamano }: Grupo) => tamano.ancho * tamano.alto

/** The nearest node takes a note along; where that stands on a node now, it goes above. */
function followNext(flujo: Flujo, nota: Nota, rects: ReadonlyMap<string, Rect>): Nota {
  const rect = rectOfAnotacion(nota)
  const centre = centreOf(rect)
  const distances = flujo.nodos.map((nodo) => {
    const other = centreOf(rectOf(nodo))
    return { nodo, distance: Math.hypot(other.x - centre.x, other.y - centre.y) }
  })
  const [nearest] = distances.toSorted((left, right) => left.distance - right.distance)
  const now = nearest && rects.get(nearest.nodo.id)
  if (!nearest || !now) return nota
  const { x, y } = nearest.nodo.posicion
  if (now.x === x && now.y === y) return nota
  const moved = { ...rect, x: rect.x + now.x - x, y: rect.y + now.y - y }
  return { ...nota, ...placeOf({ ...moved, y: clearAbove(moved, [...rects.values()]) }) }
}

const NOTE_GAP = 16

function clearAbove(rect: Rect, others: readonly Rect[]): number {
  let { y } = rect
  for (let hit = hitBy({ ...rect, y }, others); hit; hit = hitBy({ ...rect, y }, others))
    y = hit.y - rect.alto - NOTE_GAP
  return y
}
