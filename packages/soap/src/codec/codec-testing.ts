import type { ErrorDeCampo } from '@div/contract'
import type {
  AttributeUse,
  BuiltIn,
  ComplexType,
  Content,
  ElementDecl,
  ElementParticle,
  Facets,
  GroupParticle,
  Particle,
  SimpleType,
  XmlType,
} from '../model/schema.ts'
import { XSD } from '../xml/namespaces.ts'
import { readTree } from '../xml/read-tree.ts'
import { type CodecRules, createCodec } from './codec.ts'

export const TNS = 'urn:prueba'
const LIMITS = { profundidad: 20, atributosXml: 50, referenciasXmlBytes: 10_000 }

export function simple(primitive: BuiltIn, facets: Facets = {}): SimpleType {
  return {
    kind: 'simple',
    name: `{${XSD}}${primitive}`,
    base: null,
    variety: { kind: 'atomic', primitive },
    facets,
  }
}

export function element(local: string, type: XmlType, more: Partial<ElementDecl> = {}): ElementDecl {
  return { name: `{${TNS}}${local}`, type, nillable: false, abstract: false, substitutes: [], ...more }
}

export function one(of: ElementDecl, more: Partial<ElementParticle> = {}): ElementParticle {
  const campo = of.name.slice(of.name.indexOf('}') + 1)
  return { kind: 'element', element: of, campo, repeated: (more.max ?? 1) > 1, min: 1, max: 1, ...more }
}

export function group(
  kind: GroupParticle['kind'],
  particles: readonly Particle[],
  more: Partial<GroupParticle> = {},
): GroupParticle {
  return { kind, particles, min: 1, max: 1, ...more }
}

export function complex(content: Content | Particle, more: Partial<ComplexType> = {}): ComplexType {
  const isParticle = ['element', 'sequence', 'choice', 'all'].includes(content.kind)
  return {
    kind: 'complex',
    name: null,
    abstract: false,
    mixed: false,
    base: null,
    derivation: null,
    derived: [],
    content: isParticle ? { kind: 'elements', particle: content as Particle } : (content as Content),
    attributes: [],
    anyAttribute: false,
    ...more,
  }
}

export function attribute(local: string, type: SimpleType, required = false): AttributeUse {
  return { campo: `@${local}`, attribute: { name: local, type }, required }
}

/** The element, written and read by the codec of one schema. */
export function codecOf(root: ElementDecl, rules: Partial<CodecRules> = {}) {
  const codec = createCodec({
    schema: { elements: new Map(), types: new Map() },
    limits: LIMITS,
    ...rules,
  })
  const { decode, encode } = codec.element(root)
  return {
    encode(value: unknown): { xml: string; errores: ErrorDeCampo[] } {
      const errores: ErrorDeCampo[] = []
      const xml = encode(value, codec.beginWriting(errores))
      // Declared around it, as an envelope does.
      return { xml: `<raiz${codec.prefixes.declare([TNS])}>${xml}</raiz>`, errores }
    },
    decode(xml: string): { value: unknown; errores: ErrorDeCampo[] } {
      const errores: ErrorDeCampo[] = []
      const raiz = readTree(xml, {
        limits: LIMITS,
        refuse(motivo) {
          throw new Error(motivo)
        },
      })
      const [node] = raiz.children
      if (!node) throw new Error('no element')
      return { value: decode(node, codec.beginReading(errores, raiz)), errores }
    },
  }
}
