import { AppError, Binario, Fecha } from '@div/contract'
import { cualquiera, defineFuncion, equalValues, isTrue, lazy, toDecimal } from '@div/formula'
import { z } from 'zod'

const group = 'logica'

export const LOGICA = [
  defineFuncion({
    name: 'SI',
    group,
    summary: 'Un valor si se cumple una condición y otro si no; solo se calcula el que hace falta.',
    args: { condicion: cualquiera(), siSeCumple: lazy(), siNo: lazy().optional() },
    returns: 'cualquiera',
    examples: [
      ['SI(2 > 1; "sí"; "no")', 'sí'],
      ['SI(FALSO; 1/0)', null],
    ],
    run: ({ condicion, siSeCumple, siNo }) => (isTrue(condicion) ? siSeCumple() : (siNo?.() ?? null)),
  }),
  defineFuncion({
    name: 'SI_CONJUNTO',
    group,
    summary: 'Pares de condición y valor: el valor de la primera condición que se cumple.',
    args: { pares: z.array(lazy()).meta({ formula: 'lazy' }) },
    variadic: true,
    returns: 'cualquiera',
    examples: [
      ['SI_CONJUNTO(FALSO; 1; VERDADERO; 2)', 2],
      ['SI_CONJUNTO(FALSO; 1)', null],
    ],
    run: ({ pares }) => {
      for (let index = 0; index + 1 < pares.length; index += 2) {
        if (isTrue(pares[index]?.())) return pares[index + 1]?.() ?? null
      }
      return null
    },
  }),
  defineFuncion({
    name: 'CAMBIAR',
    group,
    summary:
      'Compara un valor con otros y da lo que acompaña al primero igual; el último suelto es para el resto.',
    args: { valor: cualquiera(), pares: z.array(cualquiera()) },
    variadic: true,
    returns: 'cualquiera',
    examples: [
      ['CAMBIAR("B"; "A"; 1; "B"; 2; 0)', 2],
      ['CAMBIAR("Z"; "A"; 1; 0)', 0],
      ['CAMBIAR("Z"; "A"; 1)', null],
    ],
    run: ({ valor, pares }, context) => {
      for (let index = 0; index + 1 < pares.length; index += 2) {
        if (equalValues(valor, pares[index], context)) return pares[index + 1] ?? null
      }
      return pares.length % 2 === 1 ? (pares.at(-1) ?? null) : null
    },
  }),
  defineFuncion({
    name: 'Y',
    group,
    summary: 'Verdadero si lo son todos; se detiene en el primero falso.',
    args: { valores: z.array(lazy()).meta({ formula: 'lazy' }) },
    variadic: true,
    returns: 'booleano',
    examples: [
      ['Y(VERDADERO; 1 < 2)', true],
      ['Y(FALSO; 1/0 > 1)', false],
    ],
    run: ({ valores }) => valores.every((each) => isTrue(each())),
  }),
  defineFuncion({
    name: 'O',
    group,
    summary: 'Verdadero si lo es alguno; se detiene en el primero verdadero.',
    args: { valores: z.array(lazy()).meta({ formula: 'lazy' }) },
    variadic: true,
    returns: 'booleano',
    examples: [['O(FALSO; VERDADERO; 1/0 > 1)', true]],
    run: ({ valores }) => valores.some((each) => isTrue(each())),
  }),
  defineFuncion({
    name: 'XO',
    group,
    summary: 'Verdadero si lo es un número impar de valores.',
    args: { valores: z.array(cualquiera()) },
    variadic: true,
    returns: 'booleano',
    examples: [
      ['XO(VERDADERO; FALSO)', true],
      ['XO(VERDADERO; VERDADERO)', false],
    ],
    run: ({ valores }) => valores.filter(isTrue).length % 2 === 1,
  }),
  defineFuncion({
    name: 'SI_ERROR',
    group,
    summary: 'Un valor, u otro si calcularlo falla.',
    args: { valor: lazy(), siFalla: lazy() },
    returns: 'cualquiera',
    examples: [
      ['SI_ERROR(1 / 0; -1)', -1],
      ['SI_ERROR(1 / 2; -1)', 0.5],
    ],
    run: ({ valor, siFalla }) => {
      try {
        return valor()
      } catch (error) {
        // Only what a formula can do wrong; an effect under way or a bug goes on.
        if (error instanceof AppError) return siFalla()
        throw error
      }
    },
  }),
  defineFuncion({
    name: 'SI_NULO',
    group,
    summary: 'Un valor, u otro si es nulo.',
    args: { valor: cualquiera(), siNulo: lazy() },
    returns: 'cualquiera',
    examples: [
      ['SI_NULO(NULO; 0)', 0],
      ['SI_NULO(5; 0)', 5],
    ],
    run: ({ valor, siNulo }) => valor ?? siNulo(),
  }),
  defineFuncion({
    name: 'SI_VACIO',
    group,
    summary: 'Un valor, u otro si es nulo, un texto en blanco o una lista vacía.',
    args: { valor: cualquiera(), siVacio: lazy() },
    returns: 'cualquiera',
    examples: [
      ['SI_VACIO("  "; "sin nombre")', 'sin nombre'],
      ['SI_VACIO([]; "nadie")', 'nadie'],
    ],
    run: ({ valor, siVacio }) => (isEmpty(valor) ? siVacio() : valor),
  }),
  defineFuncion({
    name: 'PRIMERO_NO_NULO',
    group,
    summary:
      'El primer valor que no es nulo. Sus argumentos pueden nombrar nodos de ramas que no se ejecutaron.',
    args: { valores: z.array(lazy()).meta({ formula: 'lazy' }) },
    variadic: true,
    permiteOmitidos: true,
    returns: 'cualquiera',
    examples: [
      ['PRIMERO_NO_NULO(NULO; 2; 3)', 2],
      ['PRIMERO_NO_NULO(NULO)', null],
    ],
    run: ({ valores }) => {
      for (const each of valores) {
        const value = each()
        if (value !== null) return value
      }
      return null
    },
  }),
  test('ES_NULO', 'nulo', 'ES_NULO(NULO)', (value) => value === null),
  test('ES_VACIO', 'nulo, un texto en blanco o una lista vacía', 'ES_VACIO(" ")', isEmpty),
  test(
    'ES_NUMERO',
    'un número o un texto que lo escribe',
    'ES_NUMERO("12.5")',
    (value) => toDecimal(value) !== undefined,
  ),
  test('ES_TEXTO', 'un texto', 'ES_TEXTO("a")', (value) => typeof value === 'string'),
  test('ES_LOGICO', 'verdadero o falso', 'ES_LOGICO(FALSO)', (value) => typeof value === 'boolean'),
  test(
    'ES_FECHA',
    'una fecha o una fecha y hora',
    'ES_FECHA(FECHA(2026; 1; 1))',
    (value) => value instanceof Date || value instanceof Fecha,
  ),
  test('ES_LISTA', 'una lista', 'ES_LISTA([1])', Array.isArray),
  test('ES_OBJETO', 'un objeto', 'ES_OBJETO({ a: 1 })', isObject),
]

function test(name: string, what: string, example: string, holds: (value: unknown) => boolean) {
  return defineFuncion({
    name,
    group,
    summary: `Dice si un valor es ${what}.`,
    args: { valor: cualquiera() },
    returns: 'booleano',
    examples: [[example, true]],
    run: ({ valor }) => holds(valor),
  })
}

function isEmpty(value: unknown): boolean {
  if (value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}

function isObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(value instanceof Date || value instanceof Fecha || value instanceof Binario)
}
