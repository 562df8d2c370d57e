import {
  type Conexion,
  conexionSchema,
  type Flujo,
  grupoSchema,
  mendReferences,
  type Nodo,
  nodoSchema,
  notaSchema,
} from '@div/contract'
import { z } from 'zod'
import { keyOf } from './anotacion-key.ts'
import type { Posicion } from './flujo-command.ts'
import { rectOfAnotacion, withMembers } from './grupo-members.ts'
import { rectOf } from './nodo-geometry.ts'
import { type ChangePlan, planAll, planAnnotate, planInsert } from './plan-change.ts'
import { boundsOf, clearBelow, type Rect } from './rect.ts'
import { type Names, namedNodos, renameWhole } from './rename-nodos.ts'

/** Nodes that were copied, with what joins them, frames and notes: what tabs and procesos hand to each other. */
export const copiedSchema = z.object({
  procesoId: z.string(),
  nodos: z.array(nodoSchema),
  conexiones: z.array(conexionSchema),
  grupos: z.array(grupoSchema).default([]),
  notas: z.array(notaSchema).default([]),
})
export type CopiedNodos = z.infer<typeof copiedSchema>

interface Chosen {
  nodos: ReadonlySet<string>
  anotaciones: ReadonlySet<string>
}

/** Null when there is nothing to copy. A frame brings along what it holds; an entrada is not copied: a proceso has its own. */
export function copyNodos(flujo: Flujo, chosen: Chosen, procesoId: string): CopiedNodos | null {
  const { nodos: ids, anotaciones } = withMembers(flujo, chosen)
  const nodos = flujo.nodos.filter(({ id, tipo }) => ids.has(id) && tipo !== 'entrada')
  const grupos = (flujo.grupos ?? []).filter(({ id }) => anotaciones.has(keyOf('grupos', id)))
  const notas = (flujo.notas ?? []).filter(({ id }) => anotaciones.has(keyOf('notas', id)))
  if (nodos.length + grupos.length + notas.length === 0) return null
  const taken = new Set(nodos.map(({ id }) => id))
  const isWithin = ({ origen, destino }: Conexion) => taken.has(origen) && taken.has(destino)
  return { procesoId, nodos, conexiones: flujo.conexiones.filter(isWithin), grupos, notas }
}

/** `3 nodos`, or what else there is. */
export function describeCopied({ nodos, grupos, notas }: CopiedNodos): string {
  const counts: readonly (readonly [number, string])[] = [
    [nodos.length, 'nodo'],
    [grupos.length, 'grupo'],
    [notas.length, 'nota'],
  ]
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ')
}

/** Beside where they were, and beside each other when they are put into one place again and again. */
const SHIFT = 40

interface PasteInto {
  procesoId: string
  /** Where the middle of them is to lie, or below what stands there. */
  at?: Posicion
  /** Ids that no copy gets although no node has them now. */
  taken?: ReadonlySet<string>
}

/** Puts copies into a drawing under ids of their own: what referred to a node that came along refers to its copy. */
export function planPaste(
  flujo: Flujo,
  copied: CopiedNodos,
  into: PasteInto,
): { plan: ChangePlan; ids: readonly string[]; keys: readonly string[] } {
  const { procesoId, nodos, conexiones } = copied
  const isSame = procesoId === into.procesoId
  const { names, strange } = namesOfCopies(flujo, copied, into)
  const lines = freeNames('c', flujo.conexiones, conexiones)
  const shift = freeShift(flujo, copied, shiftOf(flujo, copied, into.at))
  const known = new Set([...names.values(), ...(isSame ? flujo.nodos.map(({ id }) => id) : [])])
  const copies = nodos.map((nodo): Nodo => {
    const renamed = renameWhole(nodo, new Map([...strange, ...names]))
    return {
      ...shifted(renamed, shift),
      parametros: mendReferences(renamed.parametros, (referencia) => known.has(referencia.nodo)),
    }
  })
  const joined = conexiones.map((conexion) => ({
    ...conexion,
    id: lines.get(conexion.id) ?? conexion.id,
    origen: names.get(conexion.origen) ?? conexion.origen,
    destino: names.get(conexion.destino) ?? conexion.destino,
  }))
  const { plan, keys } = planPasteAnotaciones(flujo, copied, shift)
  return {
    plan: planAll([planInsert(flujo, { nodos: copies, conexiones: joined }), plan]),
    ids: [...names.values()],
    keys,
  }
}

/**
 * What copies are called. What was cut here comes back as the node that it was. `strange`: in another proceso an id is another node, so what
 * did not come along gets one that no node has, and is told as missing.
 */
function namesOfCopies(
  flujo: Flujo,
  { nodos, procesoId }: CopiedNodos,
  into: PasteInto,
): { names: Names; strange: Names } {
  const there = new Set(flujo.nodos.map(({ id }) => id))
  const isSame = procesoId === into.procesoId
  const back = isSame ? nodos.filter(({ id }) => !there.has(id)) : []
  const coming = new Set(nodos.map(({ id }) => id))
  const away = isSame ? [] : [...namedNodos(nodos)].filter((id) => there.has(id) && !coming.has(id))
  const others = [...namedNodos([...flujo.nodos, ...nodos]), ...(into.taken ?? [])].map((id) => ({ id }))
  const made = freeNames(
    'n',
    [...flujo.nodos, ...back, ...others],
    [...nodos.filter((nodo) => !back.includes(nodo)), ...away.map((id) => ({ id }))],
  )
  return {
    names: new Map(nodos.map(({ id }) => [id, made.get(id) ?? id])),
    strange: new Map(away.map((id) => [id, made.get(id) ?? id])),
  }
}

function planPasteAnotaciones(
  flujo: Flujo,
  copied: CopiedNodos,
  shift: Posicion,
): { plan: ChangePlan; keys: readonly string[] } {
  if (copied.grupos.length + copied.notas.length === 0) return { plan: null, keys: [] }
  const { grupos = [], notas = [] } = flujo
  const frames = freeNames('g', grupos, copied.grupos)
  const texts = freeNames('t', notas, copied.notas)
  const made = {
    grupos: copied.grupos.map((grupo) => ({
      ...shifted(grupo, shift),
      id: frames.get(grupo.id) ?? grupo.id,
    })),
    notas: copied.notas.map((nota) => ({ ...shifted(nota, shift), id: texts.get(nota.id) ?? nota.id })),
  }
  return {
    plan: planAnnotate(flujo, { grupos: [...grupos, ...made.grupos], notas: [...notas, ...made.notas] }),
    keys: [
      ...made.grupos.map(({ id }) => keyOf('grupos', id)),
      ...made.notas.map(({ id }) => keyOf('notas', id)),
    ],
  }
}

function shifted<Item extends { posicion: Posicion }>(item: Item, shift: Posicion): Item {
  return { ...item, posicion: { x: item.posicion.x + shift.x, y: item.posicion.y + shift.y } }
}

function shiftOf(flujo: Flujo, copied: CopiedNodos, at: Posicion | undefined): Posicion {
  const bounds = boundsOf([...standing(copied), ...copied.grupos.map(rectOfAnotacion)])
  if (at === undefined || bounds === null) return { x: SHIFT, y: SHIFT }
  const wanted = { ...bounds, x: at.x - bounds.ancho / 2, y: at.y - bounds.alto / 2 }
  const { x, y } = clearBelow(wanted, standing(flujo))
  return { x: Math.round(x - bounds.x), y: Math.round(y - bounds.y) }
}

/** A frame covers nothing: what comes into it belongs to it. */
function standing({ nodos, notas = [] }: Pick<Flujo, 'nodos' | 'notas'>): Rect[] {
  return [...nodos.map((nodo) => rectOf(nodo)), ...notas.map(rectOfAnotacion)]
}

/** No copy covers one that was put there before. */
function freeShift(flujo: Flujo, copied: CopiedNodos, wanted: Posicion): Posicion {
  const keyAt = ({ x, y }: Posicion) => `${x}/${y}`
  const listed = ({ nodos, grupos = [], notas = [] }: Pick<Flujo, 'nodos' | 'grupos' | 'notas'>) =>
    [...nodos, ...grupos, ...notas].map(({ posicion }) => posicion)
  const taken = new Set(listed(flujo).map(keyAt))
  const coming = listed(copied)
  let { x, y } = wanted
  while (coming.some((each) => taken.has(keyAt({ x: each.x + x, y: each.y + y })))) {
    x += SHIFT
    y += SHIFT
  }
  return { x, y }
}

/** For each that comes an id that nothing has yet. */
function freeNames(
  prefix: string,
  there: readonly { id: string }[],
  coming: readonly { id: string }[],
): Names {
  const taken = new Set(there.map(({ id }) => id))
  let next = 1
  return new Map(
    coming.map(({ id }) => {
      while (taken.has(`${prefix}${next}`)) next++
      taken.add(`${prefix}${next}`)
      return [id, `${prefix}${next}`]
    }),
  )
}
