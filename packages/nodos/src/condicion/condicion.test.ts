import { validateFlujo } from '@div/engine'
import { depsOf, describeHallazgos, flujoDe, runFlujo, salida } from '@div/engine/testing'
import { describe, expect, test } from 'vitest'

const fila = (izquierda: unknown, operador: string, derecha?: unknown) => ({
  izquierda: { valor: izquierda },
  operador,
  ...(derecha !== undefined && { derecha: { valor: derecha } }),
})

/** Does a rule hold? */
async function holds(regla: object): Promise<boolean> {
  const flujo = flujoDe(
    [{ id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', regla }] }, salida('si'), salida('no')],
    'e>c c:si>si c:otro>no',
  )
  const { result } = await runFlujo(flujo)
  return result.pasos.some(({ nodo, estado }) => nodo === 'si' && estado === 'ok')
}

test.each([
  [1, 'igual', 1, true],
  ['1', 'igual', 1, true],
  [null, 'igual', null, true],
  [null, 'igual', 0, false],
  ['a', 'distinto', 'b', true],
  [2, 'mayor', 10, false],
  ['b', 'mayor', 'a', true],
  [2, 'mayorIgual', 2, true],
  [2, 'menor', 10, true],
  [11, 'menorIgual', 10, false],
  ['Lucía', 'contiene', 'uc', true],
  [[1, 2], 'contiene', 2, true],
  [null, 'contiene', 'x', false],
  [[1, 2], 'noContiene', 3, true],
  ['DIV-7', 'empiezaCon', 'DIV', true],
  ['DIV-7', 'terminaCon', '8', false],
  [2, 'en', [1, 2], true],
  ['x', 'en', [1, 2], false],
  [null, 'en', [1, null], false],
  [null, 'en', [], false],
  ['', 'en', ['a'], false],
  ['', 'en', [''], true],
  ['2', 'en', [1, 2], true],
  [1, 'en', null, false],
  ['Lucía', 'contiene', null, false],
  [[1, null], 'contiene', null, false],
  ['Lucía', 'noContiene', null, true],
  ['DIV-7', 'empiezaCon', null, false],
  [null, 'empiezaCon', '', false],
  ['DIV-7', 'empiezaCon', '', true],
  ['DIV-7', 'terminaCon', null, false],
  [null, 'terminaCon', null, false],
  ['', 'vacio', undefined, true],
  [' ', 'vacio', undefined, true],
  [' ', 'noVacio', undefined, false],
  [[], 'vacio', undefined, true],
  [0, 'vacio', undefined, false],
  [null, 'noVacio', undefined, false],
])('%j %s %j is %s', async (izquierda, operador, derecha, expected) => {
  expect(await holds({ y: [fila(izquierda, operador, derecha)] })).toBe(expected)
})

test('a list that turns out to be none is an error, and not a part of a text', async () => {
  const regla = { y: [{ izquierda: { valor: 'a' }, operador: 'en', derecha: { expresion: '"abc"' } }] }
  const flujo = flujoDe(
    [{ id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', regla }] }, salida('s')],
    'e>c c:si>s c:otro>s',
  )
  const { result } = await runFlujo(flujo)
  expect(result.error).toMatchObject({
    codigo: 'EXPRESION_FALLIDA',
    mensaje: 'La fórmula no se pudo calcular: «en» necesita una lista a la derecha y recibió «abc».',
  })
})

describe('groups', () => {
  const [si, no] = [fila(1, 'igual', 1), fila(1, 'igual', 2)]

  test.each([
    ['y of all', { y: [si, si] }, true],
    ['y of some', { y: [si, no] }, false],
    ['o of some', { o: [no, si] }, true],
    ['o of none', { o: [no, no] }, false],
    ['o in y', { y: [si, { o: [no, si] }] }, true],
    ['y in o', { o: [no, { y: [si, no] }] }, false],
  ])('%s', async (_what, regla, expected) => {
    expect(await holds(regla)).toBe(expected)
  })
})

test.each([
  [15, 'grande'],
  [7, 'mediano'],
  [1, 'otro'],
])('the first case that holds is taken: %i leaves by %s', async (n, expected) => {
  const casos = [
    { nombre: 'grande', expresion: 'e.n > 10' },
    { nombre: 'mediano', expresion: 'e.n > 5' },
  ]
  const flujo = flujoDe(
    [{ id: 'c', tipo: 'condicion', casos }, salida('s', { caso: 'c.caso' })],
    'e>c c:grande>s c:mediano>s c:otro>s',
  )
  const { result } = await runFlujo(flujo, { entrada: { n } })
  expect(result.pasos[1]).toMatchObject({ estado: 'ok', rama: expected })
  expect(result.respuesta?.cuerpo).toEqual({ caso: expected })
})

test.each([
  ['no case', [], 'casos: Añada al menos un caso.'],
  [
    'a case without a rule',
    [{ nombre: 'a' }],
    'casos[0]: Ponga una fórmula o una regla, solo una de las dos.',
  ],
  [
    'a name twice',
    [
      { nombre: 'a', expresion: '1' },
      { nombre: 'a', expresion: '2' },
    ],
    'casos: Los nombres de los casos no se pueden repetir ni ser «otro» o «error».',
  ],
  [
    'a comparison with nothing',
    [{ nombre: 'a', regla: { y: [fila(1, 'igual')] } }],
    'casos[0].regla.y[0].derecha: Falta el valor con el que se compara.',
  ],
  [
    'a text where a list is needed',
    [{ nombre: 'a', regla: { y: [fila('a', 'en', 'abc')] } }],
    'casos[0].regla.y[0].derecha: El operador «en» necesita una lista a la derecha.',
  ],
  [
    'an operator that does not exist',
    [{ nombre: 'a', regla: { y: [fila(1, 'igual', 1), { o: [fila(1, 'parecido', 1)] }] } }],
    'casos[0].regla.y[1].o[0].operador: Este valor no se admite. Use uno de estos: igual, distinto, mayor, mayorIgual, menor, menorIgual, contiene, noContiene, empiezaCon, terminaCon, en, vacio, noVacio.',
  ],
  [
    'a row without its left side',
    [{ nombre: 'a', regla: { o: [fila(1, 'vacio'), { operador: 'vacio' }] } }],
    'casos[0].regla.o[1].izquierda: Falta el valor de la izquierda.',
  ],
  [
    'a row with a slip of the pen',
    [{ nombre: 'a', regla: { o: [{ ...fila(1, 'vacio'), derechas: { valor: 1 } }] } }],
    'casos[0].regla.o[0].derechas: Este dato no existe aquí. Los que hay: derecha, izquierda, operador.',
  ],
  [
    'a value with a slip of the pen',
    [{ nombre: 'a', regla: { y: [{ izquierda: { valer: 1 }, operador: 'vacio' }] } }],
    'casos[0].regla.y[0].izquierda.valer: Este dato no existe aquí. Los que hay: valor, valorAsignado, expresion.',
  ],
  [
    'a group of nothing',
    [{ nombre: 'a', regla: { o: [] } }],
    'casos[0].regla.o: Ponga al menos una comparación.',
  ],
  [
    'a rule that is none',
    [{ nombre: 'a', regla: 'n > 1' }],
    'casos[0].regla: Se esperaba un objeto y llegó un texto.',
  ],
  [
    'a sequence in a condition',
    [{ nombre: 'a', expresion: 'CONSECUTIVO("x") > 1' }],
    'casos[0]: Aquí no se puede tomar un CONSECUTIVO: hágalo antes, en una transformación.',
  ],
])('%s is found', (_what, casos, expected) => {
  const flujo = flujoDe([{ id: 'c', tipo: 'condicion', casos }, salida('s')], 'e>c c:a>s c:otro>s')
  expect(describeHallazgos(validateFlujo(flujo, depsOf()))).toEqual([`c ${expected}`])
})
