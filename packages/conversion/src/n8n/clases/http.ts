import type { Punto } from '../../dibujo/datos.ts'
import { type Origen, origenOf, parametrosOf } from '../../dibujo/dibujo.ts'
import { HUECO, separarDireccion } from '../../dibujo/servicio.ts'
import { leer, leerCampos, leerLista, leerObjeto, leerTexto } from '../../leer.ts'
import { separarPartes } from '../plantilla.ts'
import { type Ambito, type ClaseDeN8n, nombreDeCodigo, type TraduccionDeN8n } from '../traduccion-n8n.ts'

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
function conHuecos(texto: string): { texto: string; codigos: string[] } {
  const codigos: string[] = []
  const partes = separarPartes(texto).map((parte) => {
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
  enviar(lugar: Lugar, alli: string, origen: Origen): string {
    const wanted = alli.replace(/\W+/g, '_').replace(/^(?=\d)|^$/, '_')
    const taken = new Set(this.enviados.map(({ nombre }) => nombre))
    let nombre = wanted
    for (let number = 2; taken.has(nombre); number++) nombre = `${wanted}${number}`
    this.enviados.push({ nombre, origen, lugar, alli })
    return nombre
  }

  enviarTodo(lugar: Lugar, valores: readonly (readonly [string, unknown])[]): void {
    for (const [alli, valor] of valores) this.enviar(lugar, alli, this.#t.origen(valor, this.#ambito))
  }

  /** A path with `{nombre}` in its holes. */
  ruta(texto: string, codigos: string[]): string {
    return texto.replaceAll(HUECO, () => {
      const codigo = codigos.shift() ?? ''
      return `{${this.enviar('ruta', nombreDeCodigo(codigo), this.#t.origen(`={{ ${codigo} }}`, this.#ambito))}}`
    })
  }
}

function convertirHttp(t: TraduccionDeN8n): readonly Punto[] {
  const p = t.parametros
  const { texto, codigos } = conHuecos(leerTexto(p, 'url'))
  const direccion = separarDireccion(texto)
  if (direccion === null) return t.dejar('Su dirección se calcula entera: elija un servidor y una ruta.')
  const metodo = leerTexto(p, 'method', leerTexto(p, 'requestMethod', 'GET')).toUpperCase()
  if (!METODOS.has(metodo)) return t.dejar(`El método «${metodo}» no tiene igual.`)
  const paginacion = paginacionDe(t)
  if (leerTexto(p, 'authentication', 'none') !== 'none') t.sugerir('Su autenticación se pone en el servidor.')
  contarLoQueFalta(t)
  const { base, host, ruta, consulta } = direccion
  t.dibujo.detallar(
    t.servidor('rest', host).servidorId,
    `Dirección base ${base}. Sus credenciales no vienen en el archivo.`,
  )
  return t.llamar(
    (ambito) => {
      const llamada = new Llamada(t, ambito)
      const left = [...codigos]
      const path = llamada.ruta(ruta, left)
      llamada.enviarTodo('consulta', [
        ...consulta.map(([nombre, valor]) => [nombre, llenar(valor, left)] as const),
        ...rowsOf(p, 'sendQuery', 'queryParameters.parameters', 'queryParametersUi.parameter'),
        ...filasDeJson(t, 'sendQuery', 'jsonQuery', 'queryParametersJson'),
      ])
      llamada.enviarTodo('cabecera', [
        ...rowsOf(p, 'sendHeaders', 'headerParameters.parameters', 'headerParametersUi.parameter'),
        ...filasDeJson(t, 'sendHeaders', 'jsonHeaders', 'headerParametersJson'),
      ])
      const cuerpo = cuerpoDe(t, llamada, ambito)
      const enviados = llamada.enviados.filter(
        ({ lugar, alli }) => lugar !== 'consulta' || alli !== paginacion?.parametro,
      )
      return {
        ...t.servidor('rest', host),
        tipoObjeto: 'operacion',
        objeto: {
          metodo,
          ruta: path,
          lugares: lugaresDe(enviados),
          ...(cuerpo !== 'json' && { cuerpo }),
          ...(paginacion && { paginacion }),
          ...(leer(p, 'options.response.response.neverError') === true && { estadosOk: FAILURES }),
        },
        parametros: parametrosOf(enviados.map(({ nombre, origen }) => [nombre, origen])),
      }
    },
    { clase: 'lista', leer: (de) => `SI(ES_LISTA(${de}.cuerpo); ${de}.cuerpo; [${de}.cuerpo])` },
  )
}

/** A text with holes as n8n writes it, with what fills them. */
function llenar(texto: string, codigos: string[]): string {
  if (!texto.includes(HUECO)) return texto
  return `=${texto.replaceAll(HUECO, () => `{{ ${codigos.shift() ?? ''} }}`)}`
}

function lugaresDe(enviados: readonly Enviado[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    enviados.map(({ nombre, lugar, alli }) => [nombre, { lugar, ...(alli !== nombre && { nombre: alli }) }]),
  )
}

const FAILURES = [400, 401, 403, 404, 405, 406, 408, 409, 410, 412, 415, 422, 429, 500, 501, 502, 503, 504]

/** Names with values, where the node says that it sends them. */
function rowsOf(p: unknown, sends: string, ...rutas: string[]): readonly (readonly [string, unknown])[] {
  if (leer(p, sends) === false) return []
  return rutas
    .flatMap((ruta) => leerLista(p, ruta))
    .map((row) => [leerTexto(row, 'name'), leer(row, 'value')] as const)
    .filter(([nombre]) => nombre !== '')
}

/** The same written as one text of JSON; where that is computed it is told. */
function filasDeJson(
  t: TraduccionDeN8n,
  sends: string,
  ...rutas: string[]
): readonly (readonly [string, unknown])[] {
  if (leer(t.parametros, sends) === false) return []
  return rutas.flatMap((ruta) => {
    const campos = leerObjeto(leerTexto(t.parametros, ruta).trim())
    if (campos === null) t.aproximar(`«${ruta}» se calcula entero y no se tomó: añada sus parámetros.`)
    return Object.entries(campos ?? {})
  })
}

/** Settings that change what is sent or what comes back, and have no equal here. */
const SIN_IGUAL = ['timeout', 'proxy', 'redirect', 'batching', 'allowUnauthorizedCerts', 'followRedirect']

function contarLoQueFalta(t: TraduccionDeN8n): void {
  const p = t.parametros
  for (const opcion of SIN_IGUAL)
    if (leer(p, `options.${opcion}`) !== undefined) t.aproximar(`Su opción «${opcion}» no se tomó.`)
  const format = leerTexto(p, 'options.response.response.responseFormat', leerTexto(p, 'responseFormat'))
  if (format === 'file' || format === 'text' || format === 'string')
    t.aproximar('Daba la respuesta en un campo suyo; aquí el elemento es la respuesta.')
  if (leer(p, 'options.response.response.fullResponse') === true || leer(p, 'options.fullResponse') === true)
    t.aproximar('Daba también el estado y las cabeceras; aquí el elemento es el cuerpo.')
  if (leerTexto(p, 'contentType') === 'binaryData') t.aproximar('Enviaba un archivo, que no se tomó.')
  if (leerTexto(p, 'bodyParametersJson') !== '')
    t.aproximar('«bodyParametersJson» no se tomó: añada el cuerpo como parámetro.')
}

/** The kind of body; what it holds is added to what is sent. */
function cuerpoDe(t: TraduccionDeN8n, llamada: Llamada, ambito: Ambito): string {
  const p = t.parametros
  if (leer(p, 'sendBody') !== true) {
    llamada.enviarTodo('cuerpo', rowsOf(p, 'sendBody', 'bodyParametersUi.parameter'))
    return 'json'
  }
  const tipo = leerTexto(p, 'contentType', 'json')
  if (tipo === 'json' && leerTexto(p, 'specifyBody', 'keypair') === 'json') {
    llamada.enviar('cuerpo', 'cuerpo', cuerpoJson(t, leer(p, 'jsonBody'), ambito))
    return 'json'
  }
  if (tipo === 'raw') {
    llamada.enviar('cuerpo', 'cuerpo', t.origen(leer(p, 'body'), ambito))
    return 'texto'
  }
  llamada.enviarTodo('cuerpo', rowsOf(p, 'sendBody', 'bodyParameters.parameters'))
  return tipo === 'form-urlencoded' ? 'formulario' : tipo === 'multipart-form-data' ? 'multipart' : 'json'
}

function cuerpoJson(t: TraduccionDeN8n, json: unknown, ambito: Ambito): Origen {
  return typeof json === 'string' ? origenOf(t.json(json, ambito)) : { valor: json ?? null }
}

/** Pages that a number in the query counts; other ways are told. */
function paginacionDe(
  t: TraduccionDeN8n,
): { tipo: 'pagina'; parametro: string; inicio: number; paginas?: number } | null {
  const at = 'options.pagination.pagination'
  if (leerCampos(t.parametros, at).length === 0) return null
  const [row, ...others] = leerLista(t.parametros, `${at}.parameters.parameters`)
  const value = leerTexto(row, 'value')
  const [, plus = '0'] = /^=\{\{\s*\$pageCount\s*(?:\+\s*(\d+))?\s*\}\}$/.exec(value) ?? []
  const isCounted =
    leerTexto(t.parametros, `${at}.paginationMode`, 'updateAParameterInEachRequest') ===
    'updateAParameterInEachRequest'
  if (
    !isCounted ||
    others.length > 0 ||
    !value.includes('$pageCount') ||
    leerTexto(row, 'type', 'qs') !== 'qs'
  ) {
    t.aproximar('Su paginación no se tomó: pide solo la primera página.')
    return null
  }
  const paginas = t.numero(`${at}.maxRequests`, 0)
  if (leerTexto(t.parametros, `${at}.paginationCompleteWhen`, 'responseIsEmpty') !== 'responseIsEmpty')
    t.aproximar('Las páginas acaban con la primera vacía.')
  const isLimited = leer(t.parametros, `${at}.limitPagesFetched`) === true && paginas > 0
  if (isLimited) t.aproximar(`Se detenía tras ${paginas} páginas; aquí pasar de ellas es un error.`)
  return {
    tipo: 'pagina',
    parametro: leerTexto(row, 'name', 'page') || 'page',
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
    convertir: convertirHttp,
  },
}
