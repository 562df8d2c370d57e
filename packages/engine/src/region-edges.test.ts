import { describe, expect, test } from 'vitest'
import type { Guion } from './servidores-testing.ts'
import {
  flujoDe,
  hallazgosDe,
  join,
  lista,
  llamada,
  parametrosDe,
  runFlujo,
  salida,
  split,
} from './testing.ts'

const s = salida('s', { x: 'j.elementos', total: 'j.total' })

test.each(['p:elemento', 'p'])(
  'a node to which its split leads by a detour and directly (by «%s») runs once an element, after the detour',
  async (handle) => {
    const flujo = flujoDe(
      [
        lista([1, 2]),
        split(),
        llamada('a', { ms: 5, salida: { v: 'a' } }),
        llamada('b', {}, { parametros: parametrosDe({ v: 'a.v' }) }),
        join(),
        s,
      ],
      `e>l>p p:elemento>a>b>j>s ${handle}>b`,
    )
    const { result, log } = await runFlujo(flujo)
    expect(log).toEqual(['a', 'b', 'a', 'b'])
    expect(result.respuesta?.cuerpo).toEqual({ x: [{ v: 'a' }, { v: 'a' }], total: 2 })
  },
)

describe('a cursor', () => {
  const sobreCursor = (guion: Guion, campos: { split?: object; join?: object; dentro?: Guion } = {}) =>
    flujoDe(
      [
        llamada('q', guion),
        split({ lista: { nodo: 'q', ruta: 'filas' }, cursor: true, ...campos.split }),
        llamada('d', campos.dentro, { parametros: [{ nombre: 'v', expresion: 'elemento' }] }),
        join(campos.join),
        s,
      ],
      'e>q>p p:elemento>d>j>s',
    )

  test('that does not answer is cancelled when its join has waited long enough', async () => {
    const flujo = sobreCursor(
      { lotes: [[1]], cuelga: true },
      { join: { union: { tipo: 'todos', tiempoMaximoMs: 50 } } },
    )
    const { result, log, open, tookMs } = await runFlujo(flujo)
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'j' })
    expect(log.at(-1)).toBe('q cerrado')
    expect({ open, tookMs }).toEqual({ open: 0, tookMs: 50 })
  })

  test('that does not answer ends with its run', async () => {
    const { result, log, open, tookMs } = await runFlujo(sobreCursor({ lotes: [[1]], cuelga: true }), {
      deadlineMs: 80,
    })
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'p' })
    expect(log.at(-1)).toBe('q cerrado')
    expect({ open, tookMs }).toEqual({ open: 0, tookMs: 80 })
  })

  test('is not read further once its join has what it wants', async () => {
    const { result, log } = await runFlujo(
      sobreCursor({ lotes: [[1, 2], [3]], cuelga: true }, { join: { union: { tipo: 'n', n: 2 } } }),
    )
    expect(result.respuesta?.cuerpo).toEqual({ x: [{ v: 1 }, { v: 2 }], total: 2 })
    expect(log).toEqual(['q lote 0', 'd', 'd', 'q cerrado'])
  })

  test('whose elements are all wanted goes past the limit of a list as a named error of the join', async () => {
    const { result } = await runFlujo(sobreCursor({ lotes: [[1, 2], [3]] }), { limits: { elementos: 2 } })
    expect(result.error).toMatchObject({
      codigo: 'LIMITE_SUPERADO',
      nodo: 'j',
      mensaje: expect.stringContaining('elementos'),
    })
  })

  test('whose failures are gathered past the limit of a list is a named error of the join', async () => {
    const flujo = sobreCursor(
      { lotes: [[1, 2], [3]] },
      { split: { enError: 'continuar' }, dentro: { falla: true, error: 'definitivo' } },
    )
    const { result } = await runFlujo(flujo, { limits: { elementos: 2 } })
    expect(result.error).toMatchObject({
      codigo: 'LIMITE_SUPERADO',
      nodo: 'j',
      mensaje: expect.stringContaining('errores'),
    })
  })

  test('is not opened when the rows are given', async () => {
    const { result, log } = await runFlujo(sobreCursor({ lotes: [[1, 2, 3]] }), {
      input: { datosFijados: { q: { filas: [7] } } },
    })
    expect(result.respuesta?.cuerpo).toEqual({ x: [{ v: 7 }], total: 1 })
    expect(log).toEqual(['d'])
  })
})

test('a cursor cannot be read inside a transaction', () => {
  const q = llamada('q', { lotes: [] }, { transaccion: 't' })
  const p = split({ lista: { nodo: 'q', ruta: 'filas' }, cursor: true })
  expect(hallazgosDe([q, p, llamada('d'), join(), s], 'e>q>p p:elemento>d>j>s')).toEqual([
    'p cursor: «q» está en una transacción: un cursor se lee fuera de ella.',
  ])
})

test('an element that fails after the join has what it wants changes nothing, whenever that is', async () => {
  const flujo = flujoDe(
    [
      split({ lista: undefined }),
      llamada('rapido', { ms: 1, salida: 'rapido' }),
      llamada('lento', { ms: 2, falla: true }, { transaccion: 't' }),
      join({ union: { tipo: 'alguno' } }),
      s,
    ],
    'e>p>rapido>j>s p>lento>j',
  )
  const { result, open, log } = await runFlujo(flujo)
  expect(result.respuesta?.cuerpo).toEqual({ x: ['rapido'], total: 2 })
  expect(log.slice(-2)).toEqual(['cancelada lento', 'rollback tx-s1'])
  expect(open).toBe(0)
})

test('a join waits for the sequences that its fields take', async () => {
  const flujo = flujoDe(
    [
      lista([1, 2, 3]),
      split({ concurrencia: 3 }),
      llamada('d', {}, { parametros: [{ nombre: 'v', expresion: 'elemento' }] }),
      join({
        parametros: [
          { nombre: 'v', expresion: 'd.v' },
          { nombre: 'n', expresion: 'CONSECUTIVO("c")' },
        ],
      }),
      s,
    ],
    'e>l>p p:elemento>d>j>s',
  )
  expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({
    x: [
      { v: 1, n: 1 },
      { v: 2, n: 2 },
      { v: 3, n: 3 },
    ],
    total: 3,
  })
})

test('what an inner cursor gathered is there when it is the element of the outer region', async () => {
  const flujo = flujoDe(
    [
      lista([1, 2]),
      split(),
      llamada('q', { lotes: [['a'], ['b']] }),
      { id: 'r', tipo: 'splitter-split', lista: { nodo: 'q', ruta: 'filas' }, cursor: true },
      { id: 't', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion: 'elemento' }] },
      { id: 'k', tipo: 'splitter-join', split: 'r' },
      join(),
      s,
    ],
    'e>l>p p:elemento>q>r r:elemento>t>k>j>s',
  )
  const inner = { elementos: [{ v: 'a' }, { v: 'b' }], errores: [], total: 2 }
  expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({ x: [inner, inner], total: 2 })
})

test('failures are gathered in the order of the list, whoever fails first', async () => {
  let call = 0
  const flujo = flujoDe(
    [
      lista([1, 2, 3]),
      split({ concurrencia: 3, enError: 'continuar' }),
      llamada('d', { falla: true, error: 'definitivo' }),
      join(),
      salida('s', { x: 'j.errores' }),
    ],
    'e>l>p p:elemento>d>j>s',
  )
  const { result } = await runFlujo(flujo, { delayOf: () => 100 - ++call })
  const error = { codigo: 'DEFINITIVO', mensaje: 'No se puede.', nodo: 'd' }
  expect(result.respuesta?.cuerpo).toEqual({
    x: [
      { indice: 0, ...error },
      { indice: 1, ...error },
      { indice: 2, ...error },
    ],
  })
})

test('a part of a flow that ends inside a region runs what leads to it, in the region and before', async () => {
  const flujo = flujoDe(
    [
      lista([1, 2]),
      split(),
      llamada('a'),
      llamada('b'),
      llamada('c'),
      join(),
      llamada('despues'),
      llamada('aparte'),
    ],
    'e>l>p p:elemento>a>b>c>j>despues e>aparte',
  )
  const { result, log } = await runFlujo(flujo, { input: { hastaNodo: 'b' } })
  expect(result.estado).toBe('ok')
  expect(log).toEqual(['a', 'b', 'a', 'b'])
})
