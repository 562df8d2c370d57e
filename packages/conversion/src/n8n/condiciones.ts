import { lookUp, writeTexto } from '@div/contract'
import { writeCoincide, writeVacio } from '../expresion/formula.ts'
import { tighten } from '../expresion/write-expresion.ts'
import { read, readLista, readTexto } from '../read.ts'
import type { Ambito, TraduccionDeN8n } from './traduccion-n8n.ts'

type Comparar = (izquierda: string, derecha: string) => string

const infix =
  (signo: string): Comparar =>
  (left, right) =>
    `${left} ${signo} ${right}`

const CONTIENE: Comparar = (left, right) =>
  `SI(ES_LISTA(${left}); CONTIENE_ELEMENTO(${left}; ${right}); CONTIENE(TEXTO(${left}); ${right}))`

/** Of a list that is not there: none. */
const largo =
  (signo: string): Comparar =>
  (left, right) =>
    `CONTAR(SI_NULO(${left}; [])) ${signo} ${right}`

/** What n8n compares by, in all its versions. */
const OPERACIONES: Readonly<Record<string, Comparar>> = {
  equals: infix('='),
  equal: infix('='),
  notEquals: infix('<>'),
  notEqual: infix('<>'),
  gt: infix('>'),
  larger: infix('>'),
  after: infix('>'),
  gte: infix('>='),
  largerEqual: infix('>='),
  afterOrEquals: infix('>='),
  lt: infix('<'),
  smaller: infix('<'),
  before: infix('<'),
  lte: infix('<='),
  smallerEqual: infix('<='),
  beforeOrEquals: infix('<='),
  contains: CONTIENE,
  notContains: (left, right) => `NO ${CONTIENE(left, right)}`,
  startsWith: (left, right) => `EMPIEZA_CON(${left}; ${right})`,
  notStartsWith: (left, right) => `NO EMPIEZA_CON(${left}; ${right})`,
  endsWith: (left, right) => `TERMINA_CON(${left}; ${right})`,
  notEndsWith: (left, right) => `NO TERMINA_CON(${left}; ${right})`,
  regex: (left, right) => writeCoincide(left, right),
  notRegex: (left, right) => `NO ${writeCoincide(left, right)}`,
  lengthEquals: largo('='),
  lengthNotEquals: largo('<>'),
  lengthGt: largo('>'),
  lengthGte: largo('>='),
  lengthLt: largo('<'),
  lengthLte: largo('<='),
  isEmpty: writeVacio,
  empty: writeVacio,
  isNotEmpty: (left) => `NO ${writeVacio(left)}`,
  notEmpty: (left) => `NO ${writeVacio(left)}`,
  exists: (left) => `NO ES_NULO(${left})`,
  notExists: (left) => `ES_NULO(${left})`,
  true: (left) => `${left} = VERDADERO`,
  false: (left) => `SI_NULO(${left}; FALSO) = FALSO`,
}

interface Condiciones {
  de: unknown
  /** One of them is enough; later versions say it themselves. */
  isAny?: boolean
}

/** The formula of the conditions of a node (IF, Filter, a rule of Switch), as its version writes them; null where there are none. */
export function writeCondiciones(
  t: TraduccionDeN8n,
  { de, isAny = false }: Condiciones,
  ambito: Ambito,
): string | null {
  const rows = readLista(de, 'conditions')
  if (rows.length === 0) return writeByTipo(t, { de, isAny }, ambito)
  const written = rows.map((row) =>
    compare(t, ambito, {
      izquierda: read(row, 'leftValue'),
      derecha: read(row, 'rightValue'),
      operacion: readTexto(row, 'operator.operation', 'equals'),
      isText: readTexto(row, 'operator.type') === 'string',
      ignoresCase: read(de, 'options.caseSensitive') === false,
    }),
  )
  return join(written, readTexto(de, 'combinator') === 'or')
}

/** What the first version leaves unsaid in the rows of each type. */
const POR_TIPO = [
  { tipo: 'string', operacion: 'equal', derecha: '' },
  { tipo: 'number', operacion: 'smaller', derecha: 0 },
  { tipo: 'boolean', operacion: 'equal', derecha: false },
  { tipo: 'dateTime', operacion: 'after', derecha: null },
] as const

/** As the first version of IF and Filter kept them: a list a type. */
function writeByTipo(t: TraduccionDeN8n, { de, isAny = false }: Condiciones, ambito: Ambito): string | null {
  const written = POR_TIPO.flatMap(({ tipo, operacion, derecha }) =>
    readLista(de, tipo).map((row) =>
      compare(t, ambito, {
        izquierda: read(row, 'value1'),
        derecha: read(row, 'value2') ?? derecha,
        operacion: readTexto(row, 'operation', operacion),
      }),
    ),
  )
  return written.length === 0 ? null : join(written, isAny)
}

interface Comparacion {
  izquierda: unknown
  derecha: unknown
  operacion: string
  /** Where there is nothing it compares with an empty text. */
  isText?: boolean
  ignoresCase?: boolean
}

const CON_PATRON = new Set(['regex', 'notRegex'])
const DE_IGUALDAD = new Set(['equals', 'notEquals'])
/** As a text, what is not there would be there. */
const DE_EXISTENCIA = new Set(['exists', 'notExists'])
/** A text that is written out, and not empty. */
const ESCRITO = /^"(?:[^"\\]|\\.)+"$/

export function compare(
  t: TraduccionDeN8n,
  ambito: Ambito,
  { izquierda, derecha, operacion, isText = false, ignoresCase = false }: Comparacion,
): string {
  const escribir = lookUp(OPERACIONES, operacion)
  if (escribir === undefined) {
    t.approximate(`La comparación «${operacion}» no tiene igual aquí: nunca se cumple.`)
    return 'FALSO'
  }
  const left = t.formula(izquierda, ambito).formula
  const right = t.formula(derecha ?? null, ambito).formula
  const mayBeEmpty = DE_IGUALDAD.has(operacion) && ![left, right].some((each) => ESCRITO.test(each))
  const side = (formula: string) => {
    if (isText && ignoresCase && !DE_EXISTENCIA.has(operacion)) return `MINUSCULAS(TEXTO(${formula}))`
    return isText && mayBeEmpty ? `SI_NULO(${formula}; "")` : tighten(formula)
  }
  return escribir(side(left), CON_PATRON.has(operacion) ? writePatron(right, derecha) : side(right))
}

const CON_BARRAS = /^\/(.*)\/([gimsuy]*)$/s

/** `/a/i` says how it is read after it. */
function writePatron(formula: string, escrito: unknown): string {
  const [, patron, banderas = ''] = (typeof escrito === 'string' && CON_BARRAS.exec(escrito)) || []
  if (patron === undefined) return tighten(formula)
  const known = [...'ims'].filter((each) => banderas.includes(each)).join('')
  return writeTexto(known === '' ? patron : `(?${known})${patron}`)
}

export function join(conditions: readonly string[], isAny: boolean): string {
  const [only] = conditions
  if (conditions.length === 1 && only !== undefined) return only
  return conditions.map((each) => `(${each})`).join(isAny ? ' O ' : ' Y ')
}
