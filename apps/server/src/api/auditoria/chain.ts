import { createHash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/** An entry as the chain sees it. */
export interface ChainedEntry {
  id: string
  momento: Date
  usuario: string
  accion: string
  recurso: string
  recursoId: string | null
  detalle: Readonly<Record<string, unknown>>
}

/** SHA-256 over the hash before and the entry: changing, adding or removing one breaks every later hash (security rule 21). */
export function hashEntry(previous: Buffer | undefined, entry: ChainedEntry): Buffer {
  const { id, momento, usuario, accion, recurso, recursoId, detalle } = entry
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(0))
    .update(canonicalJson([id, momento.toISOString(), usuario, accion, recurso, recursoId, detalle]))
    .digest()
}
