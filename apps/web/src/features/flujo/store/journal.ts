import { FLUJO_VERSION, type Flujo, TIPOS_NODO } from '@div/contract'
import { z } from 'zod'
import { isEqual } from '../../../shared/form/differences.ts'
import { mergeFlujos } from '../document/merge-flujos.ts'

/** As much as a drawing needs to be drawn. What its fields may hold the server says: what it refuses must not be lost here. */
const drawnSchema = z
  .looseObject({
    version: z.literal(FLUJO_VERSION),
    nodos: z.array(
      z.looseObject({
        id: z.string(),
        tipo: z.enum(TIPOS_NODO),
        nombre: z.string(),
        posicion: z.object({ x: z.number(), y: z.number() }),
        parametros: z.array(z.looseObject({ nombre: z.string() })),
      }),
    ),
    conexiones: z.array(z.looseObject({ id: z.string(), origen: z.string(), destino: z.string() })),
  })
  .transform((drawn) => drawn as Flujo)

const entrySchema = z.object({
  revision: z.int(),
  momento: z.number().default(0),
  flujo: drawnSchema,
  base: drawnSchema.exactOptional(),
  enviado: drawnSchema.exactOptional(),
})
export interface JournalEntry {
  /** Of the version that it was drawn upon. */
  revision: number
  /** When it was written; epoch milliseconds. */
  momento: number
  flujo: Flujo
  /** That version itself: what somebody else stored since is merged with it. */
  base?: Flujo
  /** What was sent and not answered: it may be stored already. */
  enviado?: Flujo
}

/** What a tab left. */
export interface LeftEntry extends JournalEntry {
  pestana: string
}

/** What was drawn and is not on the server yet, where the end of a tab leaves it. */
export interface Journal {
  write: (entry: JournalEntry) => void
  clear: () => void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Whose drawing it is: nobody else is offered it. */
interface Owner {
  usuarioId: string
  procesoId: string
}

const prefixOf = ({ usuarioId, procesoId }: Owner) => `flujo:${usuarioId}:${procesoId}:`

/** Each tab has its own: what one stores leaves alone what another still waits to store. */
export function openJournal(storage: Storage, owner: Owner, pestana: string): Journal {
  const key = `${prefixOf(owner)}${pestana}`
  return {
    write(entry) {
      const { base: _base, enviado: _enviado, ...drawn } = entry
      // Of a large drawing, in a browser that is nearly full, at least what is drawn.
      const isWritten = [entry, drawn].some((each) => tryWrite(storage, key, textOf(each)))
      // The browser has no room left for it: the server still gets every change.
      if (!isWritten) storage.removeItem(key)
    },
    clear: () => storage.removeItem(key),
  }
}

/** The tabs that hold something of one drawing, or held it when they ended. */
export function listPestanas(storage: Storage, owner: Owner): readonly string[] {
  const prefix = prefixOf(owner)
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
  return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/** What tabs left, drawn upon the newest revision first; of those drawn upon the same one what was drawn last. */
export function readLeft(storage: Storage, owner: Owner, pestanas: readonly string[]): readonly LeftEntry[] {
  return pestanas
    .flatMap((pestana) => {
      const entry = parseEntry(storage.getItem(`${prefixOf(owner)}${pestana}`))
      return entry ? [{ pestana, ...entry }] : []
    })
    .toSorted((left, right) => right.revision - left.revision || right.momento - left.momento)
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

function textOf({ revision, momento, ...flujos }: JournalEntry): string {
  const fields = Object.entries(flujos).map(([name, flujo]) => `"${name}":${flujoText(flujo)}`)
  return `{"revision":${revision},"momento":${momento},${fields.join(',')}}`
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
  /** What other tabs left that cannot be had together with it: it stays where they left it until a person has chosen. */
  aparte: readonly LeftEntry[]
}

/**
 * What is drawn when a proceso is opened, with all that tabs left. What somebody else stored meanwhile is met when it is to be stored.
 */
export function planOpening(
  stored: { revision: number; flujo: Flujo },
  [first, ...others]: readonly LeftEntry[],
): Opening {
  return others.reduce(join, openWith(stored, first))
}

function openWith(stored: { revision: number; flujo: Flujo }, entry: JournalEntry | undefined): Opening {
  const { revision, flujo: base } = stored
  if (entry === undefined || isEqual(entry.flujo, base))
    return { revision, base, flujo: base, isRecovered: false, aparte: [] }
  const left = { flujo: entry.flujo, isRecovered: true, aparte: [] }
  const isOwn = entry.enviado !== undefined && isEqual(entry.enviado, base)
  if (entry.revision === revision || isOwn || entry.base === undefined) return { revision, base, ...left }
  return { revision: entry.revision, base: entry.base, ...left }
}

/** Two tabs of one person: nothing that either added is lost. */
function join(opening: Opening, left: LeftEntry): Opening {
  const { flujo, conflicts } = mergeFlujos(threeOf(left, opening))
  if (conflicts.length > 0) return { ...opening, aparte: [...opening.aparte, left] }
  return isEqual(flujo, opening.flujo) ? opening : { ...opening, flujo, isRecovered: true }
}

/** What is drawn, with what stood apart in the places that both changed. */
export function takeLeft(left: LeftEntry, drawn: Pick<Opening, 'base' | 'flujo'>): Flujo {
  const three = threeOf(left, drawn)
  const { conflicts } = mergeFlujos(three)
  return mergeFlujos(three, new Map(conflicts.map(({ id }) => [id, 'theirs']))).flujo
}

function threeOf(left: LeftEntry, { base, flujo }: Pick<Opening, 'base' | 'flujo'>) {
  return { base: left.base ?? base, mine: flujo, theirs: left.flujo }
}
