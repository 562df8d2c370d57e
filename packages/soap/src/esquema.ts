import { DocumentoXmlInvalido, type ErrorDeCampo, findFile, type Limits } from '@div/contract'
import { Avisos } from './avisos.ts'
import { createCodec } from './codec/codec.ts'
import { splitName } from './codec/prefixes.ts'
import { namespacesOf } from './codec/reachable.ts'
import type { ElementDecl, Particle, XmlSchema } from './model/schema.ts'
import { gatherDocuments } from './wsdl/load-documents.ts'
import { readTree, type XmlNode } from './xml/read-tree.ts'
import { buildSchema } from './xsd/build-schema.ts'
import { collectComponents } from './xsd/components.ts'

type EsquemaLimits = Pick<
  Limits,
  | 'archivosContrato'
  | 'contratoBytes'
  | 'profundidad'
  | 'atributosXml'
  | 'referenciasXmlBytes'
  | 'tiposXsd'
  | 'particulasXsd'
>

/** Documents as a schema says they are, without a service around them. */
export interface Esquema {
  /** What a document may begin with. */
  elementos: readonly string[]
  avisos: readonly string[]
  /** Null: the schema declares no such element. */
  open(elemento: string): Documento | null
  /** Reads the element that stands there, within the others. Null: the schema has none. */
  openAt(ruta: readonly string[]): ReadNode | null
}

/** What does not keep to the schema is added to the errors. */
export type ReadNode = (node: XmlNode, errores: ErrorDeCampo[]) => unknown

/** JSON from a document of one element and back. What does not keep to the schema is added to the errors. */
export interface Documento {
  elemento: string
  read(
    xml: string,
    options: { errores: ErrorDeCampo[]; refuse(motivo: string, cause?: unknown): never },
  ): unknown
  write(value: unknown, errores: ErrorDeCampo[]): string
}

/** An XML Schema of one or more files, the first one first. Throws DocumentoXmlInvalido and LimiteSuperado. */
export function readEsquema(
  archivos: readonly { nombre: string; contenido: string }[],
  limits: EsquemaLimits,
): Esquema {
  const [first] = archivos
  if (!first) throw new DocumentoXmlInvalido({ documento: 'esquema', motivo: 'no hay ninguno' })
  const byName = new Map(archivos.map(({ nombre, contenido }) => [nombre, contenido]))
  const avisos = new Avisos()
  const { units, redefinitions } = gatherDocuments(first.nombre, {
    limits,
    avisos,
    find: (location) => findFile(byName, location),
  })
  const { schema } = buildSchema(collectComponents(units, redefinitions), limits, avisos)
  const roots = [...schema.elements.values()].filter(({ abstract }) => !abstract)
  return {
    elementos: roots.map(({ name }) => splitName(name).local),
    avisos: avisos.list(),
    open(elemento) {
      const found = roots.find(({ name }) => name === elemento || splitName(name).local === elemento)
      return found ? openDocumento(found, schema, limits) : null
    },
    openAt(ruta) {
      const found = findElementAt(ruta, roots)
      return found && openElement(found, schema, limits)
    },
  }
}

/** By their local names, as they stand in a document. */
function findElementAt(
  [local, ...rest]: readonly string[],
  among: readonly ElementDecl[],
): ElementDecl | null {
  const found = among.find(({ name }) => splitName(name).local === local)
  if (!found || rest.length === 0) return found ?? null
  const { type } = found
  return type.kind === 'complex' && type.content.kind === 'elements'
    ? findElementAt(rest, listElements(type.content.particle))
    : null
}

function listElements(particle: Particle): ElementDecl[] {
  if (particle.kind === 'any') return []
  if (particle.kind !== 'element') return particle.particles.flatMap(listElements)
  return [particle.element, ...particle.element.substitutes]
}

function openElement(element: ElementDecl, schema: XmlSchema, limits: EsquemaLimits): ReadNode {
  const codec = createCodec({ schema, limits })
  const { decode } = codec.element(element)
  const { uri, local } = splitName(element.name)
  return (node, errores) => {
    if (node.uri === uri) return decode(node, codec.beginReading(errores, node))
    const mensaje = `«${local}» no es del espacio de nombres «${uri}», que pide el esquema.`
    errores.push({ campo: '', mensaje })
    return null
  }
}

function openDocumento(element: ElementDecl, schema: XmlSchema, limits: EsquemaLimits): Documento {
  const codec = createCodec({ schema, limits })
  const { decode, encode } = codec.element(element)
  const { uri, local } = splitName(element.name)
  const declarations = codec.prefixes.declare(
    namespacesOf({ elements: [element], types: [], ofAny: codec.namespaces }),
  )
  return {
    elemento: local,
    read(xml, { errores, refuse }) {
      const root = readTree(xml, { limits, refuse })
      if (root.local !== local || root.uri !== uri)
        refuse(`el documento empieza por «${root.local}» y se esperaba «${local}»`)
      return decode(root, codec.beginReading(errores, root))
    },
    write(value, errores) {
      const xml = encode(value, codec.beginWriting(errores))
      // The names of the tag come before what it declares.
      return xml.replace(/^<[^\s/>]+/, (tag) => `${tag}${declarations}`)
    },
  }
}
