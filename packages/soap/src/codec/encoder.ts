import { type ErrorDeCampo, escapeXml, isPlainObject, type Limits, placeErrores } from '@div/contract'
import type { ComplexType, Content, ElementDecl, SimpleType, XmlSchema, XmlType } from '../model/schema.ts'
import { SOAP_ENCODING, XSD } from '../xml/namespaces.ts'
import { absentNil } from './absent-nil.ts'
import { writeAny, writeAnyField, writePlain } from './any-value.ts'
import { compileAttributes } from './attributes.ts'
import { compileBinary } from './binary.ts'
import { compileContentCheck } from './content-check.ts'
import { isAnything, namesOf } from './decoder.ts'
import { holdsAny, listFields } from './fields.ts'
import { compileParticle } from './particle-writer.ts'
import { splitName } from './prefixes.ts'
import { compileSimple, type SimpleRules } from './simple-codec.ts'
import { type EncodeElement, placed, type Writing } from './writing.ts'

export interface EncoderRules extends SimpleRules {
  schema: Pick<XmlSchema, 'elements'>
  limits: Pick<Limits, 'profundidad'>
  /** Every value says its type (SOAP 1.1, 5). */
  encoded: boolean
  /** Fields that nobody declared are left out, and not refused. */
  omits: boolean
}

/** What stands between the tags of an element, and the attributes of its tag. */
interface Written {
  attributes: string
  content: string
}
type EncodeType = (value: unknown, writing: Writing) => Written

const NOTHING: Written = { attributes: '', content: '' }

/** Writers of the elements and types of one schema, each made once. */
export class Encoder {
  readonly #rules: EncoderRules
  readonly #types = new Map<XmlType, EncodeType>()
  readonly #contents = new Map<ComplexType, EncodeType>()
  readonly #elements = new Map<ElementDecl, EncodeElement>()

  constructor(rules: EncoderRules) {
    this.#rules = rules
  }

  element(element: ElementDecl): EncodeElement {
    const present = this.#elements.get(element)
    if (present) return present
    let compiled: EncodeElement | null = null
    this.#elements.set(element, (value, writing) => compiled?.(value, writing) ?? '')
    const { uri, local } = splitName(element.name)
    compiled = this.#compileTag(this.#rules.prefixes.tagOf(uri, local), element.type, element.nillable)
    this.#elements.set(element, compiled)
    return compiled
  }

  /** A part of an rpc message, or an item of an array: named by who holds it, of a type. */
  part(name: string, type: XmlType): EncodeElement {
    const { uri, local } = splitName(name)
    return this.#compileTag(this.#rules.prefixes.tagOf(uri, local), type, true)
  }

  #compileTag(tag: string, type: XmlType, nillable: boolean): EncodeElement {
    const nil = `<${tag} xsi:nil="true"/>`
    const close = `</${tag}>`
    if (type.kind === 'simple' && !isAnything(type)) return this.#compileText(tag, type, nillable)
    if (isAnything(type)) {
      return (value, writing) =>
        value === null && !nillable && type.kind === 'simple' ? `<${tag}/>` : writeAny(tag, value, writing)
    }
    const write = this.#type(type)
    const stated = this.#rules.encoded ? this.#statedType(type) : ''
    return (value, writing) => {
      if (value === null || value === undefined) {
        if (!nillable) writing.errores.push({ campo: '', mensaje: 'Falta este dato.' })
        return nil
      }
      const { attributes, content } = write(value, writing)
      const own = attributes.includes(' xsi:type=') ? attributes : stated + attributes
      return content === '' ? `<${tag}${own}/>` : `<${tag}${own}>${content}${close}`
    }
  }

  #compileText(tag: string, type: SimpleType, nillable: boolean): EncodeElement {
    const codec = compileSimple(type, this.#rules)
    const binary = compileBinary(type, codec)
    const stated = this.#rules.encoded ? this.#statedType(type) : ''
    const open = `<${tag}${stated}>`
    const close = `</${tag}>`
    const nil = `<${tag} xsi:nil="true"/>`
    return (value, writing) => {
      if (value !== null && value !== undefined) {
        const content = binary ? binary(value, writing) : codec.writeContent(value, writing.errores)
        return open + content + close
      }
      if (!nillable) writing.errores.push({ campo: '', mensaje: 'Falta este dato.' })
      return nil
    }
  }

  #statedType(type: XmlType): string {
    if (type.kind === 'complex' && type.content.kind === 'array') return ''
    const name = nearestName(type)
    if (name === null) return ''
    const { uri, local } = splitName(name)
    return ` xsi:type="${this.#rules.prefixes.tagOf(uri, local)}"`
  }

  #type(type: XmlType): EncodeType {
    const present = this.#types.get(type)
    if (present) return present
    let compiled: EncodeType | null = null
    this.#types.set(type, (value, writing) => compiled?.(value, writing) ?? NOTHING)
    compiled = type.kind === 'simple' ? this.#simpleContent(type) : this.#compileComplex(type)
    this.#types.set(type, compiled)
    return compiled
  }

  #simpleContent(type: SimpleType): EncodeType {
    const write = this.#contentWriter(type)
    return (value, writing) => ({ attributes: '', content: write(value, writing) })
  }

  #contentWriter(type: SimpleType): EncodeElement {
    const codec = compileSimple(type, this.#rules)
    return compileBinary(type, codec) ?? ((value, { errores }) => codec.writeContent(value, errores))
  }

  /** `@xsi:type` in the value chooses among its derived types. */
  #compileComplex(type: ComplexType): EncodeType {
    const own = this.#ownOf(type)
    if (type.derived.length === 0 && !type.abstract) return own
    const chosen = new Map<string, { write: EncodeType; stated: string }>()
    for (const [each, name] of namesOf(type.derived)) {
      const { uri, local } = splitName(each.name ?? '')
      const stated = ` xsi:type="${this.#rules.prefixes.tagOf(uri, local)}"`
      const write = this.#ownOf(each)
      chosen.set(name, { write, stated }).set(each.name ?? name, { write, stated })
    }
    const mensaje = `Falta @xsi:type, que diga cuál de estos es: ${[...chosen.keys()].join(', ')}.`
    return (value, writing) => {
      const name = isPlainObject(value) ? value['@xsi:type'] : undefined
      const other = typeof name === 'string' ? chosen.get(name) : undefined
      if (other) {
        const { attributes, content } = other.write(withoutType(value), writing)
        return { attributes: other.stated + attributes, content }
      }
      if (!type.abstract) return own(value, writing)
      writing.errores.push({ campo: '', mensaje })
      return NOTHING
    }
  }

  #ownOf(type: ComplexType): EncodeType {
    const present = this.#contents.get(type)
    if (present) return present
    let compiled: EncodeType | null = null
    this.#contents.set(type, (value, writing) => compiled?.(value, writing) ?? NOTHING)
    compiled = this.#compileContent(type, type.content)
    this.#contents.set(type, compiled)
    return compiled
  }

  #compileContent(type: ComplexType, content: Content): EncodeType {
    switch (content.kind) {
      case 'array':
        return this.#compileArray(content)
      case 'elements':
        return this.#compileElements(type, content.particle)
      case 'simple':
        return this.#compileSimpleContent(type, content.type)
      case 'empty':
        return this.#fieldsWriter(type, { campos: [], takesAny: false, write: () => '' })
      case 'any':
        return (value, writing) => ({ attributes: '', content: this.#anyContent(value, writing) })
    }
  }

  #compileSimpleContent(type: ComplexType, text: SimpleType): EncodeType {
    const attributes = compileAttributes(type, this.#rules)
    const write = this.#contentWriter(text)
    return (value, writing) => {
      const { errores } = writing
      if (!attributes || !isPlainObject(value)) return { attributes: '', content: write(value, writing) }
      const { '#': own = '' } = value
      const before = errores.length
      const content = write(own, writing)
      if (errores.length > before) placeErrores(errores, before, '#')
      return { attributes: attributes.write(value, writing), content }
    }
  }

  #compileArray({ item, itemName }: Extract<Content, { kind: 'array' }>): EncodeType {
    const write = this.part(itemName, item)
    const { prefixes, encoded } = this.#rules
    const { uri, local } = splitName(nearestName(item) ?? `{${XSD}}anyType`)
    const itemType = encoded ? prefixes.tagOf(uri, local) : ''
    const array = encoded ? prefixes.prefixOf(SOAP_ENCODING) : ''
    return (value, writing) => {
      if (!Array.isArray(value)) {
        writing.errores.push({ campo: '', mensaje: 'Se esperaba una lista.' })
        return NOTHING
      }
      const content = value.map((each, index) => placed(each, writing, write, '', index)).join('')
      const attributes = encoded
        ? ` xsi:type="${array}:Array" ${array}:arrayType="${itemType}[${value.length}]"`
        : ''
      return { attributes, content }
    }
  }

  #compileElements(
    type: ComplexType,
    particle: Extract<Content, { kind: 'elements' }>['particle'],
  ): EncodeType {
    const nil = absentNil(particle)
    const check = compileContentCheck(particle, nil)
    const takesAny = holdsAny(particle)
    const campos = listFields(particle).map(({ campo }) => campo)
    const known = new Set(campos)
    const write = compileParticle(particle, {
      absentNil: nil,
      writerOf: (element) => this.element(element),
      isUndeclared: (campo) => isUndeclared(campo, known),
      writeUndeclared: (data, writing) => this.#writeUndeclared(data, writing, known),
    })
    return this.#fieldsWriter(type, {
      campos,
      takesAny,
      write(data, writing) {
        const { errores } = writing
        const before = errores.length
        check?.(data, errores)
        return errores.length > before ? '' : write(data, writing)
      },
    })
  }

  /** An object: its attributes, and its content by whoever knows that. */
  #fieldsWriter(
    type: ComplexType,
    {
      campos,
      takesAny,
      write,
    }: {
      campos: readonly string[]
      takesAny: boolean
      write(data: Record<string, unknown>, writing: Writing): string
    },
  ): EncodeType {
    const attributes = compileAttributes(type, this.#rules)
    const known = new Set([...campos, ...(attributes?.campos ?? []), ...(type.mixed ? ['#'] : [])])
    const isOpen = takesAny || type.anyAttribute || this.#rules.omits
    return (value, writing) => {
      const { errores } = writing
      if (!isPlainObject(value)) {
        errores.push({ campo: '', mensaje: 'Se esperaba un objeto.' })
        return NOTHING
      }
      if (writing.left === 0) {
        errores.push({ campo: '', mensaje: 'Tiene demasiados niveles.' })
        return NOTHING
      }
      if (!isOpen) refuseUnknown(value, known, errores)
      writing.left--
      const text = type.mixed ? escapeXml(placed(value['#'], writing, writePlain, '#')) : ''
      const content = text + write(value, writing)
      writing.left++
      return { attributes: attributes?.write(value, writing) ?? '', content }
    }
  }

  /** Fields that only `xsd:any` has room for: by what the schema knows of their name, else as they are. */
  #writeUndeclared(data: Record<string, unknown>, writing: Writing, known: ReadonlySet<string>): string {
    let content = ''
    for (const [campo, value] of Object.entries(data)) {
      if (!isUndeclared(campo, known)) continue
      const element = this.#globalElement(campo)
      if (!element) content += writeAnyField(campo, value, writing)
      else {
        const items: unknown[] = Array.isArray(value) ? value : [value]
        for (const item of items) content += placed(item, writing, this.element(element), campo)
      }
    }
    return content
  }

  /** Of this local name, where only one namespace has it. */
  readonly #globals = new Map<string, ElementDecl | null>()
  #globalElement(local: string): ElementDecl | null {
    if (this.#globals.size === 0) {
      for (const [name, element] of this.#rules.schema.elements) {
        const own = splitName(name).local
        this.#globals.set(own, this.#globals.has(own) ? null : element)
      }
    }
    return this.#globals.get(local) ?? null
  }

  #anyContent(value: unknown, writing: Writing): string {
    return /^<v[^>]*>(.*)<\/v>$/s.exec(writeAny('v', value, writing))?.[1] ?? ''
  }
}

/** Whether only `xsd:any` has room for it. */
function isUndeclared(campo: string, known: ReadonlySet<string>): boolean {
  return !known.has(campo) && !campo.startsWith('@') && campo !== '#'
}

/** Of a type without a name that of what it is made from. */
function nearestName(type: XmlType): string | null {
  for (let at: XmlType | null = type; at !== null; at = at.base) if (at.name !== null) return at.name
  return null
}

function withoutType(value: unknown): unknown {
  if (!isPlainObject(value)) return value
  const { '@xsi:type': _type, ...fields } = value
  return fields
}

function refuseUnknown(
  data: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  errores: ErrorDeCampo[],
): void {
  for (const campo in data) {
    if (!known.has(campo)) errores.push({ campo, mensaje: 'Este dato no está declarado.' })
  }
}
