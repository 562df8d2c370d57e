import { type ErrorDeCampo, escapeAttribute, isNcName, placeErrores } from '@div/contract'
import type { AttributeUse, ComplexType } from '../model/schema.ts'
import type { XmlNode } from '../xml/read-tree.ts'
import { writePlain } from './any-value.ts'
import { splitName } from './prefixes.ts'
import { compileSimple, type SimpleRules } from './simple-codec.ts'
import { placed, type Writing } from './writing.ts'

export interface AttributesCodec {
  read(node: XmlNode, fields: Record<string, unknown>, errores: ErrorDeCampo[]): void
  /** As they follow the name in a tag. */
  write(fields: Readonly<Record<string, unknown>>, writing: Writing): string
  campos: readonly string[]
}

/** Machinery of SOAP encoding, which no schema declares. */
const IGNORED = new Set(['id', 'href'])

/** The attributes of a complex type. Null: it has none. */
export function compileAttributes(
  { attributes, anyAttribute }: Pick<ComplexType, 'attributes' | 'anyAttribute'>,
  rules: SimpleRules,
): AttributesCodec | null {
  if (attributes.length === 0 && !anyAttribute) return null
  const uses = attributes.map((use) => compileUse(use, rules))
  const known = new Set(attributes.map(({ attribute }) => attribute.name))
  return {
    campos: uses.map(({ campo }) => campo),
    read(node, fields, errores) {
      for (const use of uses) use.read(node, fields, errores)
      for (const [name, value] of node.attributes) {
        // Those with a namespace that nobody declared belong to somebody else.
        if (known.has(name) || name.startsWith('{') || IGNORED.has(name)) continue
        if (anyAttribute) fields[`@${name}`] = value
        else errores.push({ campo: `@${name}`, mensaje: 'Este dato no está declarado.' })
      }
    },
    write(fields, writing) {
      let written = ''
      for (const use of uses) written += use.write(fields, writing.errores)
      if (anyAttribute) written += writeOthers(fields, { uses, writing })
      return written
    },
  }
}

function compileUse({ campo, attribute, required }: AttributeUse, rules: SimpleRules) {
  const { name, type, default: preset, fixed } = attribute
  const codec = compileSimple(type, rules)
  const { uri, local } = splitName(name)
  const tag = rules.prefixes.tagOf(uri, local)
  const given = fixed ?? preset
  const refuse = (errores: ErrorDeCampo[], mensaje: string) => errores.push({ campo, mensaje })
  return {
    campo,
    read(node: XmlNode, fields: Record<string, unknown>, errores: ErrorDeCampo[]) {
      const text = node.attributes.get(name) ?? given
      if (text === undefined) {
        if (required) refuse(errores, 'Falta este dato.')
        return
      }
      const before = errores.length
      fields[campo] = codec.read(text, node.scope, errores)
      if (fixed !== undefined && text.trim() !== fixed.trim())
        errores.push({ campo: '', mensaje: `Su valor solo puede ser ${fixed}.` })
      if (errores.length > before) placeErrores(errores, before, campo)
    },
    write(fields: Readonly<Record<string, unknown>>, errores: ErrorDeCampo[]): string {
      const value = Object.hasOwn(fields, campo) ? fields[campo] : undefined
      if (value === undefined || value === null) {
        if (required && given === undefined) refuse(errores, 'Falta este dato.')
        return required && given !== undefined ? ` ${tag}="${escapeAttribute(given)}"` : ''
      }
      const before = errores.length
      const text = codec.write(value, errores)
      if (errores.length > before) placeErrores(errores, before, campo)
      return ` ${tag}="${escapeAttribute(text)}"`
    },
  }
}

function writeOthers(
  fields: Readonly<Record<string, unknown>>,
  { uses, writing }: { uses: readonly { campo: string }[]; writing: Writing },
): string {
  let written = ''
  for (const [campo, value] of Object.entries(fields)) {
    const name = campo.slice(1)
    if (!campo.startsWith('@') || value === null || uses.some((use) => use.campo === campo)) continue
    if (isNcName(name)) written += ` ${name}="${escapeAttribute(placed(value, writing, writePlain, campo))}"`
    else writing.errores.push({ campo, mensaje: 'No puede ser el nombre de un atributo.' })
  }
  return written
}
