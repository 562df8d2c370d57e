import { escapeAttribute } from '@div/contract'
import { XML, XSD, XSI } from '../xml/namespaces.ts'

const FIXED: readonly (readonly [uri: string, prefix: string])[] = [
  [XSI, 'xsi'],
  [XSD, 'xsd'],
  [XML, 'xml'],
]

/** One prefix for each namespace that messages of a schema use; declared once, around them. */
export class Prefixes {
  readonly #byUri = new Map(FIXED)

  prefixOf(uri: string): string {
    const known = this.#byUri.get(uri)
    if (known !== undefined) return known
    const prefix = `n${this.#byUri.size - FIXED.length + 1}`
    this.#byUri.set(uri, prefix)
    return prefix
  }

  /** As it stands in a tag; without a namespace it has no prefix, since there is never a default one. */
  tagOf(uri: string, local: string): string {
    return uri === '' ? local : `${this.prefixOf(uri)}:${local}`
  }

  /** A name in Clark's notation as content. `undefined`: of a namespace that nothing here uses. */
  nameOf(name: string): string | undefined {
    const { uri, local } = splitName(name)
    if (uri === '') return local
    const prefix = this.#byUri.get(uri)
    return prefix === undefined ? undefined : `${prefix}:${local}`
  }

  /** Of these, as attributes of an element around all that uses them. */
  declare(uris: Iterable<string>): string {
    let declared = ''
    for (const uri of new Set([XSI, XSD, ...uris])) {
      const prefix = uri === '' ? 'xml' : this.prefixOf(uri)
      if (prefix !== 'xml') declared += ` xmlns:${prefix}="${escapeAttribute(uri)}"`
    }
    return declared
  }
}

/** `{namespace}local` */
export function splitName(name: string): { uri: string; local: string } {
  if (!name.startsWith('{')) return { uri: '', local: name }
  const end = name.indexOf('}')
  return { uri: name.slice(1, end), local: name.slice(end + 1) }
}
