import {
  type Conexion,
  conexionSchema,
  type Flujo,
  mendReferences,
  type Nodo,
  nodoSchema,
} from '@div/contract'
import { z } from 'zod'
import type { Posicion } from './flujo-command.ts'
import { type ChangePlan, planInsert } from './plan-change.ts'
import { type Names, renameNodos } from './rename-nodos.ts'

/** Nodes that were copied, with what joins them: what tabs and procesos hand to each other. */
export const copiedSchema = z.object({
  procesoId: z.string(),
  nodos: z.array(nodoSchema).min(1),
  conexiones: z.array(conexionSchema),
})
export type CopiedNodos = z.infer<typeof copiedSchema>

/** Null when there is nothing to copy. An entrada is not copied: a proceso has its own. */
export function copyNodos(flujo: Flujo, ids: ReadonlySet<string>, procesoId: string): CopiedNodos | null {
  const nodos = flujo.nodos.filter(({ id, tipo }) => ids.has(id) && tipo !== 'entrada')
  if (nodos.length === 0) return null
  const taken = new Set(nodos.map(({ id }) => id))
  const isWithin = ({ origen, destino }: Conexion) => taken.has(origen) && taken.has(destino)
  return { procesoId, nodos, conexiones: flujo.conexiones.filter(isWithin) }
}

/** Beside where they were. */
const SHIFT = 40

/** Puts copies into a drawing under ids of their own: what referred to a node that came along refers to its copy. */
export function planPaste(
  flujo: Flujo,
  { procesoId, nodos, conexiones }: CopiedNodos,
  into: { procesoId: string; at?: Posicion },
): { plan: ChangePlan; ids: readonly string[] } {
  const names = freeNames('n', flujo.nodos, nodos)
  const lines = freeNames('c', flujo.conexiones, conexiones)
  const shift = shiftOf(nodos, into.at)
  const known = new Set([
    ...names.values(),
    // In another proceso the same id is another node.
    ...(procesoId === into.procesoId ? flujo.nodos.map(({ id }) => id) : []),
  ])
  const copies = nodos.map((nodo): Nodo => {
    const { posicion } = nodo
    const renamed = renameNodos(nodo, names)
    return {
      ...renamed,
      id: names.get(nodo.id) ?? nodo.id,
      posicion: { x: posicion.x + shift.x, y: posicion.y + shift.y },
      parametros: mendReferences(renamed.parametros, (referencia) => known.has(referencia.nodo)),
    }
  })
  const joined = conexiones.map((conexion) => ({
    ...conexion,
    id: lines.get(conexion.id) ?? conexion.id,
    origen: names.get(conexion.origen) ?? conexion.origen,
    destino: names.get(conexion.destino) ?? conexion.destino,
  }))
  return { plan: planInsert(flujo, { nodos: copies, conexiones: joined }), ids: [...names.values()] }
}

function shiftOf(nodos: readonly Nodo[], at: Posicion | undefined): Posicion {
  if (at === undefined) return { x: SHIFT, y: SHIFT }
  const left = Math.min(...nodos.map(({ posicion }) => posicion.x))
  const top = Math.min(...nodos.map(({ posicion }) => posicion.y))
  return { x: Math.round(at.x - left), y: Math.round(at.y - top) }
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
