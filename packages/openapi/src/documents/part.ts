import { isPlainObject, resolveLocation } from '@div/contract'

/** Parsed documents, by where they lie. */
export type Documents = ReadonlyMap<string, unknown>

/** References that lead to references. */
const HOPS = 50

/** A place in a document. References (`$ref`) are followed wherever one is met; what leads nowhere is a part without a value. */
export class Part {
  readonly value: unknown
  readonly documento: string
  readonly #documents: Documents
  readonly #avisos: Set<string>

  constructor(value: unknown, documento: string, documents: Documents, avisos: Set<string>) {
    this.value = value
    this.documento = documento
    this.#documents = documents
    this.#avisos = avisos
  }

  /** Of an own property of an object. */
  get(key: string): Part {
    return this.#follow(ownOf(this.value, key))
  }

  text(key: string): string | undefined {
    const { value } = this.get(key)
    return typeof value === 'string' ? value : undefined
  }

  isTrue(key: string): boolean {
    return ownOf(this.value, key) === true
  }

  isObject(): boolean {
    return isPlainObject(this.value)
  }

  entries(): [key: string, part: Part][] {
    return isPlainObject(this.value)
      ? Object.entries(this.value).map(([key, each]) => [key, this.#follow(each)])
      : []
  }

  items(): Part[] {
    return Array.isArray(this.value) ? this.value.map((each: unknown) => this.#follow(each)) : []
  }

  /** Beside a value that stands elsewhere. */
  with(value: unknown): Part {
    return new Part(value, this.documento, this.#documents, this.#avisos)
  }

  #follow(value: unknown): Part {
    let here = this.with(value)
    for (let hop = 0; hop < HOPS; hop++) {
      const reference = ownOf(here.value, '$ref')
      // A property may be called $ref.
      if (typeof reference !== 'string') return here
      const target = here.#target(reference)
      if (!target) {
        this.#avisos.add(`La referencia ${reference} no lleva a ningún lugar.`)
        return here.with(undefined)
      }
      here = target.with(overlay(target.value, here.value))
    }
    this.#avisos.add(`Las referencias desde ${this.documento} dan vueltas.`)
    return this.with(undefined)
  }

  #target(reference: string): Part | null {
    const [path = '', pointer = ''] = splitFragment(reference)
    const documento = path === '' ? this.documento : resolveLocation(this.documento, path)
    if (documento === null || !this.#documents.has(documento)) return null
    const value = pointAt(this.#documents.get(documento), pointer)
    return value === undefined ? null : new Part(value, documento, this.#documents, this.#avisos)
  }
}

function splitFragment(reference: string): [path: string, pointer: string] {
  const at = reference.indexOf('#')
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)]
}

/** RFC 6901; undefined: there is nothing. */
function pointAt(root: unknown, pointer: string): unknown {
  if (pointer === '') return root
  if (!pointer.startsWith('/')) return undefined
  let value = root
  for (const step of decode(pointer).slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) ? value[Number(key)] : ownOf(value, key)
  }
  return value
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer)
  } catch {
    // A percent sign that belongs to the name.
    return pointer
  }
}

/** What stands beside a reference says more of what it leads to (OpenAPI 3.1, 4.8.23); objects there would be read against another document. */
function overlay(target: unknown, source: unknown): unknown {
  if (!isPlainObject(target) || !isPlainObject(source)) return target
  const own = Object.entries(source).filter(([key, each]) => key !== '$ref' && typeof each !== 'object')
  return own.length === 0 ? target : { ...target, ...Object.fromEntries(own) }
}

function ownOf(value: unknown, key: string): unknown {
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
