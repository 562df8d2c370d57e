import type { Flujo } from '@div/contract'
import { flujoSchema } from '@div/contract'
import { z } from 'zod'
import { isEqual } from '../../../shared/form/differences.ts'

const entrySchema = z.object({
  revision: z.int(),
  flujo: flujoSchema,
  base: flujoSchema.exactOptional(),
  enviado: flujoSchema.exactOptional(),
})
export interface JournalEntry {
  /** Of the version that it was drawn upon. */
  revision: number
  flujo: Flujo
  /** That version itself: what somebody else stored since is merged with it. */
  base?: Flujo
  /** What was sent and not answered: it may be stored already. */
  enviado?: Flujo
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
      const { revision, flujo } = entry
      // Of a large drawing, in a browser that is nearly full, at least what is drawn.
      const isWritten = [entry, { revision, flujo }].some((each) => tryWrite(storage, key, textOf(each)))
      // The browser has no room left for it: the server still gets every change.
      if (!isWritten) storage.removeItem(key)
    },
    clear: () => storage.removeItem(key),
  }
}

function tryWrite(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** What is drawn never changes in place: the text of each drawing, node and connection is made once, whatever else changes beside it. */
const texts = new WeakMap<object, string>()

function textOf({ revision, ...flujos }: JournalEntry): string {
  const fields = Object.entries(flujos).map(([name, flujo]) => `"${name}":${flujoText(flujo)}`)
  return `{"revision":${revision},${fields.join(',')}}`
}

function flujoText(flujo: Flujo): string {
  return remembered(flujo, () => {
    const fields = Object.entries(flujo).flatMap(([name, value]) => {
      if (!Array.isArray(value))
        return value === undefined ? [] : `${JSON.stringify(name)}:${JSON.stringify(value)}`
      const items = value.map((item: object) => remembered(item, () => JSON.stringify(item)))
      return `${JSON.stringify(name)}:[${items.join(',')}]`
    })
    return `{${fields.join(',')}}`
  })
}

function remembered(item: object, write: () => string): string {
  const text = texts.get(item) ?? write()
  texts.set(item, text)
  return text
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

/** Where a canvas begins: what it is drawn upon, and what is drawn. */
export interface Opening {
  revision: number
  base: Flujo
  flujo: Flujo
  /** Whether a tab left it behind. */
  isRecovered: boolean
}

/** What is drawn when a proceso is opened. What somebody else stored meanwhile is met when it is to be stored. */
export function planOpening(stored: { revision: number; flujo: Flujo }, entry: JournalEntry | null): Opening {
  const { revision, flujo: base } = stored
  if (entry === null || isEqual(entry.flujo, base)) return { revision, base, flujo: base, isRecovered: false }
  const left = { flujo: entry.flujo, isRecovered: true }
  const isOwn = entry.enviado !== undefined && isEqual(entry.enviado, base)
  if (entry.revision === revision || isOwn || entry.base === undefined) return { revision, base, ...left }
  return { revision: entry.revision, base: entry.base, ...left }
}
