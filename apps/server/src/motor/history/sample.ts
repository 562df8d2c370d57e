import {
  Binario,
  isPlainObject,
  MASK,
  MORE,
  moreChars,
  moreFields,
  moreItems,
  type SecretosDeEjecucion,
} from '@div/contract'
import type { Campos } from '@div/engine'
import { type Mascaras, NO_MASKS, normalizeField } from './mascaras.ts'
import { NO_SECRETS, type SecretScope } from './secret-scope.ts'

const MASKED = JSON.stringify(MASK)
const MAX_DEPTH = 16
/** Fields whose value is never kept, compared without case, hyphens and underscores. */
const SECRET_NAMES = new Set([
  'contrasena',
  'contraseña',
  'password',
  'passwd',
  'passphrase',
  'secret',
  'secreto',
  'clientsecret',
  'token',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'apikey',
  'xapikey',
  'authorization',
  'proxyauthorization',
  'cookie',
  'setcookie',
  'privatekey',
  'claveprivada',
  'clavesecreta',
  'cvv',
])
const MAX_KNOWN_NAMES = 5_000

/** Characters beyond a cut in which the end of something may stand that begins before it. */
const BEYOND_CUT = 256

/** Items of a list, characters of a text and bytes beyond which a value is not kept alive for its sample. */
const BULKY = 256

/** A sample that has been written already. */
export class Muestra {
  readonly json: string
  /** The value did not fit into it. */
  readonly isCut: boolean

  constructor(json: string, isCut = false) {
    this.json = json
    this.isCut = isCut
  }
}

/** How a field is written: its JSON text and whether its value is hidden. Names repeat from run to run. */
interface KnownName {
  text: string
  isSecret: boolean
}

/** Of one run: what a node gathered another hands on, in an object of its own. */
type KnownLists = Map<readonly unknown[], KnownList>

/** A list that was written, and what that took. */
interface KnownList {
  depth: number
  whole: number
  size: number
  text: string
}

/** Fewer items are written again as quickly as found. */
const SHARED_ITEMS = 4

/**
 * Writes values as JSON text for the history: bounded, with secret fields hidden. What does not fit is left out and says so, so that the
 * text is always whole JSON.
 */
export function createSampler({
  maxChars,
  maxItems = Number.POSITIVE_INFINITY,
  mascaras = NO_MASKS,
}: {
  maxChars: number
  /** Of each list. */
  maxItems?: number
  mascaras?: Mascaras
}) {
  const { hideIn } = mascaras
  const names = new Map<string, KnownName>()
  // Shared by one sample's recursion; samples are written one after another.
  let left = 0
  let wholeItems = 0
  let secretos: SecretosDeEjecucion = NO_SECRETS
  let lists: KnownLists | null = null

  function knownName(name: string): KnownName {
    const known = names.get(name)
    if (known) return known
    if (names.size >= MAX_KNOWN_NAMES) names.clear()
    const normalized = normalizeField(name)
    const fresh = {
      text: `${JSON.stringify(name)}:`,
      isSecret: SECRET_NAMES.has(normalized) || mascaras.hidesField(normalized),
    }
    names.set(name, fresh)
    return fresh
  }

  function writeText(text: string): string {
    const room = Math.max(left, 0)
    if (hideIn !== null && text.length > room + BEYOND_CUT) return writeBeginning(text, hideIn)
    const value = hideIn === null ? text : hideIn(text)
    if (value.length <= left) {
      left -= value.length + 2
      return quote(value)
    }
    // Hidden before it is cut: half a secret is not recognised any more.
    const clean = secretos.redact(value)
    const kept = clean.slice(0, room)
    left = 0
    return JSON.stringify(`${kept}${moreChars(clean.length - kept.length)}`)
  }

  /** Of a text that is cut anyway: what is cut off is not looked through. */
  function writeBeginning(text: string, hide: (text: string) => string): string {
    const room = Math.max(left, 0)
    const looked = hide(secretos.redact(text).slice(0, room + BEYOND_CUT))
    // What begins in its last part may end where nobody has looked.
    const kept = looked.slice(0, Math.min(room, Math.max(looked.length - BEYOND_CUT, 0)))
    left = 0
    return JSON.stringify(`${kept}${moreChars(text.length - kept.length)}`)
  }

  function writeList(items: readonly unknown[], depth: number): string {
    const known = lists?.get(items)
    if (known !== undefined && known.depth === depth && known.whole === wholeItems && known.size <= left) {
      left -= known.size
      return known.text
    }
    const before = left
    const text = writeItems(items, depth)
    // Cut short it is another the next time.
    if (left > 0 && items.length >= SHARED_ITEMS) {
      lists ??= new Map()
      lists.set(items, { depth, whole: wholeItems, size: before - left, text })
    }
    return text
  }

  function writeItems(items: readonly unknown[], depth: number): string {
    const most = items.length <= wholeItems ? items.length : maxItems
    let text = '['
    for (let index = 0; index < items.length; index++) {
      if (index > 0) text += ','
      if (left <= 0 || index >= most) return `${text}${JSON.stringify(moreItems(items.length - index))}]`
      text += write(items[index], depth + 1)
    }
    return `${text}]`
  }

  function writeFields(value: Record<string, unknown>, depth: number): string {
    let text = '{'
    const fields = Object.keys(value)
    let rest = fields.length
    for (const name of fields) {
      rest--
      const field = value[name]
      if (field === undefined || typeof field === 'function') continue
      if (text.length > 1) text += ','
      if (left <= 0) return `${text}${JSON.stringify(MORE)}:${JSON.stringify(moreFields(rest + 1))}}`
      const { text: written, isSecret } = knownName(name)
      left -= written.length
      text += written + (isSecret ? MASKED : write(field, depth + 1))
    }
    return `${text}}`
  }

  function writeObject(value: object, depth: number): string {
    if (depth >= MAX_DEPTH) return '"…"'
    if (Array.isArray(value)) return writeList(value, depth)
    if (isPlainObject(value) && value.toJSON === undefined) return writeFields(value, depth)
    if (value instanceof Muestra) return value.json
    if (value instanceof Binario) return JSON.stringify(`(binario de ${value.bytes.length} bytes)`)
    if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(), depth + 1)
    return writeFields({ ...value }, depth)
  }

  function write(value: unknown, depth: number): string {
    switch (typeof value) {
      case 'string':
        return writeText(value)
      case 'number':
        left -= 6
        if (hideIn !== null && hideIn(String(value)) !== String(value)) return MASKED
        return Number.isFinite(value) ? String(value) : 'null'
      case 'boolean':
        left -= 5
        return value ? 'true' : 'false'
      case 'object':
        return value === null ? 'null' : writeObject(value, depth)
      default:
        return 'null'
    }
  }

  function writeSample(value: unknown, scope: SecretosDeEjecucion, whole = 0): string {
    left = maxChars
    wholeItems = whole
    secretos = scope
    return write(value, 0)
  }

  /** The sample of a value as it is now, whatever its size. */
  function take(value: unknown, scope: SecretosDeEjecucion): Muestra {
    const muestra = new Muestra(writeSample(value, scope), left <= 0)
    // The lists in it are no longer needed by anybody.
    lists = null
    return muestra
  }

  return {
    /**
     * What a span holds of a value until its run is written: the value itself while it is small, else its sample, so that history keeps
     * no big output alive.
     */
    hold(value: unknown, scope: SecretosDeEjecucion): unknown {
      return isBulky(value) ? take(value, scope) : value
    },

    take,

    /**
     * Begins a run. Its samples share what they have in common: one node's output is the next one's input, the very same object.
     * Answers the function that writes a value as JSON text of about `maxChars` characters at most, without the secrets of the run
     * and the fields that are hidden; lists of no more than `whole` items are written whole.
     */
    begin(scope: SecretScope): (value: unknown, ocultos?: Campos | null, whole?: number) => string {
      if (scope.hidesAll) return () => MASKED
      let own: KnownLists | null = null
      const writeClean = (value: unknown, whole = 0) => {
        lists = own
        const text = writeSample(value, scope, whole)
        own = lists
        // Nothing of the run is kept beyond it.
        lists = null
        return scope.redactJson(text)
      }
      let previous: unknown
      let previousText = ''
      let beforeThat: unknown
      let beforeThatText = ''
      return (value, ocultos = null, whole = 0) => {
        if (ocultos !== null) return writeClean(hideCampos(value, ocultos))
        if (typeof value !== 'object' || value === null) return writeClean(value)
        if (value === previous) return previousText
        if (value === beforeThat) return beforeThatText
        beforeThat = previous
        beforeThatText = previousText
        previous = value
        previousText = writeClean(value, whole)
        return previousText
      }
    },
  }
}

/** Longer texts are written by JSON itself, which copies them at once. */
const SHORT_TEXT = 24
const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const BEYOND_ASCII = 0x7f

/** JSON of a text. Short ones of plain letters, as most are, need nothing but quotes. */
function quote(text: string): string {
  if (text.length > SHORT_TEXT) return JSON.stringify(text)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < SPACE || code >= BEYOND_ASCII || code === QUOTE || code === BACKSLASH)
      return JSON.stringify(text)
  }
  return `"${text}"`
}

/** The value with these fields masked; whole when it has no fields. */
export function hideCampos(value: unknown, ocultos: Campos): unknown {
  if (value instanceof Muestra)
    return new Muestra(JSON.stringify(hideCampos(JSON.parse(value.json), ocultos)))
  if (ocultos === 'todo' || typeof value !== 'object' || value === null || Array.isArray(value)) return MASK
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, ocultos.includes(name) ? MASK : field]),
  )
}

/** Looks two levels deep, which is where the rows of a reading are. */
function isBulky(value: unknown): boolean {
  if (isLarge(value)) return true
  if (Array.isArray(value)) return value.some(isLarge)
  if (!isPlainObject(value))
    return typeof value === 'object' && value !== null && Object.values(value).some(isLarge)
  // What plain data has that can be enumerated is its own.
  for (const name in value) if (isLarge(value[name])) return true
  return false
}

function isLarge(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length > BULKY
  return value instanceof Binario && value.bytes.length > BULKY
}

export type Sampler = ReturnType<typeof createSampler>
