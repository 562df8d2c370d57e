import {
  add,
  applyFunction,
  compareSortKeys,
  compareValues,
  defineFuncion,
  describe,
  divide,
  type FuncionContext,
  failFormula,
  isNothing,
  logarithm,
  modulo,
  multiply,
  numberProblem,
  numero,
  power,
  quotient,
  roundTo,
  sortKeyOf,
  subtract,
  toDecimal,
} from '@div/formula'
import { z } from 'zod'

const group = 'numero'
const valores = () => z.array(z.unknown())

export const NUMERO = [
  defineFuncion({
    name: 'SUMA',
    group,
    summary: 'Suma números; los nulos no cuentan.',
    args: { numeros: valores() },
    variadic: true,
    returns: 'decimal',
    examples: [
      ['SUMA(0.1; 0.2)', 0.3],
      ['SUMA([1; NULO; "2.5"])', 3.5],
      ['SUMA([])', 0],
    ],
    run: ({ numeros }) => present(numeros).reduce((sum, each) => add(sum, each), 0),
  }),
  defineFuncion({
    name: 'PRODUCTO',
    group,
    summary: 'Multiplica números; los nulos no cuentan.',
    args: { numeros: valores() },
    variadic: true,
    returns: 'decimal',
    examples: [['PRODUCTO(2; 3; 4)', 24]],
    run: ({ numeros }) => present(numeros).reduce((product, each) => multiply(product, each), 1),
  }),
  defineFuncion({
    name: 'PROMEDIO',
    group,
    summary: 'La media de los números; nulo si no hay ninguno.',
    args: { numeros: valores() },
    variadic: true,
    returns: 'decimal',
    examples: [
      ['PROMEDIO(1; 2; 6)', 3],
      ['PROMEDIO([])', null],
    ],
    run: ({ numeros }) => {
      const given = present(numeros)
      return given.length === 0
        ? null
        : divide(
            given.reduce((sum, each) => add(sum, each), 0),
            given.length,
          )
    },
  }),
  defineFuncion({
    name: 'MEDIANA',
    group,
    summary: 'El número del medio; nulo si no hay ninguno.',
    args: { numeros: valores() },
    variadic: true,
    returns: 'decimal',
    examples: [
      ['MEDIANA(9; 1; 5)', 5],
      ['MEDIANA(1; 2; 3; 4)', 2.5],
      ['MEDIANA(9007199254740993; 9007199254740993)', '9007199254740993'],
    ],
    run: ({ numeros }) => {
      const sorted = asNumbers(numeros, 'MEDIANA').toSorted((left, right) =>
        compareSortKeys(sortKeyOf(left), sortKeyOf(right)),
      )
      const middle = Math.floor(sorted.length / 2)
      if (sorted.length === 0) return null
      return sorted.length % 2 === 1
        ? (sorted[middle] ?? null)
        : divide(add(sorted[middle - 1], sorted[middle]), 2)
    },
  }),
  defineFuncion({
    name: 'MIN',
    group,
    summary: 'El menor de los valores: números, textos o fechas; nulo si no hay ninguno.',
    args: { valores: valores() },
    variadic: true,
    returns: 'cualquiera',
    examples: [['MIN(3; 1; 2)', 1]],
    run: ({ valores }) => extreme(valores, -1),
  }),
  defineFuncion({
    name: 'MAX',
    group,
    summary: 'El mayor de los valores: números, textos o fechas; nulo si no hay ninguno.',
    args: { valores: valores() },
    variadic: true,
    returns: 'cualquiera',
    examples: [
      ['MAX(3; 1; 2)', 3],
      ['MAX(["a"; "ñ"; "n"])', 'ñ'],
    ],
    run: ({ valores }) => extreme(valores, 1),
  }),
  defineFuncion({
    name: 'REDONDEAR',
    group,
    summary: 'Redondea a tantos decimales; la mitad se aleja del cero.',
    args: { numero: numero(), decimales: z.number().default(0) },
    returns: 'decimal',
    examples: [
      ['REDONDEAR(1.005; 2)', 1.01],
      ['REDONDEAR(-2.5)', -3],
      ['REDONDEAR(1234; -2)', 1200],
      ['REDONDEAR("12345678901234567.895"; 2)', '12345678901234567.9'],
    ],
    run: ({ numero, decimales }) => roundTo(numero, Math.trunc(decimales)),
  }),
  defineFuncion({
    name: 'REDONDEAR_MAS',
    group,
    summary: 'Redondea alejándose del cero.',
    args: { numero: numero(), decimales: z.number().default(0) },
    returns: 'decimal',
    examples: [['REDONDEAR_MAS(1.231; 2)', 1.24]],
    run: ({ numero, decimales }) => roundTo(numero, Math.trunc(decimales), 'arriba'),
  }),
  defineFuncion({
    name: 'REDONDEAR_MENOS',
    group,
    summary: 'Redondea hacia el cero.',
    args: { numero: numero(), decimales: z.number().default(0) },
    returns: 'decimal',
    examples: [['REDONDEAR_MENOS(1.239; 2)', 1.23]],
    run: ({ numero, decimales }) => roundTo(numero, Math.trunc(decimales), 'abajo'),
  }),
  defineFuncion({
    name: 'ENTERO',
    group,
    summary: 'El mayor número entero que no pasa del dado.',
    args: { numero: numero() },
    returns: 'entero',
    examples: [
      ['ENTERO(2.9)', 2],
      ['ENTERO(-2.1)', -3],
    ],
    run: ({ numero }) => roundTo(numero, 0, 'piso'),
  }),
  defineFuncion({
    name: 'TRUNCAR',
    group,
    summary: 'Quita los decimales.',
    args: { numero: numero() },
    returns: 'entero',
    examples: [['TRUNCAR(-2.9)', -2]],
    run: ({ numero }) => roundTo(numero, 0, 'abajo'),
  }),
  defineFuncion({
    name: 'TECHO',
    group,
    summary: 'El menor número entero que no es menor que el dado.',
    args: { numero: numero() },
    returns: 'entero',
    examples: [['TECHO(2.1)', 3]],
    run: ({ numero }) => roundTo(numero, 0, 'techo'),
  }),
  defineFuncion({
    name: 'ABS',
    group,
    summary: 'El valor sin signo.',
    args: { numero: numero() },
    returns: 'decimal',
    examples: [['ABS(-3.5)', 3.5]],
    // Of a text the sign alone goes, and no digit.
    run: ({ numero }) => (typeof numero === 'string' ? numero.replace(/^[+-]/, '') : Math.abs(numero)),
  }),
  defineFuncion({
    name: 'SIGNO',
    group,
    summary: '1, 0 o -1 según el signo.',
    args: { numero: z.number() },
    returns: 'entero',
    examples: [['SIGNO(-8)', -1]],
    run: ({ numero }) => Math.sign(numero),
  }),
  defineFuncion({
    name: 'RESIDUO',
    group,
    summary: 'El resto de una división, con el signo del divisor.',
    args: { numero: numero(), divisor: numero() },
    returns: 'decimal',
    examples: [
      ['RESIDUO(7; 3)', 1],
      ['RESIDUO(-1; 3)', 2],
    ],
    run: ({ numero, divisor }) => modulo(numero, divisor),
  }),
  defineFuncion({
    name: 'COCIENTE',
    group,
    summary: 'La parte entera de una división.',
    args: { numero: numero(), divisor: numero() },
    returns: 'entero',
    examples: [['COCIENTE(7; 2)', 3]],
    run: ({ numero, divisor }) => quotient(numero, divisor),
  }),
  defineFuncion({
    name: 'POTENCIA',
    group,
    summary: 'Eleva un número a una potencia; la de números enteros es exacta hasta 60 cifras.',
    args: { base: numero(), exponente: numero() },
    returns: 'decimal',
    examples: [
      ['POTENCIA(2; 10)', 1024],
      ['POTENCIA(3; 40)', '12157665459056928801'],
    ],
    run: ({ base, exponente }, context) => {
      payForDigits([base, exponente], context)
      return power(base, exponente)
    },
  }),
  defineFuncion({
    name: 'RAIZ',
    group,
    summary: 'La raíz cuadrada.',
    args: { numero: numero() },
    returns: 'decimal',
    examples: [['RAIZ(2.25)', 1.5]],
    run: ({ numero }, context) => applyExactly('RAIZ', numero, context),
  }),
  defineFuncion({
    name: 'EXP',
    group,
    summary: 'El número e elevado a una potencia.',
    args: { exponente: numero() },
    returns: 'decimal',
    examples: [['EXP(0)', 1]],
    run: ({ exponente }, context) => applyExactly('EXP', exponente, context),
  }),
  defineFuncion({
    name: 'LN',
    group,
    summary: 'El logaritmo natural.',
    args: { numero: numero() },
    returns: 'decimal',
    examples: [['LN(1)', 0]],
    run: ({ numero }, context) => applyExactly('LN', numero, context),
  }),
  defineFuncion({
    name: 'LOG',
    group,
    summary: 'El logaritmo en una base, 10 si no se dice otra.',
    args: { numero: numero(), base: numero().default(10) },
    returns: 'decimal',
    examples: [
      ['LOG(1000)', 3],
      ['LOG(8; 2)', 3],
    ],
    run: ({ numero, base }, context) => {
      payForDigits([numero, base], context)
      return logarithm(numero, base)
    },
  }),
  defineFuncion({
    name: 'PORCENTAJE',
    group,
    summary: 'Qué tanto por ciento es una parte de un total; nulo si el total es cero.',
    args: { parte: numero(), total: numero() },
    returns: 'decimal',
    examples: [
      ['PORCENTAJE(15; 60)', 25],
      ['PORCENTAJE(1; 0)', null],
    ],
    run: ({ parte, total }) => (Number(total) === 0 ? null : multiply(divide(parte, total), 100)),
  }),
  defineFuncion({
    name: 'LIMITAR',
    group,
    summary: 'El número, o el límite que sobrepasa.',
    args: { numero: numero(), minimo: numero(), maximo: numero() },
    returns: 'decimal',
    examples: [
      ['LIMITAR(15; 0; 10)', 10],
      ['LIMITAR(-1; 0; 10)', 0],
    ],
    run: ({ numero, minimo, maximo }) => extreme([minimo, extreme([numero, maximo], -1)], 1),
  }),
  defineFuncion({
    name: 'ES_PAR',
    group,
    summary: 'Dice si un número entero es par.',
    args: { numero: numero() },
    returns: 'booleano',
    examples: [
      ['ES_PAR(4)', true],
      ['ES_PAR(3)', false],
    ],
    run: ({ numero }) => modulo(numero, 2) === 0,
  }),
  defineFuncion({
    name: 'FORMATO_NUMERO',
    group,
    summary: 'Escribe un número como en España: punto de millar y coma decimal.',
    args: { numero: numero(), decimales: z.number().default(2) },
    returns: 'texto',
    examples: [
      ['FORMATO_NUMERO(1234567.5)', '1.234.567,50'],
      ['FORMATO_NUMERO(1234.5; 0)', '1.235'],
    ],
    run: ({ numero, decimales }) => formatNumber(numero, decimales),
  }),
  defineFuncion({
    name: 'ALEATORIO',
    group,
    summary: 'Un número al azar entre dos enteros, ambos incluidos.',
    args: { minimo: numero(), maximo: numero() },
    returns: 'entero',
    volatile: true,
    examples: [['ALEATORIO(4; 4)', 4]],
    run: ({ minimo, maximo }) => {
      const [first, last] = [roundTo(minimo, 0, 'techo'), roundTo(maximo, 0, 'piso')]
      const count = Number(add(subtract(last, first), 1))
      if (count < 1) return failFormula('ALEATORIO necesita un mínimo que no pase del máximo')
      return add(first, Math.floor(Math.random() * Math.min(count, Number.MAX_SAFE_INTEGER)))
    },
  }),
]

function present(values: readonly unknown[]): unknown[] {
  return values.filter((value) => !isNothing(value))
}

function asNumbers(values: readonly unknown[], name: string): (number | string)[] {
  return present(values).map((value) => {
    const decimal = toDecimal(value)
    if (decimal !== undefined) return decimal
    const problem = numberProblem(value)
    return failFormula(
      problem
        ? `${name} no puede calcular con ${describe(value)}: ${problem}`
        : `${name} necesita números y recibió ${describe(value)}`,
    )
  })
}

/** Steps of a root or a power of exact decimal text. */
const STEPS_OF_DIGITS = 400

function payForDigits(values: readonly (number | string)[], context: FuncionContext): void {
  if (values.some((value) => typeof value === 'string')) context.spend(STEPS_OF_DIGITS)
}

function applyExactly(
  name: Parameters<typeof applyFunction>[0],
  value: number | string,
  context: FuncionContext,
): number | string {
  payForDigits([value], context)
  return applyFunction(name, value)
}

function extreme(values: readonly unknown[], sign: number): unknown {
  return present(values).reduce<unknown>(
    (best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best),
    null,
  )
}

function formatNumber(value: number | string, decimals: number): string {
  const digits = Math.max(0, Math.min(20, Math.trunc(decimals)))
  const rounded = roundTo(value, digits)
  // Exact text keeps its digits; what is written with an exponent has more than anybody reads.
  if (typeof rounded === 'string' && !/e/i.test(rounded)) return formatExact(rounded, digits)
  return Number(rounded).toLocaleString('es-ES', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  })
}

function formatExact(text: string, digits: number): string {
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.')
  const grouped = BigInt(whole).toLocaleString('es-ES', { useGrouping: true })
  const sign = text.startsWith('-') ? '-' : ''
  return sign + grouped + (digits > 0 ? `,${fraction.padEnd(digits, '0')}` : '')
}
