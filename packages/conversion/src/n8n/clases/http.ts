import type { Punto } from '../../dibujo/datos.ts'
import { type Origen, origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { HUECO, splitDireccion } from '../../dibujo/servicio.ts'
import { read, readCampos, readLista, readObjeto, readTexto } from '../../read.ts'
import { splitPartes } from '../plantilla.ts'
import { type Ambito, type ClaseDeN8n, nombreOfCodigo, type TraduccionDeN8n } from '../traduccion-n8n.ts'

const METODOS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
type Lugar = 'ruta' | 'consulta' | 'cabecera' | 'cuerpo'
/** A parameter of a call: its name in the drawing, where it goes and under which name. */
interface Enviado {
  nombre: string
  origen: Origen
  lugar: Lugar
  alli: string
}

/** Texts in which what is computed stands as a hole, and what fills them. */
function withHuecos(texto: string): { texto: string; codigos: string[] } {
  const codigos: string[] = []
  const partes = splitPartes(texto).map((parte) => {
    if (typeof parte === 'string') return parte
    codigos.push(parte.codigo)
    return HUECO
  })
  return { texto: partes.join(''), codigos }
}

class Llamada {
  readonly enviados: Enviado[] = []
  readonly #t: TraduccionDeN8n
  readonly #ambito: Ambito

  constructor(t: TraduccionDeN8n, ambito: Ambito) {
    this.#t = t
    this.#ambito = ambito
  }

  /** Answers the name that it got: two places may use the same one. */
  send(lugar: Lugar, alli: string, origen: Origen): string {
    const wanted = alli.replace(/\W+/g, '_').replace(/^(?=\d)|^$/, '_')
    const taken = new Set(this.enviados.map(({ nombre }) => nombre))
    let nombre = wanted
    for (let number = 2; taken.has(nombre); number++) nombre = `${wanted}${number}`
    this.enviados.push({ nombre, origen, lugar, alli })
    return nombre
  }

  sendAll(lugar: Lugar, valores: readonly (readonly [string, unknown])[]): void {
    for (const [alli, valor] of valores) this.send(lugar, alli, this.#t.origen(valor, this.#ambito))
  }

  /** A path with `{nombre}` in its holes. */
  ruta(texto: string, codigos: string[]): string {
    return texto.replaceAll(HUECO, () => {
      const codigo = codigos.shift() ?? ''
      return `{${this.send('ruta', nombreOfCodigo(codigo), this.#t.origen(`={{ ${codigo} }}`, this.#ambito))}}`
    })
  }
}

function convertHttp(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const { texto, codigos } = withHuecos(readTexto(p, 'url'))
  const direccion = splitDireccion(texto)
  if (direccion === null) return t.leave('Su dirección se calcula entera: elija un servidor y una ruta.')
  const metodo = readTexto(p, 'method', readTexto(p, 'requestMethod', 'GET')).toUpperCase()
  if (!METODOS.has(metodo)) return t.leave(`El método «${metodo}» no tiene igual.`)
  const paginacion = paginacionOf(t)
  if (readTexto(p, 'authentication', 'none') !== 'none') t.suggest('Su autenticación se pone en el servidor.')
  countMissing(t)
  const { base, host, ruta, consulta } = direccion
  t.dibujo.detallar(
    t.servidor('rest', host).servidorId,
    `Dirección base ${base}. Sus credenciales no vienen en el archivo.`,
  )
  return t.call(
    (ambito) => {
      const llamada = new Llamada(t, ambito)
      const left = [...codigos]
      const path = llamada.ruta(ruta, left)
      llamada.sendAll('consulta', [
        ...consulta.map(([nombre, valor]) => [nombre, fill(valor, left)] as const),
        ...rowsOf(p, 'sendQuery', 'queryParameters.parameters', 'queryParametersUi.parameter'),
        ...filasOfJson(t, 'sendQuery', 'jsonQuery', 'queryParametersJson'),
      ])
      llamada.sendAll('cabecera', [
        ...rowsOf(p, 'sendHeaders', 'headerParameters.parameters', 'headerParametersUi.parameter'),
        ...filasOfJson(t, 'sendHeaders', 'jsonHeaders', 'headerParametersJson'),
      ])
      const cuerpo = cuerpoOf(t, llamada, ambito)
      const enviados = llamada.enviados.filter(
        ({ lugar, alli }) => lugar !== 'consulta' || alli !== paginacion?.parametro,
      )
      return {
        ...t.servidor('rest', host),
        tipoObjeto: 'operacion',
        objeto: {
          metodo,
          ruta: path,
          lugares: lugaresOf(enviados),
          ...(cuerpo !== 'json' && { cuerpo }),
          ...(paginacion && { paginacion }),
          ...(read(p, 'options.response.response.neverError') === true && { estadosOk: FAILURES }),
        },
        parametros: parametrosOf(enviados.map(({ nombre, origen }) => [nombre, origen])),
      }
    },
    { clase: 'lista', read: (de) => `SI(ES_LISTA(${de}.cuerpo); ${de}.cuerpo; [${de}.cuerpo])` },
  )
}

/** A text with holes as n8n writes it, with what fills them. */
function fill(texto: string, codigos: string[]): string {
  if (!texto.includes(HUECO)) return texto
  return `=${texto.replaceAll(HUECO, () => `{{ ${codigos.shift() ?? ''} }}`)}`
}

function lugaresOf(enviados: readonly Enviado[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    enviados.map(({ nombre, lugar, alli }) => [nombre, { lugar, ...(alli !== nombre && { nombre: alli }) }]),
  )
}

const FAILURES = [400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 415, 422, 429, 500, 501, 502, 503, 504]

/** Names with values, where the node says that it sends them. */
function rowsOf(p: unknown, sends: string, ...rutas: string[]): readonly (readonly [string, unknown])[] {
  if (read(p, sends) === false) return []
  return rutas
    .flatMap((ruta) => readLista(p, ruta))
    .map((row) => [readTexto(row, 'name'), read(row, 'value')] as const)
    .filter(([nombre]) => nombre !== '')
}

/** The same written as one text of JSON; where that is computed it is told. */
function filasOfJson(
  t: TraduccionDeN8n,
  sends: string,
  ...rutas: string[]
): readonly (readonly [string, unknown])[] {
  if (read(t.parametros, sends) === false) return []
  return rutas.flatMap((ruta) => {
    const campos = readObjeto(readTexto(t.parametros, ruta).trim())
    if (campos === null) t.approximate(`«${ruta}» se calcula entero y no se tomó: añada sus parámetros.`)
    return Object.entries(campos ?? {})
  })
}

/** Settings that change what is sent or what comes back, and have no equal here. */
const SIN_IGUAL = ['timeout', 'proxy', 'redirect', 'batching', 'allowUnauthorizedCerts', 'followRedirect']

function countMissing(t: TraduccionDeN8n): void {
  const p = t.parametros
  for (const opcion of SIN_IGUAL)
    if (read(p, `options.${opcion}`) !== undefined) t.approximate(`Su opción «${opcion}» no se tomó.`)
  const format = readTexto(p, 'options.response.response.responseFormat', readTexto(p, 'responseFormat'))
  if (format === 'file' || format === 'text' || format === 'string')
    t.approximate('Daba la respuesta en un campo suyo; aquí el elemento es la respuesta.')
  if (read(p, 'options.response.response.fullResponse') === true || read(p, 'options.fullResponse') === true)
    t.approximate('Daba también el estado y las cabeceras; aquí el elemento es el cuerpo.')
  if (readTexto(p, 'contentType') === 'binaryData') t.approximate('Enviaba un archivo, que no se tomó.')
  if (readTexto(p, 'bodyParametersJson') !== '')
    t.approximate('«bodyParametersJson» no se tomó: añada el cuerpo como parámetro.')
}

/** The kind of body; what it holds is added to what is sent. */
function cuerpoOf(t: TraduccionDeN8n, llamada: Llamada, ambito: Ambito): string {
  const p = t.parametros
  if (read(p, 'sendBody') !== true) {
    llamada.sendAll('cuerpo', rowsOf(p, 'sendBody', 'bodyParametersUi.parameter'))
    return 'json'
  }
  const tipo = readTexto(p, 'contentType', 'json')
  if (tipo === 'json' && readTexto(p, 'specifyBody', 'keypair') === 'json') {
    llamada.send('cuerpo', 'cuerpo', cuerpoJson(t, read(p, 'jsonBody'), ambito))
    return 'json'
  }
  if (tipo === 'raw') {
    llamada.send('cuerpo', 'cuerpo', t.origen(read(p, 'body'), ambito))
    return 'texto'
  }
  llamada.sendAll('cuerpo', rowsOf(p, 'sendBody', 'bodyParameters.parameters'))
  return tipo === 'form-urlencoded' ? 'formulario' : tipo === 'multipart-form-data' ? 'multipart' : 'json'
}

function cuerpoJson(t: TraduccionDeN8n, json: unknown, ambito: Ambito): Origen {
  return typeof json === 'string' ? origenOf(t.json(json, ambito)) : { valor: json ?? null }
}

/** Pages that a number in the query counts; other ways are told. */
function paginacionOf(
  t: TraduccionDeN8n,
): { tipo: 'pagina'; parametro: string; inicio: number; paginas?: number } | null {
  const at = 'options.pagination.pagination'
  if (readCampos(t.parametros, at).length === 0) return null
  const [row, ...others] = readLista(t.parametros, `${at}.parameters.parameters`)
  const value = readTexto(row, 'value')
  const [, plus = '0'] = /^=\{\{\s*\$pageCount\s*(?:\+\s*(\d+))?\s*\}\}$/.exec(value) ?? []
  const isCounted =
    readTexto(t.parametros, `${at}.paginationMode`, 'updateAParameterInEachRequest') ===
    'updateAParameterInEachRequest'
  if (
    !isCounted ||
    others.length > 0 ||
    !value.includes('$pageCount') ||
    readTexto(row, 'type', 'qs') !== 'qs'
  ) {
    t.approximate('Su paginación no se tomó: pide solo la primera página.')
    return null
  }
  const paginas = t.numero(`${at}.maxRequests`, 0)
  if (readTexto(t.parametros, `${at}.paginationCompleteWhen`, 'responseIsEmpty') !== 'responseIsEmpty')
    t.approximate('Las páginas acaban con la primera vacía.')
  const isLimited = read(t.parametros, `${at}.limitPagesFetched`) === true && paginas > 0
  if (isLimited) t.approximate(`Se detenía tras ${paginas} páginas; aquí pasar de ellas es un error.`)
  return {
    tipo: 'pagina',
    parametro: readTexto(row, 'name', 'page') || 'page',
    inicio: Number(plus),
    ...(isLimited && { paginas }),
  }
}

export const HTTP: Readonly<Record<string, ClaseDeN8n>> = {
  'n8n-nodes-base.httpRequest': {
    veredicto: 'tomado',
    mensaje:
      'Un proceso sobre un servidor REST, uno por dirección base. La respuesta que es una lista son sus elementos.',
    nombres: ['query', 'header', 'body'].flatMap((lugar) => [
      `${lugar}Parameters.parameters[].name`,
      `${lugar}ParametersUi.parameter[].name`,
    ]),
    convert: convertHttp,
  },
}
