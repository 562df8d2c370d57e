import type { Flujo } from '@div/contract'
import { z } from 'zod'

/** Outputs that test runs take as they are, by the id of their node. */
export type Fijados = Readonly<Record<string, unknown>>

export const NOTHING_PINNED: Fijados = {}

/** What a browser keeps of one proceso; more would crowd out what was drawn and not stored yet. */
const MAX_CHARS = 1_000_000

const fijadosSchema = z.record(z.string(), z.unknown())

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (procesoId: string) => `fijados:${procesoId}`

/** Only tests know of them: they stand in the browser, and in no document. */
export function readFijados(storage: Storage, procesoId: string): Fijados {
  try {
    const { success, data } = fijadosSchema.safeParse(JSON.parse(storage.getItem(keyOf(procesoId)) ?? '{}'))
    return success ? data : NOTHING_PINNED
  } catch {
    return NOTHING_PINNED
  }
}

/** False: there is no room for them. */
export function storeFijados(storage: Storage, procesoId: string, fijados: Fijados): boolean {
  if (Object.keys(fijados).length === 0) {
    storage.removeItem(keyOf(procesoId))
    return true
  }
  const text = JSON.stringify(fijados)
  if (text.length > MAX_CHARS) return false
  try {
    storage.setItem(keyOf(procesoId), text)
    return true
  } catch {
    return false
  }
}

export function withPin(fijados: Fijados, nodo: string, value: unknown): Fijados {
  return { ...fijados, [nodo]: value }
}

export function withoutPin(fijados: Fijados, nodo: string): Fijados {
  return Object.fromEntries(Object.entries(fijados).filter(([id]) => id !== nodo))
}

/** What of it is sent with a run: of nodes that are still there, and of a join what its split hands it. */
export function sentPins(fijados: Fijados, { nodos }: Pick<Flujo, 'nodos'>): Record<string, unknown> {
  return Object.fromEntries(
    nodos.flatMap(({ id, tipo, split }) => {
      if (!Object.hasOwn(fijados, id)) return []
      return [[tipo === 'splitter-join' ? String(split) : id, fijados[id]]]
    }),
  )
}
