import {
  type Asercion,
  type AutenticacionDePrueba,
  type Coleccion,
  holdsCredentials,
  isCredentialHeader,
  MAX_ASERCIONES,
  MAX_PARTES,
  MAX_PETICIONES,
  METODOS_DE_PRUEBA,
  type Parte,
  type PeticionDePrueba,
  type PeticionGuardada,
  withoutCredentials,
} from '@div/contract'
import { isRecord } from '@div/ui'
import { NOMBRE_DE_VARIABLE } from './nombre-de-variable.ts'
import { readPruebas } from './read-pruebas.ts'
import { createSecretVariables, type SecretVariables, type VariableLeida } from './secret-variables.ts'

export interface ColeccionLeida {
  coleccion: Coleccion
  /** Of the collection, for an entorno. */
  variables: readonly VariableLeida[]
  /** What was not taken, in Spanish. */
  avisos: readonly string[]
}

interface ReadOptions {
  /** A canal of this product, where an address is one of its; null: it is somebody else's. */
  canalOf: (url: string) => { canalId: string; ruta: string } | null
  makeId: () => string
}

type Item = Readonly<Record<string, unknown>>

/** Folders within one another. */
const MAX_DEPTH = 20
/** Lines of the tests of one petición that are told, and characters of each. */
const MAX_LINEAS = 20
const MAX_LINEA = 100

/**
 * A collection of Postman 2.0 or 2.1. Of its scripts what a comprobación says too is taken: no code comes in. What proves who calls becomes secret variables: everybody reads a
 * colección. Throws a sentence for who chose the file.
 */
export function readPostman(text: string, { canalOf, makeId }: ReadOptions): ColeccionLeida {
  const document = parse(text)
  const info = isRecord(document) && isRecord(document.info) ? document.info : null
  if (!isRecord(document) || info === null || !Array.isArray(document.item))
    throw new Error('El archivo no es una colección de Postman 2.1: expórtela de nuevo con ese formato.')
  const avisos = new Set<string>()
  const peticiones: PeticionGuardada[] = []
  const known = readVariables(document.variable)
  const secretos = createSecretVariables(known)
  const bases = new Map(known.flatMap(({ nombre, valor, secreto }) => (secreto ? [] : [[nombre, valor]])))

  function walk(items: readonly unknown[], around: { carpeta: readonly string[]; auth: unknown }): void {
    for (const item of items.filter(isRecord)) {
      if (Array.isArray(item.item)) enter(item, item.item, around)
      else take(item, around)
    }
  }
  function enter(
    folder: Item,
    items: readonly unknown[],
    { carpeta, auth }: Parameters<typeof walk>[1],
  ): void {
    if (hasScripts(folder)) avisos.add(scriptsOf(`La carpeta «${nameOf(folder)}»`))
    if (carpeta.length < MAX_DEPTH)
      walk(items, { carpeta: [...carpeta, nameOf(folder)], auth: folder.auth ?? auth })
    else avisos.add(`Hay carpetas a más de ${MAX_DEPTH} niveles, que no se tomaron.`)
  }
  function take(item: Item, { carpeta, auth }: Parameters<typeof walk>[1]): void {
    if (peticiones.length >= MAX_PETICIONES) {
      avisos.add(`Una colección tiene como mucho ${MAX_PETICIONES} peticiones: las demás no se tomaron.`)
      return
    }
    const nombre = nameOf(item)
    peticiones.push({
      id: makeId(),
      nombre: nombre.slice(0, 200),
      carpeta: carpeta.join('/').slice(0, 500),
      peticion: readRequest(item.request, { nombre, auth, canalOf, avisos, secretos, bases }),
      aserciones: readScripts(item, nombre, avisos),
    })
  }
  walk(document.item, { carpeta: [], auth: document.auth })
  if (hasScripts(document)) avisos.add(scriptsOf('La colección'))
  const variables = secretos.list()
  const names = variables.flatMap(({ nombre, secreto }) => (secreto ? [`{{${nombre}}}`] : []))
  if (names.length > 0)
    avisos.add(
      `Lo que prueba quién llama no se comparte: quedó en su entorno, en variables secretas (${names.join(', ')}).`,
    )
  return {
    coleccion: {
      nombre: (textOf(info.name).trim() || 'Importada').slice(0, 200),
      descripcion: textOf(isRecord(info.description) ? info.description.content : info.description).slice(
        0,
        10_000,
      ),
      peticiones,
    },
    variables,
    avisos: [...tellComprobaciones(peticiones), ...avisos],
  }
}

function tellComprobaciones(peticiones: readonly PeticionGuardada[]): string[] {
  const count = peticiones.reduce((sum, { aserciones }) => sum + aserciones.length, 0)
  if (count === 0) return []
  return [`De sus pruebas ${count === 1 ? 'salió 1 comprobación' : `salieron ${count} comprobaciones`}.`]
}

function readVariables(given: unknown): VariableLeida[] {
  return listOf(given).flatMap(({ key, value, type }) => {
    const nombre = textOf(key)
    const secreto = type === 'secret' || isCredentialHeader(nombre.replaceAll('_', '-'))
    return NOMBRE_DE_VARIABLE.test(nombre) ? [{ nombre, valor: textOf(value), secreto }] : []
  })
}

function nameOf(item: Item): string {
  return textOf(item.name).trim() || 'Sin nombre'
}

interface Reading extends Pick<ReadOptions, 'canalOf'> {
  nombre: string
  /** Of what is around it. */
  auth: unknown
  avisos: Set<string>
  secretos: SecretVariables
  /** Variables of the collection that are no secret. */
  bases: ReadonlyMap<string, string>
}

function readRequest(request: unknown, reading: Reading): PeticionDePrueba {
  const { nombre, canalOf, avisos, secretos } = reading
  const given: Item = isRecord(request) ? request : { url: request }
  const method = textOf(given.method).toUpperCase() || 'GET'
  const metodo = METODOS_DE_PRUEBA.find((each) => each === method)
  if (metodo === undefined) avisos.add(`«${nombre}»: el método ${method} no se admite; quedó GET.`)
  const cabeceras = listOf(given.header).flatMap(({ key, value, disabled }) =>
    textOf(key) === ''
      ? []
      : [{ nombre: textOf(key), valor: readHeader(key, value, secretos), activa: disabled !== true }],
  )
  const { autenticacion, header, query } = readAuth(given.auth ?? reading.auth, reading)
  const body = readBody(given.body, reading)
  const url = addQuery(readUrl(given.url), query)
  const canal = canalOf(withBase(url, reading.bases))
  const hasType = cabeceras.some(({ nombre: name }) => name.toLowerCase() === 'content-type')
  const peticion: PeticionDePrueba = {
    destino: canal ? { tipo: 'canal', operacion: null, ...canal } : { tipo: 'externa', url },
    metodo: metodo ?? 'GET',
    cabeceras: [
      ...cabeceras,
      ...header,
      ...(body.tipo === null || hasType ? [] : [{ nombre: 'Content-Type', valor: body.tipo, activa: true }]),
    ],
    autenticacion,
    cuerpo: body.texto,
    ...(body.partes && { partes: body.partes }),
  }
  if (holdsCredentials(peticion))
    avisos.add(`«${nombre}»: lo que prueba quién llama en su dirección o en sus cabeceras no se tomó.`)
  return withoutCredentials(peticion)
}

/** `Bearer {{token}}`: what is before the secret is none. One that cannot be hidden stays, and is not kept. */
function readHeader(key: unknown, value: unknown, secretos: SecretVariables): string {
  const valor = textOf(value)
  if (!isCredentialHeader(textOf(key))) return valor
  const [, kind = '', secret = ''] = /^((?:(?:bearer|basic)\s+)?)(.*)$/is.exec(valor) ?? []
  const hidden = secretos.hide(secret, textOf(key))
  return hidden === '' ? valor : `${kind}${hidden}`
}

function readUrl(url: unknown): string {
  if (!isRecord(url)) return textOf(url)
  const raw = textOf(url.raw) || joinUrl(url)
  const values = new Map(listOf(url.variable).map(({ key, value }) => [textOf(key), textOf(value)]))
  return raw.replace(/\/:([^/?#]+)/g, (whole, name: string) => {
    const value = values.get(name)
    return value === undefined ? whole : `/${value}`
  })
}

/** With what its first variable stands for: an address of a canal is found by its beginning. */
function withBase(url: string, bases: Reading['bases']): string {
  return url.replace(/^\{\{([^{}]+)\}\}/, (whole, nombre: string) => bases.get(nombre) ?? whole)
}

function joinUrl({ protocol, host, port, path, query }: Item): string {
  const pairs = listOf(query)
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => `${textOf(key)}=${textOf(value)}`)
  const scheme = textOf(protocol)
  return [
    scheme === '' ? '' : `${scheme}://`,
    Array.isArray(host) ? host.map(textOf).join('.') : textOf(host),
    textOf(port) === '' ? '' : `:${textOf(port)}`,
    Array.isArray(path) ? `/${path.map(segmentOf).join('/')}` : textOf(path),
    pairs.length === 0 ? '' : `?${pairs.join('&')}`,
  ].join('')
}

function segmentOf(segment: unknown): string {
  return isRecord(segment) ? textOf(segment.value) : textOf(segment)
}

function addQuery(url: string, query: string | null): string {
  if (query === null) return url
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

interface ReadAuth {
  autenticacion: AutenticacionDePrueba
  header: PeticionDePrueba['cabeceras']
  query: string | null
}

function readAuth(auth: unknown, { nombre, avisos, secretos }: Reading): ReadAuth {
  const none: ReadAuth = { autenticacion: { tipo: 'ninguna' }, header: [], query: null }
  if (!isRecord(auth)) return none
  const kind = textOf(auth.type)
  const value = (key: string) => partOf(auth[kind], key)
  function secret(key: string, called: string): string {
    const hidden = secretos.hide(value(key), called)
    if (hidden === '' && value(key) !== '')
      avisos.add(`«${nombre}»: su autenticación mezcla texto y variables; no se tomó.`)
    return hidden
  }
  switch (kind) {
    case '':
    case 'noauth':
      return none
    case 'bearer':
      return { ...none, autenticacion: { tipo: 'token', token: secret('token', 'token') } }
    case 'basic':
      return {
        ...none,
        autenticacion: {
          tipo: 'basico',
          usuario: value('username'),
          contrasena: secret('password', 'contrasena'),
        },
      }
    case 'apikey':
      if (value('in') === 'query')
        return { ...none, query: `${value('key')}=${secret('value', value('key'))}` }
      return {
        ...none,
        header: [{ nombre: value('key'), valor: secret('value', value('key')), activa: true }],
      }
    default:
      avisos.add(`«${nombre}»: la autenticación ${kind} no se tomó.`)
      return none
  }
}

/** A list of pairs since 2.1, an object before. */
function partOf(part: unknown, key: string): string {
  if (isRecord(part)) return textOf(part[key])
  return textOf(listOf(part).find((each) => each.key === key)?.value)
}

const LANGUAGES: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  text: 'text/plain',
}

interface Body {
  texto: string | null
  tipo: string | null
  partes?: Parte[]
}

function readBody(body: unknown, { nombre, avisos }: Reading): Body {
  if (!isRecord(body) || body.disabled === true) return { texto: null, tipo: null }
  switch (body.mode) {
    case undefined:
      return { texto: null, tipo: null }
    case 'raw': {
      const { raw = {} } = isRecord(body.options) ? body.options : {}
      const language = isRecord(raw) ? textOf(raw.language) : ''
      return { texto: textOf(body.raw), tipo: LANGUAGES[language] ?? null }
    }
    case 'urlencoded': {
      const pairs = listOf(body.urlencoded).filter(({ disabled }) => disabled !== true)
      const texto = pairs.map(({ key, value }) => `${encode(textOf(key))}=${encode(textOf(value))}`).join('&')
      return { texto, tipo: 'application/x-www-form-urlencoded' }
    }
    case 'formdata':
      return { texto: null, tipo: null, partes: readPartes(listOf(body.formdata), { nombre, avisos }) }
    case 'graphql': {
      const { query, variables } = isRecord(body.graphql) ? body.graphql : {}
      const texto = JSON.stringify(
        { query: textOf(query), variables: parse(textOf(variables)) ?? {} },
        null,
        2,
      )
      return { texto, tipo: 'application/json' }
    }
    default:
      avisos.add(`«${nombre}»: el cuerpo ${textOf(body.mode)} no se tomó.`)
      return { texto: null, tipo: null }
  }
}

/** A collection names its files and does not bring them. */
function readPartes(
  fields: readonly Item[],
  { nombre, avisos }: Pick<Reading, 'nombre' | 'avisos'>,
): Parte[] {
  const partes = fields.flatMap(({ key, type, value, src, disabled, contentType }): Parte[] => {
    const campo = textOf(key)
    if (textOf(contentType) !== '')
      avisos.add(`«${nombre}»: el tipo de contenido del campo «${campo}» no se tomó.`)
    const common = { nombre: campo.slice(0, 200), activa: disabled !== true }
    if (type !== 'file') return [{ ...common, valor: textOf(value) }]
    avisos.add(`«${nombre}»: elija otra vez el archivo del campo «${campo}».`)
    const paths = Array.isArray(src) && src.length > 0 ? src : [src]
    return paths.map((path) => ({ ...common, valor: '', archivo: fileName(textOf(path)) }))
  })
  if (partes.length > MAX_PARTES)
    avisos.add(`«${nombre}»: un formulario tiene como mucho ${MAX_PARTES} campos; los demás no se tomaron.`)
  return partes.slice(0, MAX_PARTES)
}

function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).slice(0, 255)
}

/** A value of a form, with its variables as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/%7B%7B(.*?)%7D%7D/g, '{{$1}}')
}

/** What its tests say that a comprobación says too; the rest is told line by line. */
function readScripts(item: Item, nombre: string, avisos: Set<string>): Asercion[] {
  const events = listOf(item.event)
  const before = events.filter(({ listen }) => listen === 'prerequest').flatMap(linesOf)
  if (before.some((line) => line.trim() !== '')) avisos.add(scriptsOf(`«${nombre}»`, 'previos'))
  const lines = events.filter(({ listen }) => listen !== 'prerequest').flatMap(linesOf)
  const { aserciones, otras } = readPruebas(lines)
  for (const { linea, texto } of otras.slice(0, MAX_LINEAS))
    avisos.add(`«${nombre}», línea ${linea} de sus pruebas: no se tomó «${shorten(texto)}».`)
  if (otras.length > MAX_LINEAS)
    avisos.add(`«${nombre}»: otras ${otras.length - MAX_LINEAS} líneas de sus pruebas no se tomaron.`)
  if (aserciones.length > MAX_ASERCIONES)
    avisos.add(`«${nombre}»: caben ${MAX_ASERCIONES} comprobaciones; las demás no se tomaron.`)
  return aserciones.slice(0, MAX_ASERCIONES)
}

/** Postman writes empty ones around everything. */
function hasScripts({ event }: Item): boolean {
  return listOf(event)
    .flatMap(linesOf)
    .some((line) => line.trim() !== '')
}

function linesOf({ script }: Item): string[] {
  const { exec } = isRecord(script) ? script : {}
  return (Array.isArray(exec) ? exec.map(textOf) : [textOf(exec)]).flatMap((text) => text.split('\n'))
}

function shorten(text: string): string {
  return text.length > MAX_LINEA ? `${text.slice(0, MAX_LINEA)}…` : text
}

function scriptsOf(who: string, which = ''): string {
  const scripts = which === '' ? 'scripts' : `scripts ${which}`
  return `${who}: no se tomaron sus ${scripts}, aquí no se ejecuta código.`
}

function listOf(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Only reading it tells.
    return undefined
  }
}
