import { type ErrorDeCampo, escapeXml, isPlainXml } from '@div/contract'
import type { SimpleType } from '../model/schema.ts'
import { namespaceOf, type Scope } from '../xml/scan-xml.ts'
import { type BuiltInForm, formOf } from './built-ins.ts'
import { compileFacets } from './facets.ts'
import type { Prefixes } from './prefixes.ts'
import { sayUnwritable } from './unwritable.ts'

/** Values of one simple type, in text and back. What is wrong is added to `errores`, without a place; the value is then null, the text ''. */
export interface SimpleCodec {
  read(text: string, scope: Scope, errores: ErrorDeCampo[]): unknown
  /** Not escaped. */
  write(value: unknown, errores: ErrorDeCampo[]): string
  /** Escaped, as the content of an element. */
  writeContent(value: unknown, errores: ErrorDeCampo[]): string
  /** Empty text is a value of it. */
  takesEmpty: boolean
}

export interface SimpleRules {
  /** Whether what a type asks beyond its form is checked. */
  facets: boolean
  prefixes: Prefixes
}

export function compileSimple(type: SimpleType, rules: SimpleRules): SimpleCodec {
  switch (type.variety.kind) {
    case 'atomic':
      return compileAtomic(type, type.variety.primitive, rules)
    case 'list':
      return compileList(type, type.variety.item, rules)
    case 'union':
      return compileUnion(type, type.variety.members, rules)
  }
}

function compileAtomic(
  type: SimpleType,
  primitive: Parameters<typeof formOf>[0],
  { facets, prefixes }: SimpleRules,
): SimpleCodec {
  const form = primitive === 'QName' || primitive === 'NOTATION' ? null : formOf(primitive)
  const { nombre, whiteSpace } = form ?? formOf(primitive)
  const space = spaceOf(type.facets.whiteSpace ?? whiteSpace)
  const check = facets ? compileFacets(type) : null
  const expected = `Se esperaba ${nombre}.`
  const isSafe = form?.isSafe === true
  const textOf = (value: unknown) => (form ? form.write(value) : prefixes.nameOf(String(value)))
  const write = (value: unknown, errores: ErrorDeCampo[]): string => {
    const text = textOf(value)
    const mensaje =
      text === undefined ? expected : (sayUnwritable(text) ?? (check === null ? null : check(text, value)))
    if (mensaje === null) return text ?? ''
    errores.push({ campo: '', mensaje })
    return ''
  }
  return {
    write,
    writeContent(value, errores) {
      const text = textOf(value)
      if (text !== undefined && check === null) {
        // Nothing is in it that has to be escaped or told of.
        if (isSafe || isPlainXml(text)) return text
      }
      return escapeXml(write(value, errores))
    },
    takesEmpty: form !== null && form.read('') !== undefined,
    read(text, scope, errores) {
      const common = form?.readCommon?.(text)
      const spaced = space === null || common !== undefined ? text : space(text)
      const value = common ?? (form ? form.read(spaced) : resolveName(spaced, scope))
      const mensaje = value === undefined ? expected : check === null ? null : check(spaced, value)
      if (mensaje === null) return value
      errores.push({ campo: '', mensaje })
      return null
    },
  }
}

/** Datatypes 4.3.6; null: as it is. */
function spaceOf(whiteSpace: BuiltInForm['whiteSpace']): ((text: string) => string) | null {
  if (whiteSpace === 'preserve') return null
  if (whiteSpace === 'replace') return (text) => text.replace(/[\t\n\r]/g, ' ')
  return (text) => (hasSpace(text) ? text.replace(/[\t\n\r ]+/g, ' ').trim() : text)
}

/** Most values hold none: an expression costs more than looking. */
function hasSpace(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // What `trim` takes away begins here, or is beyond Latin.
    if (code <= 32 || code >= 160) return true
  }
  return false
}

/** `p:local` by the prefixes in force, as `{namespace}local`. `undefined`: nobody declared the prefix. */
export function resolveName(text: string, scope: Scope): string | undefined {
  const colon = text.indexOf(':')
  const uri = namespaceOf(scope, colon < 0 ? '' : text.slice(0, colon))
  if (uri === undefined && colon >= 0) return undefined
  const local = text.slice(colon + 1)
  return uri ? `{${uri}}${local}` : local
}

function compileList(type: SimpleType, item: SimpleType, rules: SimpleRules): SimpleCodec {
  const codec = compileSimple(item, rules)
  const check = rules.facets ? compileFacets(type) : null
  const checked = (text: string, value: unknown[], errores: ErrorDeCampo[]) => {
    const mensaje = check === null ? null : check(text, value)
    if (mensaje !== null) errores.push({ campo: '', mensaje })
  }
  const write = (value: unknown, errores: ErrorDeCampo[]): string => {
    const items: unknown[] = Array.isArray(value) ? value : [value]
    const text = items.map((each) => codec.write(each, errores)).join(' ')
    checked(text, items, errores)
    return text
  }
  return {
    takesEmpty: true,
    write,
    writeContent: (value, errores) => escapeXml(write(value, errores)),
    read(text, scope, errores) {
      const words = text.split(/[\t\n\r ]+/).filter((word) => word !== '')
      const value = words.map((word) => codec.read(word, scope, errores))
      checked(words.join(' '), value, errores)
      return value
    },
  }
}

/** The first member that takes it (Datatypes 2.5.1.3). */
function compileUnion(type: SimpleType, members: readonly SimpleType[], rules: SimpleRules): SimpleCodec {
  const codecs = members.map((member) => compileSimple(member, { ...rules, facets: true }))
  const check = rules.facets ? compileFacets(type) : null
  function first<Result>(
    errores: ErrorDeCampo[],
    attempt: (codec: SimpleCodec, tried: ErrorDeCampo[]) => Result,
  ) {
    let tried: ErrorDeCampo[] = []
    for (const codec of codecs) {
      tried = []
      const result = attempt(codec, tried)
      if (tried.length === 0) return { result }
    }
    errores.push({ campo: '', mensaje: tried[0]?.mensaje ?? 'No es un valor de este tipo.' })
    return null
  }
  const write = (value: unknown, errores: ErrorDeCampo[]): string =>
    first(errores, (codec, tried) => codec.write(value, tried))?.result ?? ''
  return {
    write,
    writeContent: (value, errores) => escapeXml(write(value, errores)),
    takesEmpty: codecs.some(({ takesEmpty }) => takesEmpty),
    read(text, scope, errores) {
      const found = first(errores, (codec, tried) => codec.read(text, scope, tried))
      if (!found) return null
      const mensaje = check === null ? null : check(text.trim(), found.result)
      if (mensaje !== null) errores.push({ campo: '', mensaje })
      return found.result
    },
  }
}
