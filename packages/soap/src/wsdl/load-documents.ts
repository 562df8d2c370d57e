import { AppError, DocumentoXmlInvalido, LimiteSuperado, type Limits, resolveLocation } from '@div/contract'
import type { Avisos } from '../avisos.ts'
import { decodeXml } from '../xml/decode-xml.ts'
import { WSDL } from '../xml/namespaces.ts'
import { readTree, type XmlNode } from '../xml/read-tree.ts'
import { isFixedNamespace } from '../xsd/built-ins.ts'
import type { Redefinition, Unit } from '../xsd/components.ts'
import { canonical, isXsd, xsdChildren } from '../xsd/names.ts'

export type LoadDocument = (location: string) => Promise<string | Uint8Array>

export type DocumentLimits = Pick<
  Limits,
  'archivosContrato' | 'contratoBytes' | 'profundidad' | 'atributosXml'
>

/** All documents that one leads to. */
export interface Documents {
  /** `wsdl:definitions`, the first one first. */
  definitions: XmlNode[]
  units: Unit[]
  /** Of documents that others redefine in turn, the innermost first. */
  redefinitions: Redefinition[]
}

interface ReadOptions {
  limits: DocumentLimits
  avisos: Avisos
}

/** Says where the next document is, and is given it or told why it cannot be had. */
type Loading<Answer> = Generator<string, Answer, string | Uint8Array>

/**
 * Follows every wsdl:import, xsd:import, xsd:include and xsd:redefine, each document once for each namespace that it counts for. A document
 * that cannot be had is told of and done without, except the first.
 */
export async function loadDocuments(
  location: string,
  { load, ...options }: ReadOptions & { load: LoadDocument },
): Promise<Documents> {
  const loader = new DocumentLoader(options)
  const loading = loader.loadFirst(location)
  let step = loading.next()
  while (!step.done) {
    const wanted = step.value
    const { content, cause } = await load(wanted).then(
      (given) => ({ content: given, cause: null }),
      (error: unknown) => ({ content: null, cause: error }),
    )
    step = content === null ? loading.throw(cause) : loading.next(content)
  }
  return loader.documents
}

/** The same of documents that are at hand: nothing is waited for. */
export function gatherDocuments(
  location: string,
  { find, ...options }: ReadOptions & { find(location: string): string | null },
): Documents {
  const loader = new DocumentLoader(options)
  const loading = loader.loadFirst(location)
  let step = loading.next()
  while (!step.done) {
    const text = find(step.value)
    step =
      text === null
        ? loading.throw(
            new DocumentoXmlInvalido({ documento: step.value, motivo: 'no está entre los documentos' }),
          )
        : loading.next(text)
  }
  return loader.documents
}

class DocumentLoader {
  readonly documents: Documents = { definitions: [], units: [], redefinitions: [] }
  readonly #options: ReadOptions
  /** Null: it could not be had. */
  readonly #roots = new Map<string, XmlNode | null>()
  readonly #visited = new Set<string>()
  #bytes = 0

  constructor(options: ReadOptions) {
    this.#options = options
  }

  *loadFirst(location: string): Loading<void> {
    const root = yield* this.#read(location)
    this.#roots.set(location, root)
    if (!isWsdl(root, 'definitions') && !isXsd(root, 'schema'))
      throw new DocumentoXmlInvalido({ documento: location, motivo: motivoOf(root) })
    yield* this.#visit(root, location, null)
  }

  /** `namespace`: of whoever includes it; null where it is imported. */
  *#visit(root: XmlNode, location: string, namespace: string | null): Loading<void> {
    if (isWsdl(root, 'definitions')) return yield* this.#visitDefinitions(root, location)
    if (isXsd(root, 'schema')) return yield* this.#visitSchema(root, location, namespace)
    this.#options.avisos.add(`El documento ${location} no es un WSDL ni un esquema.`)
  }

  *#visitDefinitions(root: XmlNode, location: string): Loading<void> {
    if (!this.#isNew(location)) return
    this.documents.definitions.push(root)
    for (const child of root.children) {
      // WSDL 1.1, 2.1.1. WS-I R2001 wants WSDLs there; older toolkits import schemas the same way.
      if (isWsdl(child, 'import')) yield* this.#follow(child.attributes.get('location'), location, null)
      if (!isWsdl(child, 'types')) continue
      for (const [index, schema] of child.children.entries()) {
        if (isXsd(schema, 'schema')) yield* this.#visitSchema(schema, `${location}#${index + 1}`, null)
      }
    }
  }

  *#visitSchema(root: XmlNode, location: string, including: string | null): Loading<void> {
    const own = root.attributes.get('targetNamespace')?.trim()
    const chameleon = own === undefined && including !== null
    const namespace = own ?? including ?? ''
    if (!this.#isNew(`${location} ${namespace}`)) return
    this.documents.units.push({ root, location, namespace, chameleon })
    const base = location.replace(/#\d+$/, '')
    for (const child of xsdChildren(root, 'import', 'include', 'redefine')) {
      const reference = child.attributes.get('schemaLocation')
      if (child.local === 'import') {
        const imported = canonical(child.attributes.get('namespace')?.trim() ?? '')
        if (!isFixedNamespace(imported)) yield* this.#follow(reference, base, null)
        continue
      }
      yield* this.#follow(reference, base, namespace)
      if (child.local === 'redefine') {
        const unit = { root, location, namespace, chameleon }
        this.documents.redefinitions.push({ node: child, unit })
      }
    }
  }

  *#follow(reference: string | undefined, base: string, including: string | null): Loading<void> {
    // Structures 4.2.3: without a location the components are expected elsewhere, such as in another schema of the same WSDL.
    if (reference === undefined) return
    const location = resolveLocation(base, reference)
    if (location === null) return
    const root = yield* this.#readOnce(location, base)
    if (root) yield* this.#visit(root, location, including)
  }

  *#readOnce(location: string, from: string): Loading<XmlNode | null> {
    const known = this.#roots.get(location)
    if (known !== undefined) return known
    let root: XmlNode | null = null
    try {
      root = yield* this.#read(location)
    } catch (error) {
      // What is missing or broken is told of; a limit, and what is not for a person, ends the reading.
      if (!(error instanceof AppError) || error instanceof LimiteSuperado) throw error
      this.#options.avisos.add(`No se pudo leer ${location}, que importa ${from}: ${error.message}`)
    }
    this.#roots.set(location, root)
    return root
  }

  *#read(location: string): Loading<XmlNode> {
    const { limits } = this.#options
    if (this.#roots.size >= limits.archivosContrato)
      throw new LimiteSuperado({ limite: 'archivosContrato', maximo: limits.archivosContrato })
    const content = yield location
    this.#bytes += content.length
    if (this.#bytes > limits.contratoBytes)
      throw new LimiteSuperado({ limite: 'contratoBytes', maximo: limits.contratoBytes })
    return readTree(decodeXml(content, location), {
      limits,
      refuse: (motivo, cause) => {
        throw new DocumentoXmlInvalido({ documento: location, motivo }, { cause })
      },
    })
  }

  #isNew(key: string): boolean {
    if (this.#visited.has(key)) return false
    this.#visited.add(key)
    return true
  }
}

function isWsdl(node: XmlNode, ...locals: readonly string[]): boolean {
  return node.uri === WSDL && locals.includes(node.local)
}

function motivoOf(root: XmlNode): string {
  if (root.uri === 'http://www.w3.org/ns/wsdl') return 'es WSDL 2.0, y aquí se lee WSDL 1.1'
  if (/^html$/i.test(root.local)) return 'es una página web: quizá falte «?wsdl» en la dirección'
  return `su elemento es ${root.local}, no definitions`
}
