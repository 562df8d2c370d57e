import { lookUp } from '@div/contract'
import { tighten } from '../expresion/escribir.ts'
import { leer, leerLista, leerTexto } from '../leer.ts'
import type { Ambito, TraduccionDeN8n } from './traduccion-n8n.ts'

type Comparar = (izquierda: string, derecha: string) => string

const infix =
  (signo: string): Comparar =>
  (left, right) =>
    `${left} ${signo} ${right}`

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
  contains: (left, right) =>
    `SI(ES_LISTA(${left}); CONTIENE_ELEMENTO(${left}; ${right}); CONTIENE(TEXTO(${left}); ${right}))`,
  notContains: (left, right) => `NO CONTIENE(TEXTO(${left}); ${right})`,
  startsWith: (left, right) => `EMPIEZA_CON(${left}; ${right})`,
  notStartsWith: (left, right) => `NO EMPIEZA_CON(${left}; ${right})`,
  endsWith: (left, right) => `TERMINA_CON(${left}; ${right})`,
  notEndsWith: (left, right) => `NO TERMINA_CON(${left}; ${right})`,
  regex: (left, right) => `COINCIDE(${left}; ${right})`,
  isEmpty: (left) => `ES_VACIO(${left})`,
  empty: (left) => `ES_VACIO(${left})`,
  isNotEmpty: (left) => `NO ES_VACIO(${left})`,
  notEmpty: (left) => `NO ES_VACIO(${left})`,
  exists: (left) => `NO ES_NULO(${left})`,
  notExists: (left) => `ES_NULO(${left})`,
  true: (left) => `${left} = VERDADERO`,
  false: (left) => `${left} = FALSO`,
}

interface Condiciones {
  de: unknown
  /** One of them is enough; later versions say it themselves. */
  isAny?: boolean
}

/** The formula of the conditions of a node (IF, Filter, a rule of Switch), as its version writes them; null where there are none. */
export function escribirCondiciones(
  t: TraduccionDeN8n,
  { de, isAny = false }: Condiciones,
  ambito: Ambito,
): string | null {
  const rows = leerLista(de, 'conditions')
  if (rows.length === 0) return escribirPorTipo(t, { de, isAny }, ambito)
  const written = rows.map((row) =>
    comparar(t, ambito, {
      izquierda: leer(row, 'leftValue'),
      derecha: leer(row, 'rightValue'),
      operacion: leerTexto(row, 'operator.operation', 'equals'),
    }),
  )
  return unir(written, leerTexto(de, 'combinator') === 'or')
}

/** What the first version leaves unsaid in the rows of each type. */
const POR_TIPO = [
  { tipo: 'string', operacion: 'equal', derecha: '' },
  { tipo: 'number', operacion: 'smaller', derecha: 0 },
  { tipo: 'boolean', operacion: 'equal', derecha: false },
  { tipo: 'dateTime', operacion: 'after', derecha: null },
] as const

/** As the first version of IF and Filter kept them: a list a type. */
function escribirPorTipo(
  t: TraduccionDeN8n,
  { de, isAny = false }: Condiciones,
  ambito: Ambito,
): string | null {
  const written = POR_TIPO.flatMap(({ tipo, operacion, derecha }) =>
    leerLista(de, tipo).map((row) =>
      comparar(t, ambito, {
        izquierda: leer(row, 'value1'),
        derecha: leer(row, 'value2') ?? derecha,
        operacion: leerTexto(row, 'operation', operacion),
      }),
    ),
  )
  return written.length === 0 ? null : unir(written, isAny)
}

interface Comparacion {
  izquierda: unknown
  derecha: unknown
  operacion: string
}

export function comparar(
  t: TraduccionDeN8n,
  ambito: Ambito,
  { izquierda, derecha, operacion }: Comparacion,
): string {
  const left = t.formula(izquierda, ambito)
  const escribir = lookUp(OPERACIONES, operacion)
  if (escribir === undefined) {
    t.aproximar(`La comparación «${operacion}» no tiene igual aquí: nunca se cumple.`)
    return 'FALSO'
  }
  return escribir(tighten(left.formula), tighten(t.formula(derecha ?? null, ambito).formula))
}

export function unir(conditions: readonly string[], isAny: boolean): string {
  const [only] = conditions
  if (conditions.length === 1 && only !== undefined) return only
  return conditions.map((each) => `(${each})`).join(isAny ? ' O ' : ' Y ')
}
