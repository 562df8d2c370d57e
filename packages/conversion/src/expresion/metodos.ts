import { type Formula, writeVacio } from './formula.ts'

/** What a method gives, of the value that it is called on and its arguments. */
interface Metodo {
  tipo: Formula['tipo']
  /** How many arguments it may have here; the real method may know more. */
  argumentos: readonly [least: number, most: number]
  /** The function that it is given says yes or no. */
  decide?: true
  write: (de: string, ...con: string[]) => string
}

function metodo(tipo: Formula['tipo'], argumentos: Metodo['argumentos'], write: Metodo['write']): Metodo {
  return { tipo, argumentos, write }
}

function decidingMetodo(tipo: Formula['tipo'], funcion: string): Metodo {
  return { ...metodo(tipo, [1, 1], (de, condicion) => `${funcion}(${de}; ${condicion})`), decide: true }
}

const NONE = [0, 0] as const
const ONE = [1, 1] as const
const oneByOne = (nombre: string) => (de: string) => `${nombre}(${de})`

/** Methods of texts, numbers, lists and dates, and those that n8n adds to them. */
export const METODOS: Readonly<Record<string, Metodo>> = {
  toUpperCase: metodo('texto', NONE, oneByOne('MAYUSCULAS')),
  toLowerCase: metodo('texto', NONE, oneByOne('MINUSCULAS')),
  toTitleCase: metodo('texto', NONE, oneByOne('NOMPROPIO')),
  trim: metodo('texto', NONE, oneByOne('RECORTAR')),
  toString: metodo('texto', NONE, oneByOne('TEXTO')),
  toNumber: metodo('numero', NONE, oneByOne('NUMERO')),
  toJsonString: metodo('texto', NONE, oneByOne('A_JSON')),
  urlEncode: metodo('texto', NONE, oneByOne('CODIFICAR_URL')),
  base64Encode: metodo('texto', NONE, oneByOne('A_BASE64')),
  base64Decode: metodo('texto', NONE, oneByOne('DE_BASE64')),
  isEmpty: metodo('logico', NONE, writeVacio),
  isNotEmpty: metodo('logico', NONE, (de) => `NO ${writeVacio(de)}`),
  round: metodo('numero', [0, 1], (de, decimales = '0') => `REDONDEAR(${de}; ${decimales})`),
  floor: metodo('numero', NONE, oneByOne('ENTERO')),
  ceil: metodo('numero', NONE, oneByOne('TECHO')),
  abs: metodo('numero', NONE, oneByOne('ABS')),
  includes: metodo(
    'logico',
    ONE,
    (de, valor) =>
      `SI(ES_LISTA(${de}); CONTIENE_ELEMENTO(${de}; ${valor}); CONTIENE(TEXTO(${de}); ${valor}))`,
  ),
  startsWith: metodo('logico', ONE, (de, inicio) => `EMPIEZA_CON(${de}; ${inicio})`),
  endsWith: metodo('logico', ONE, (de, final) => `TERMINA_CON(${de}; ${final})`),
  replaceAll: metodo('texto', [2, 2], (de, old, next) => `SUSTITUIR(${de}; ${old}; ${next})`),
  split: metodo('cualquiera', ONE, (de, separador) => `DIVIDIR(${de}; ${separador})`),
  join: metodo('texto', [0, 1], (de, separador = '","') => `UNIRCADENAS(${separador}; ${de})`),
  padStart: metodo('texto', [1, 2], (de, largo, relleno = '" "') => `RELLENAR(${de}; ${largo}; ${relleno})`),
  padEnd: metodo(
    'texto',
    [1, 2],
    (de, largo, relleno = '" "') => `RELLENAR_DERECHA(${de}; ${largo}; ${relleno})`,
  ),
  repeat: metodo('texto', ONE, (de, veces) => `REPETIR(${de}; ${veces})`),
  first: metodo('cualquiera', NONE, oneByOne('PRIMERO')),
  last: metodo('cualquiera', NONE, oneByOne('ULTIMO')),
  at: metodo('cualquiera', ONE, (de, posicion) => `ELEMENTO_EN(${de}; ${posicion})`),
  sum: metodo('numero', NONE, oneByOne('SUMA')),
  average: metodo('numero', NONE, oneByOne('PROMEDIO')),
  unique: metodo('cualquiera', NONE, oneByOne('UNICOS')),
  flat: metodo('cualquiera', NONE, oneByOne('APLANAR')),
  keys: metodo('cualquiera', NONE, oneByOne('CLAVES')),
  values: metodo('cualquiera', NONE, oneByOne('VALORES')),
  map: metodo('cualquiera', ONE, (de, formula) => `MAPEAR(${de}; ${formula})`),
  filter: decidingMetodo('cualquiera', 'FILTRAR'),
  find: decidingMetodo('cualquiera', 'BUSCAR_EN'),
  some: decidingMetodo('logico', 'ALGUNO'),
  every: decidingMetodo('logico', 'TODOS'),
  toISOString: metodo('texto', NONE, oneByOne('TEXTO')),
  toISO: metodo('texto', NONE, oneByOne('TEXTO')),
  toISODate: metodo('texto', NONE, (de) => `FORMATO_FECHA(${de}; "aaaa-mm-dd")`),
  toDateTime: metodo('cualquiera', NONE, oneByOne('FECHAHORA')),
  getTime: metodo('numero', NONE, oneByOne('EPOCA')),
  toMillis: metodo('numero', NONE, oneByOne('EPOCA')),
  getFullYear: metodo('numero', NONE, oneByOne('ANIO')),
}

/** Functions by the path that calls them. */
export const FUNCIONES: Readonly<Record<string, Metodo>> = {
  'Math.round': metodo('numero', ONE, (de) => `REDONDEAR(${de}; 0)`),
  'Math.floor': metodo('numero', ONE, oneByOne('ENTERO')),
  'Math.ceil': metodo('numero', ONE, oneByOne('TECHO')),
  'Math.abs': metodo('numero', ONE, oneByOne('ABS')),
  'Math.max': metodo('numero', [1, 20], (...valores) => `MAX(${valores.join('; ')})`),
  'Math.min': metodo('numero', [1, 20], (...valores) => `MIN(${valores.join('; ')})`),
  'JSON.stringify': metodo('texto', ONE, oneByOne('A_JSON')),
  'JSON.parse': metodo('cualquiera', ONE, oneByOne('DE_JSON')),
  'Object.keys': metodo('cualquiera', ONE, oneByOne('CLAVES')),
  'Object.values': metodo('cualquiera', ONE, oneByOne('VALORES')),
  'Date.now': metodo('numero', NONE, () => 'EPOCA(AHORA())'),
  Number: metodo('numero', ONE, oneByOne('NUMERO')),
  parseFloat: metodo('numero', ONE, oneByOne('NUMERO')),
  parseInt: metodo('numero', [1, 2], (de) => `TRUNCAR(NUMERO(${de}))`),
  String: metodo('texto', ONE, oneByOne('TEXTO')),
  encodeURIComponent: metodo('texto', ONE, oneByOne('CODIFICAR_URL')),
  decodeURIComponent: metodo('texto', ONE, oneByOne('DECODIFICAR_URL')),
}
