import type { Adjunto } from '@div/contract'

/** What is written in a conversation and was not said yet. */
export interface Borrador {
  texto: string
  adjuntos: readonly Adjunto[]
}

/** By conversation. Null: the one that is stored with its first message. */
export type Borradores = ReadonlyMap<string | null, Borrador>

export const VACIO: Borrador = { texto: '', adjuntos: [] }

export function borradorOf(borradores: Borradores, id: string | null): Borrador {
  return borradores.get(id) ?? VACIO
}

export function changeBorrador(
  borradores: Borradores,
  id: string | null,
  change: (borrador: Borrador) => Borrador,
): Borradores {
  return new Map(borradores).set(id, change(borradorOf(borradores, id)))
}

/** What could not be said stands there again, unless something else does by now. */
export function giveBack(borradores: Borradores, id: string | null, said: Borrador): Borradores {
  return changeBorrador(borradores, id, ({ texto, adjuntos }) => ({
    texto: texto === '' ? said.texto : texto,
    adjuntos: adjuntos.length === 0 ? said.adjuntos : adjuntos,
  }))
}

/** What was written in a new conversation goes along with it once that is stored. */
export function storeNuevo(borradores: Borradores, id: string): Borradores {
  const moved = giveBack(borradores, id, borradorOf(borradores, null))
  return changeBorrador(moved, null, () => VACIO)
}
