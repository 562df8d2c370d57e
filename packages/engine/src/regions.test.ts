import { describe, expect, test } from 'vitest'
import type { Guion } from './servidores-testing.ts'
import { flujoDe, llamada, parametrosDe, type RunOptions, runFlujo, salida } from './testing.ts'

interface RegionDePrueba {
  lista?: unknown
  split?: Record<string, unknown>
  join?: Record<string, unknown>
  dentro?: Guion
}

/** A list, a split, one call an element, a join, an answer with what the join put out. */
function sobreLista({ lista = [1, 2, 3], split = {}, join = {}, dentro = {} }: RegionDePrueba) {
  return flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'lista', valor: lista }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'lista' }, ...split },
      llamada('d', dentro, { parametros: [{ nombre: 'v', expresion: 'elemento' }] }),
      { id: 'j', tipo: 'splitter-join', split: 'p', ...join },
      salida('s', { elementos: 'j.elementos', errores: 'j.errores', total: 'j.total' }),
    ],
    'e>l>p p:elemento>d>j>s',
  )
}

async function runLista(region: RegionDePrueba, options: RunOptions = {}) {
  const run = await runFlujo(sobreLista(region), options)
  return { ...run, cuerpo: run.result.respuesta?.cuerpo }
}

describe('a split with a list', () => {
  test.each([
    [1, 30],
    [2, 20],
    [3, 10],
    [9, 10],
  ])('runs its elements %i at a time: in %i ms', async (concurrencia, took) => {
    const { cuerpo, tookMs } = await runLista({ split: { concurrencia }, dentro: { ms: 10 } })
    expect(cuerpo).toEqual({ elementos: [{ v: 1 }, { v: 2 }, { v: 3 }], errores: [], total: 3 })
    expect(tookMs).toBe(took)
  })

  test('keeps the order of the list whoever ends first', async () => {
    let call = 0
    const { cuerpo } = await runLista({ split: { concurrencia: 3 } }, { delayOf: () => 100 - ++call })
    expect(cuerpo).toMatchObject({ elementos: [{ v: 1 }, { v: 2 }, { v: 3 }] })
  })

  test('of nothing joins nothing', async () => {
    expect((await runLista({ lista: [] })).cuerpo).toEqual({ elementos: [], errores: [], total: 0 })
  })

  test('hands over batches, the last one shorter', async () => {
    const { cuerpo } = await runLista({ lista: [1, 2, 3, 4, 5], split: { lote: 2 } })
    expect(cuerpo).toMatchObject({ elementos: [{ v: [1, 2] }, { v: [3, 4] }, { v: [5] }], total: 3 })
  })

  test('tells its nodes the element, its index and how many there are', async () => {
    const flujo = flujoDe(
      [
        { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: ['a', 'b'] }] },
        { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' } },
        {
          id: 't',
          tipo: 'transformacion',
          parametros: parametrosDe({ v: 'p.elemento', i: 'p.indice', n: 'p.total' }),
        },
        { id: 'j', tipo: 'splitter-join', split: 'p' },
        salida('s', { x: 'j.elementos' }),
      ],
      'e>l>p p:elemento>t>j>s',
    )
    expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({
      x: [
        { v: 'a', i: 0, n: 2 },
        { v: 'b', i: 1, n: 2 },
      ],
    })
  })

  test('whose element fails with detener ends the run and cancels the others', async () => {
    const { result, open, log } = await runLista({
      split: { concurrencia: 3 },
      dentro: { falla: true, error: 'definitivo' },
    })
    expect(result).toMatchObject({ estado: 'error', error: { codigo: 'DEFINITIVO', nodo: 'd' } })
    expect(open).toBe(0)
    expect(log).toEqual(['d', 'd', 'd', 'cancelada d', 'cancelada d'])
  })

  test('whose elements fail with continuar gathers the failures beside what went well', async () => {
    const flujo = flujoDe(
      [
        { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 'dos', 3] }] },
        {
          id: 'p',
          tipo: 'splitter-split',
          lista: { nodo: 'l', ruta: 'x' },
          enError: 'continuar',
          concurrencia: 2,
        },
        { id: 't', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion: 'elemento * 10' }] },
        { id: 'j', tipo: 'splitter-join', split: 'p' },
        salida('s', { elementos: 'j.elementos', errores: 'j.errores', total: 'j.total' }),
      ],
      'e>l>p p:elemento>t>j>s',
    )
    const { result } = await runFlujo(flujo)
    expect(result.respuesta?.cuerpo).toMatchObject({
      elementos: [{ v: 10 }, { v: 30 }],
      errores: [{ indice: 1, nodo: 't' }],
      total: 3,
    })
  })

  test.each([['no'], [{ a: 1 }], [null]])('of %j is an error of the split that names it', async (lista) => {
    const { result } = await runLista({ lista })
    expect(result.error).toMatchObject({ codigo: 'LISTA_ESPERADA', nodo: 'p' })
  })

  test('longer than the limit is a named error, never a silent cut', async () => {
    const { result } = await runLista({ lista: [1, 2, 3] }, { limits: { elementos: 2 } })
    expect(result.error).toMatchObject({ codigo: 'LIMITE_SUPERADO', nodo: 'p' })
  })

  test('of a hundred thousand elements that answer at once needs no deep stack', async () => {
    const lista = Array.from({ length: 100_000 }, (_, index) => index)
    const { result } = await runLista(
      { lista, dentro: { alMomento: true, salida: 1 } },
      { ports: { maxPasos: 10 } },
    )
    expect(result.respuesta?.cuerpo).toMatchObject({ total: 100_000 })
  })
})

describe('the fields of a join', () => {
  test('are made of each element while its nodes are in sight', async () => {
    const { cuerpo } = await runLista({
      join: {
        parametros: [
          { nombre: 'doble', expresion: 'd.v * 2' },
          { nombre: 'posicion', expresion: 'indice + 1' },
        ],
      },
    })
    expect(cuerpo).toMatchObject({
      elementos: [
        { doble: 2, posicion: 1 },
        { doble: 4, posicion: 2 },
        { doble: 6, posicion: 3 },
      ],
    })
  })

  test('that fail are failures of their element', async () => {
    const { cuerpo } = await runLista({
      lista: [1, 'x'],
      split: { enError: 'continuar' },
      join: { parametros: [{ nombre: 'v', expresion: 'd.v * 1' }] },
    })
    expect(cuerpo).toMatchObject({ elementos: [{ v: 1 }], errores: [{ indice: 1, nodo: 'j' }] })
  })
})

test('an element that takes no connection to the join is left out', async () => {
  const flujo = flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [1, 2, 3, 4] }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' } },
      { id: 'c', tipo: 'condicion', casos: [{ nombre: 'par', expresion: 'elemento % 2 = 0' }] },
      { id: 't', tipo: 'transformacion', parametros: [{ nombre: 'v', expresion: 'elemento' }] },
      { id: 'j', tipo: 'splitter-join', split: 'p' },
      salida('s', { x: 'j.elementos', total: 'j.total' }),
    ],
    'e>l>p p:elemento>c c:par>t>j>s',
  )
  expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({ x: [{ v: 2 }, { v: 4 }], total: 4 })
})

describe('a split without a list', () => {
  const ramas = (union: object, guiones: readonly Guion[] = [{ ms: 30 }, { ms: 10 }, { ms: 20 }]) =>
    flujoDe(
      [
        { id: 'p', tipo: 'splitter-split' },
        ...guiones.map((guion, index) => llamada(`r${index}`, { salida: `r${index}`, ...guion })),
        { id: 'j', tipo: 'splitter-join', split: 'p', union },
        salida('s', { x: 'j.elementos' }),
      ],
      `e>p ${guiones.map((_, index) => `p>r${index}>j`).join(' ')} j>s`,
    )

  test.each([
    ['todos', { tipo: 'todos' }, ['r0', 'r1', 'r2'], 30],
    ['alguno', { tipo: 'alguno' }, ['r1'], 10],
    ['n', { tipo: 'n', n: 2 }, ['r1', 'r2'], 20],
  ])(
    'joined by %s takes what it needs in the declared order and cancels the rest',
    async (_, union, x, took) => {
      const { result, tookMs, open } = await runFlujo(ramas(union))
      expect(result.respuesta?.cuerpo).toEqual({ x })
      expect({ tookMs, open }).toEqual({ tookMs: took, open: 0 })
    },
  )

  test('whose join gets too few says how many came', async () => {
    const flujo = ramas({ tipo: 'n', n: 3 }, [{}, {}])
    const { result } = await runFlujo(flujo)
    expect(result.error).toMatchObject({ codigo: 'UNION_INCOMPLETA', nodo: 'j' })
  })

  test('whose join waits too long cancels what is in flight', async () => {
    const { result, open, tookMs } = await runFlujo(ramas({ tipo: 'todos', tiempoMaximoMs: 15 }))
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'j' })
    expect({ open, tookMs }).toEqual({ open: 0, tookMs: 15 })
  })
})

test('regions nest: the inner one sees the element of the outer one', async () => {
  const flujo = flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: [[1, 2], [3]] }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 2 },
      { id: 'q', tipo: 'splitter-split', lista: { nodo: 'p', ruta: 'elemento' }, concurrencia: 2 },
      llamada(
        'd',
        {},
        {
          parametros: [
            { nombre: 'v', expresion: 'elemento' },
            { nombre: 'de', expresion: 'p.indice' },
          ],
        },
      ),
      { id: 'k', tipo: 'splitter-join', split: 'q' },
      {
        id: 'j',
        tipo: 'splitter-join',
        split: 'p',
        parametros: [{ nombre: 'dentro', expresion: 'k.elementos' }],
      },
      salida('s', { x: 'j.elementos' }),
    ],
    'e>l>p p:elemento>q q:elemento>d>k>j>s',
  )
  const { result } = await runFlujo(flujo)
  expect(result.respuesta?.cuerpo).toEqual({
    x: [
      {
        dentro: [
          { v: 1, de: 0 },
          { v: 2, de: 0 },
        ],
      },
      { dentro: [{ v: 3, de: 1 }] },
    ],
  })
  expect(result.pasos.filter(({ nodo }) => nodo === 'd').map(({ iteracion }) => iteracion)).toEqual([
    [0, 0],
    [0, 1],
    [1, 0],
  ])
})

describe('a cursor', () => {
  const cursor = (lotes: unknown[][], split: object = {}, dentro: Guion = {}, readsElementos = true) =>
    flujoDe(
      [
        llamada('q', { lotes }),
        { id: 'p', tipo: 'splitter-split', lista: { nodo: 'q', ruta: 'filas' }, cursor: true, ...split },
        llamada('d', dentro, { parametros: [{ nombre: 'v', expresion: 'elemento' }] }),
        { id: 'j', tipo: 'splitter-join', split: 'p' },
        salida('s', readsElementos ? { x: 'j.elementos', total: 'j.total' } : { total: 'j.total' }),
      ],
      'e>q>p p:elemento>d>j>s',
    )

  test('is read row by row as there is room, and closed at the end', async () => {
    const { result, log, open } = await runFlujo(cursor([[1, 2], [3]]))
    expect(result.respuesta?.cuerpo).toEqual({ x: [{ v: 1 }, { v: 2 }, { v: 3 }], total: 3 })
    // The second batch is asked for only when the first one is used up.
    expect(log).toEqual(['q lote 0', 'd', 'd', 'q lote 1', 'd', 'q cerrado'])
    expect(open).toBe(0)
  })

  test('puts batches together to the wanted size', async () => {
    const { result } = await runFlujo(cursor([[1], [2, 3], [4, 5]], { lote: 2 }))
    expect(result.respuesta?.cuerpo).toMatchObject({
      x: [{ v: [1, 2] }, { v: [3, 4] }, { v: [5] }],
      total: 3,
    })
  })

  test('is closed when an element fails', async () => {
    const { result, log, open } = await runFlujo(
      cursor([[1, 2], [3]], {}, { falla: true, error: 'definitivo' }),
    )
    expect(result.error?.nodo).toBe('d')
    expect(log.at(-1)).toBe('q cerrado')
    expect(open).toBe(0)
  })

  test('has no limit on its rows, and holds none of them when nobody reads the elements', async () => {
    const lotes = Array.from({ length: 50 }, () => Array.from({ length: 100 }, (_, index) => index))
    const flujo = cursor(lotes, { concurrencia: 8 }, { alMomento: true, salida: 1 }, false)
    const { result } = await runFlujo(flujo, { limits: { elementos: 10 }, ports: { maxPasos: 10 } })
    expect(result.respuesta?.cuerpo).toEqual({ total: 5_000 })
  })

  test('of nothing joins nothing', async () => {
    expect((await runFlujo(cursor([]))).result.respuesta?.cuerpo).toEqual({ x: [], total: 0 })
  })
})

describe('elements that never wait', () => {
  const lista = Array.from({ length: 5_000 }, (_, index) => index)
  const region = { lista, dentro: { alMomento: true, salida: 1 } }
  const ports = { maxPasos: 0 }

  test('let others have their turn, and still all run', async () => {
    const { result } = await runLista(region, { tickMs: 1, ports })
    expect(result.respuesta?.cuerpo).toMatchObject({ total: 5_000 })
  })

  test('are ended by the deadline of the run', async () => {
    const { result, log, timers } = await runLista(region, { tickMs: 1, ports, deadlineMs: 50 })
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
    expect(log.length).toBeLessThan(5_000)
    expect(timers).toBe(0)
  })

  test('are ended when the run is cancelled', async () => {
    const { result, log, timers } = await runLista(region, { tickMs: 1, ports, cancelAfter: 0 })
    expect(result.estado).toBe('cancelada')
    expect(log.length).toBeLessThan(5_000)
    expect(timers).toBe(0)
  })
})
