import type { Flujo } from '@div/contract'
import { flujoSchema } from '@div/contract'
import { z } from 'zod'

const entrySchema = z.object({ revision: z.int(), flujo: flujoSchema })
export interface JournalEntry {
  /** Of the version that it was drawn upon. */
  revision: number
  flujo: Flujo
}

/** What was drawn and is not on the server yet, where the end of a tab leaves it. */
export interface Journal {
  read: () => JournalEntry | null
  write: (entry: JournalEntry) => void
  clear: () => void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

export function openJournal(storage: Storage, procesoId: string): Journal {
  const key = `flujo:${procesoId}`
  return {
    read: () => parseEntry(storage.getItem(key)),
    write(entry) {
      try {
        storage.setItem(key, JSON.stringify(entry))
      } catch {
        // The browser has no room left for it: the server still gets every change.
        storage.removeItem(key)
      }
    },
    clear: () => storage.removeItem(key),
  }
}

/** Null of what another version of the product wrote. */
function parseEntry(text: string | null): JournalEntry | null {
  if (text === null) return null
  try {
    const { success, data } = entrySchema.safeParse(JSON.parse(text))
    return success ? data : null
  } catch {
    return null
  }
}

type Opening =
  /** What is stored, as it is. */
  | { kind: 'guardado' }
  /** What a tab left behind goes on. */
  | { kind: 'recuperado'; flujo: Flujo }
  /** It goes on, and somebody else stored another version meanwhile. */
  | { kind: 'conflicto'; flujo: Flujo }

/** What is drawn when a proceso is opened. */
export function planOpening(
  stored: { revision: number; flujo: Flujo },
  entry: JournalEntry | null,
  isEqual: (left: unknown, right: unknown) => boolean,
): Opening {
  if (entry === null || isEqual(entry.flujo, stored.flujo)) return { kind: 'guardado' }
  return { kind: entry.revision === stored.revision ? 'recuperado' : 'conflicto', flujo: entry.flujo }
}
