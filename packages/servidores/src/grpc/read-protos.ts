import { DocumentoInvalido, findFile } from '@div/contract'
import type protobuf from 'protobufjs'
import {
  type Campo,
  type Clase,
  type Enumeracion,
  isEscalar,
  type Mensaje,
  type Metodo,
  type Protos,
} from './model.ts'

interface Declared {
  /** Innermost first: where the names that it uses are looked for. */
  scope: string
  edition: string
  type: protobuf.Type
  mensaje: { nombre: string; campos: Campo[]; porId: Map<number, Campo>; porNombre: Map<string, Campo> }
}

/** All that was declared, by its name with its package. */
interface Registry {
  mensajes: Map<string, Declared>
  enumeraciones: Map<string, Enumeracion>
  servicios: { nombre: string; scope: string; service: protobuf.Service }[]
}

/**
 * Reads .proto files together with those that they import. The library only parses: what it would generate as code to read and write
 * messages is never asked for (security rule 3).
 */
export async function readProtos(textos: ReadonlyMap<string, string>): Promise<Protos> {
  // Loaded here so that the catalogue can be read without any driver.
  const { default: library } = await import('protobufjs')
  const registry: Registry = { mensajes: new Map(), enumeraciones: new Map(), servicios: [] }
  const known = new Set<string>()
  const readCommon = (location: string): boolean => {
    const common = library.common.get(location)
    if (!common) return false
    if (known.has(location)) return true
    known.add(location)
    register(registry, library, new library.Root().addJSON(common.nested ?? {}), 'proto3')
    return true
  }
  for (const [nombre, text] of textos) {
    // Google's own types are those that the library brings along.
    if (/^\s*package\s+google\.protobuf\s*;/m.test(text) && readCommon(`google/protobuf/${baseName(nombre)}`))
      continue
    const root = new library.Root()
    const imports = parse(library, { nombre, text, root })
    for (const location of imports)
      if (!readCommon(location) && findFile(textos, location) === null)
        throw new DocumentoInvalido({
          documento: nombre,
          motivo: `importa «${location}», que no está entre los documentos`,
        })
    register(registry, library, root, editionOf(text))
  }
  for (const declared of registry.mensajes.values()) fillMensaje(declared, registry)
  return readServicios(registry)
}

function baseName(nombre: string): string {
  return nombre.split('/').at(-1) ?? nombre
}

function parse(
  library: typeof protobuf,
  { nombre, text, root }: { nombre: string; text: string; root: protobuf.Root },
): string[] {
  try {
    const { imports = [], weakImports = [] } = library.parse(text, root, {
      keepCase: true,
      alternateCommentMode: true,
    })
    return [...imports, ...weakImports]
  } catch (cause) {
    // Whatever the parser throws, it is of this text.
    const words = cause instanceof Error ? cause.message : String(cause)
    throw new DocumentoInvalido({ documento: nombre, motivo: `no es un .proto («${words}»)` }, { cause })
  }
}

function editionOf(text: string): string {
  return /^\s*(?:syntax|edition)\s*=\s*["']([^"']+)["']/m.exec(text)?.[1] ?? 'proto2'
}

function register(
  registry: Registry,
  library: typeof protobuf,
  namespace: protobuf.NamespaceBase,
  edition: string,
): void {
  const scope = namespace.fullName.replace(/^\./, '')
  for (const each of namespace.nestedArray) {
    const nombre = each.fullName.replace(/^\./, '')
    if (each instanceof library.Enum) registry.enumeraciones.set(nombre, toEnumeracion(nombre, each))
    else if (each instanceof library.Service) registry.servicios.push({ nombre, scope, service: each })
    else if (each instanceof library.Type) {
      const mensaje = { nombre, campos: [], porId: new Map(), porNombre: new Map() }
      registry.mensajes.set(nombre, { scope: nombre, edition, type: each, mensaje })
      register(registry, library, each, edition)
    } else if (each instanceof library.Namespace) register(registry, library, each, edition)
  }
}

/** Two names may share a number: the first is the one that it is told by. */
function toEnumeracion(nombre: string, { values }: protobuf.Enum): Enumeracion {
  const valores = new Map(Object.entries(values))
  const nombres = new Map([...valores].reverse().map(([name, value]) => [value, name]))
  return { nombre, valores, nombres }
}

function fillMensaje({ scope, edition, type, mensaje }: Declared, registry: Registry): void {
  for (const field of type.fieldsArray) {
    if (isGroup(findDeclared(registry, field.type, scope)?.type))
      throw new DocumentoInvalido({ documento: mensaje.nombre, motivo: 'usa grupos, que no se admiten' })
    const campo = toCampo(field, { registry, scope, edition })
    mensaje.campos.push(campo)
    mensaje.porId.set(campo.id, campo)
    mensaje.porNombre.set(campo.nombre, campo)
  }
}

function isGroup(type: protobuf.Type | undefined): boolean {
  return type !== undefined && 'group' in type && type.group === true
}

function toCampo(
  field: protobuf.Field,
  { registry, scope, edition }: { registry: Registry; scope: string; edition: string },
): Campo {
  const { name, id, comment, options = {}, partOf } = field
  const clase = resolveClase(field.type, { registry, scope })
  const isSynthetic = options.proto3_optional === true
  const oneof = partOf && !isSynthetic ? partOf.name : null
  const isImplicit = edition === 'proto3' && !isSynthetic && oneof === null
  const keyType = 'keyType' in field ? field.keyType : null
  return {
    nombre: name,
    id,
    clase,
    repetido: field.repeated,
    clave: isEscalar(keyType) ? keyType : null,
    oneof,
    presencia:
      'rule' in field && field.rule === 'required' ? 'requerida' : isImplicit ? 'implicita' : 'explicita',
    empaquetado: typeof options.packed === 'boolean' ? options.packed : edition !== 'proto2',
    descripcion: comment,
  }
}

function resolveClase(name: string, { registry, scope }: { registry: Registry; scope: string }): Clase {
  if (isEscalar(name)) return name
  const found =
    findDeclared(registry, name, scope)?.mensaje ?? findByScope(registry.enumeraciones, name, scope)
  if (found) return found
  throw new DocumentoInvalido({ documento: scope, motivo: `usa «${name}», que no se declara` })
}

function findDeclared(registry: Registry, name: string, scope: string): Declared | undefined {
  return findByScope(registry.mensajes, name, scope)
}

/** The innermost one that is called so; a name that begins with a point is whole. */
function findByScope<Found>(
  found: ReadonlyMap<string, Found>,
  name: string,
  scope: string,
): Found | undefined {
  if (name.startsWith('.')) return found.get(name.slice(1))
  const steps = scope === '' ? [] : scope.split('.')
  for (let depth = steps.length; depth >= 0; depth--) {
    const each = found.get([...steps.slice(0, depth), name].join('.'))
    if (each !== undefined) return each
  }
  return undefined
}

function readServicios({ servicios, mensajes }: Registry): Protos {
  const metodos = new Map<string, Metodo>()
  const avisos: string[] = []
  const mensajeOf = (name: string, scope: string): Mensaje => {
    const found = findByScope(mensajes, name, scope)
    if (found) return found.mensaje
    throw new DocumentoInvalido({ documento: scope, motivo: `usa «${name}», que no se declara` })
  }
  for (const { nombre: servicio, scope, service } of servicios) {
    for (const method of service.methodsArray) {
      const nombre = `${servicio}/${method.name}`
      if (method.requestStream === true) {
        avisos.push(`${nombre} recibe un flujo de mensajes, que no se admite.`)
        continue
      }
      metodos.set(nombre, {
        nombre,
        pide: mensajeOf(method.requestType, scope),
        contesta: mensajeOf(method.responseType, scope),
        flujo: method.responseStream === true,
        descripcion: method.comment,
      })
    }
  }
  return { metodos, avisos }
}
