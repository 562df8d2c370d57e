import { AISLAMIENTOS, type Aislamiento, type Flujo, type Nodo } from '@div/contract'
import { type ChangePlan, planAll, planChangeNodo } from './plan-change.ts'

/** The calls that stand or fall together. */
export interface Transaccion {
  nombre: string
  /** Null: none of them says, and the usual one holds. */
  aislamiento: Aislamiento | null
  miembros: readonly Nodo[]
}

/** The transactions of a servidor, as they are first met in the drawing. */
export function transaccionesOf(
  { nodos }: Pick<Flujo, 'nodos'>,
  servidorId: unknown,
): readonly Transaccion[] {
  const members = nodos.filter((nodo) => nodo.servidorId === servidorId && transaccionOf(nodo) !== null)
  return [...Map.groupBy(members, (nodo) => transaccionOf(nodo) ?? '')].map(([nombre, miembros]) => ({
    nombre,
    aislamiento: miembros.map(aislamientoOf).find((each) => each !== null) ?? null,
    miembros,
  }))
}

/** The name of the transaction that a node runs in; null: none. */
export function transaccionOf({ tipo, transaccion }: Nodo): string | null {
  return tipo === 'proceso' && typeof transaccion === 'string' && transaccion !== '' ? transaccion : null
}

function aislamientoOf({ aislamiento }: Nodo): Aislamiento | null {
  return AISLAMIENTOS.find((each) => each === aislamiento) ?? null
}

/** A node joins a transaction, with its isolation level, or leaves the one it is in. */
export function planTransaccion(flujo: Flujo, nodo: Nodo, nombre: string | null): ChangePlan {
  const joined = transaccionesOf(flujo, nodo.servidorId).find((each) => each.nombre === nombre)
  return planChangeNodo(flujo, nodo.id, {
    transaccion: nombre ?? undefined,
    aislamiento: joined?.aislamiento ?? undefined,
  })
}

/** All nodes of a transaction say its isolation level: whichever of them goes, it stays. */
export function planAislamiento(flujo: Flujo, nodo: Nodo, aislamiento: Aislamiento | null): ChangePlan {
  const own = transaccionesOf(flujo, nodo.servidorId).find(({ nombre }) => nombre === transaccionOf(nodo))
  return planAll(
    (own?.miembros ?? []).map(({ id }) =>
      planChangeNodo(flujo, id, { aislamiento: aislamiento ?? undefined }),
    ),
  )
}

/** The servidor of a transaction that is so called and that a node of another servidor cannot join; null: there is none. */
export function otherServidorOf(
  { nodos }: Pick<Flujo, 'nodos'>,
  { servidorId, nombre }: { servidorId: unknown; nombre: string },
): string | null {
  const other = nodos.find((nodo) => nodo.servidorId !== servidorId && transaccionOf(nodo) === nombre)
  return typeof other?.servidorId === 'string' ? other.servidorId : null
}

/** A name that no transaction of the drawing has: they are told apart by it, whatever their servidor. */
export function freeTransaccion({ nodos }: Pick<Flujo, 'nodos'>): string {
  const taken = new Set(nodos.map(transaccionOf))
  let next = 1
  while (taken.has(`transaccion${next}`)) next++
  return `transaccion${next}`
}
