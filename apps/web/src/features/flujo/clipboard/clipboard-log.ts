import { z } from 'zod'

/** How many operations are remembered. */
export const LOG_ENTRIES = 100

const entrySchema = z.object({
  /** Epoch milliseconds. */
  at: z.number(),
  operacion: z.enum(['copiar', 'pegar', 'vaciar']),
  /** Name of the proceso in which it was done. */
  proceso: z.string(),
  /** `Buscar (n2)`: where parameters came from and where they went. */
  de: z.string().nullable(),
  a: z.string().nullable(),
  cuantos: z.int(),
  /** Why it was refused; null: it was done. */
  motivo: z.string().nullable(),
})
export type ClipboardEntry = z.infer<typeof entrySchema>

/** The newest first; beyond so many the oldest are forgotten. */
export function addEntry(
  entries: readonly ClipboardEntry[],
  entry: ClipboardEntry,
): readonly ClipboardEntry[] {
  return [entry, ...entries].slice(0, LOG_ENTRIES)
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

export const LOG_KEY = 'lienzo:registro-clipboard'

/** Nothing of what another version of the product or another program wrote. */
export function readLog(storage: Storage): readonly ClipboardEntry[] {
  try {
    return z.array(entrySchema).safeParse(JSON.parse(storage.getItem(LOG_KEY) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

export function writeEntry(storage: Storage, entry: ClipboardEntry): void {
  try {
    storage.setItem(LOG_KEY, JSON.stringify(addEntry(readLog(storage), entry)))
  } catch {
    // The browser has no room left for it: the operation itself counts more than its record.
  }
}
