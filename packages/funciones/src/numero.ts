import {
  add,
  compareValues,
  defineFuncion,
  divide,
  failFormula,
  isNothing,
  modulo,
  multiply,
  numero,
  round15,
  roundTo,
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
    ],
    run: ({ numeros }) => {
      const sorted = asNumbers(numeros, 'MEDIANA').toSorted((left, right) => left - right)
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
    run: ({ numero }) => (compareValues(numero, 0) < 0 ? subtract(0, numero) : numero),
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
    run: ({ numero, divisor }) => roundTo(divide(numero, divisor) ?? 0, 0, 'abajo'),
  }),
  defineFuncion({
    name: 'POTENCIA',
    group,
    summary: 'Eleva un número a una potencia.',
    args: { base: z.number(), exponente: z.number() },
    returns: 'decimal',
    examples: [['POTENCIA(2; 10)', 1024]],
    run: ({ base, exponente }) => finite(base ** exponente, 'POTENCIA'),
  }),
  defineFuncion({
    name: 'RAIZ',
    group,
    summary: 'La raíz cuadrada.',
    args: { numero: z.number() },
    returns: 'decimal',
    examples: [['RAIZ(2.25)', 1.5]],
    run: ({ numero }) => finite(Math.sqrt(numero), 'RAIZ'),
  }),
  defineFuncion({
    name: 'EXP',
    group,
    summary: 'El número e elevado a una potencia.',
    args: { exponente: z.number() },
    returns: 'decimal',
    examples: [['EXP(0)', 1]],
    run: ({ exponente }) => finite(Math.exp(exponente), 'EXP'),
  }),
  defineFuncion({
    name: 'LN',
    group,
    summary: 'El logaritmo natural.',
    args: { numero: z.number() },
    returns: 'decimal',
    examples: [['LN(1)', 0]],
    run: ({ numero }) => finite(Math.log(numero), 'LN'),
  }),
  defineFuncion({
    name: 'LOG',
    group,
    summary: 'El logaritmo en una base, 10 si no se dice otra.',
    args: { numero: z.number(), base: z.number().default(10) },
    returns: 'decimal',
    examples: [
      ['LOG(1000)', 3],
      ['LOG(8; 2)', 3],
    ],
    run: ({ numero, base }) =>
      finite(base === 10 ? Math.log10(numero) : Math.log(numero) / Math.log(base), 'LOG'),
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
    args: { minimo: z.number(), maximo: z.number() },
    returns: 'entero',
    volatile: true,
    examples: [['ALEATORIO(4; 4)', 4]],
    run: ({ minimo, maximo }) => Math.floor(minimo + Math.random() * (Math.floor(maximo) - minimo + 1)),
  }),
]

function present(values: readonly unknown[]): unknown[] {
  return values.filter((value) => !isNothing(value))
}

function asNumbers(values: readonly unknown[], name: string): number[] {
  return present(values).map((value) => {
    const decimal = toDecimal(value)
    return decimal === undefined ? failFormula(`${name} necesita números`) : Number(decimal)
  })
}

function extreme(values: readonly unknown[], sign: number): unknown {
  return present(values).reduce<unknown>(
    (best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best),
    null,
  )
}

function finite(value: number, name: string): number {
  return Number.isFinite(value) ? round15(value) : failFormula(`${name} no tiene resultado para esos números`)
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
