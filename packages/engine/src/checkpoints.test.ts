import type { Llamadas } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Caida, runDurable } from './checkpoints-testing.ts'
import { EjecucionDormida, keyOfPunto, type RunResult } from './index.ts'
import { type FlujoDePrueba, randomFlujo } from './random-flujo-testing.ts'
import { interpret, withoutCauses } from './reference-testing.ts'
import { flujoDe, hallazgosDe, llamada, parametrosDe, runFlujo, salida } from './testing.ts'

const CADENA = flujoDe(
  [
    llamada('a', { salida: 1 }),
    { id: 'b', tipo: 'transformacion', parametros: parametrosDe({ x: 'a' }) },
    llamada('c', {}, { parametros: parametrosDe({ x: 'b.x' }) }),
    salida('s', { x: 'c.x' }),
  ],
  'e>a>b>c>s',
)

/** Every list is one in memory: a durable process keeps what it goes over. */
function withoutCursors(flujo: FlujoDePrueba): FlujoDePrueba {
  return {
    ...flujo,
    nodos: flujo.nodos.map((nodo) => ({ ...nodo, ...('cursor' in nodo && { cursor: false }) })),
  }
}

const entrada = fc.record({ n: fc.nat({ max: 2 }) })
const caidas = fc.array(fc.record({ escritura: fc.nat({ max: 6 }), guardada: fc.boolean() }), {
  maxLength: 4,
})

test('a run that dies anywhere and goes on gives what the reference interpreter gives', async () => {
  await fc.assert(
    fc.asyncProperty(randomFlujo, entrada, caidas, async (drawn, given, each: Caida[]) => {
      const flujo = withoutCursors(drawn)
      const expected = interpret(flujo, given)
      const { run } = await runDurable(flujo, each, { entrada: given })
      const { result, open } = run
      expect(result.estado).toBe(expected.estado)
      if (result.estado === 'ok')
        expect(withoutCauses(result.respuesta?.cuerpo)).toEqual(withoutCauses(expected.cuerpo))
      else expect(expected.culpables).toContain(result.error?.nodo)
      expect(open).toBe(0)
    }),
    { numRuns: 1_500 },
  )
})

test('what was kept does not run again, and is told in the trace of the run', async () => {
  const { run, intentos } = await runDurable(CADENA, [{ escritura: 1, guardada: true }])
  expect(intentos).toBe(2)
  expect(run.log).toEqual(['c'])
  expect(run.result).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { x: 1 } } })
  expect(run.result.pasos.map(({ nodo, estado }) => `${nodo} ${estado}`)).toEqual(
    ['e', 'a', 'b', 'c', 's'].map((nodo) => `${nodo} ok`),
  )
})

test('a node whose checkpoint was not written runs again under the same key', async () => {
  const keys: string[] = []
  const { run } = await runDurable(CADENA, [{ escritura: 0, guardada: false }], {
    llamadas: {
      prepare: () => ({
        efecto: 'escritura',
        admiteTransaccion: false,
        async call(_parametros, { claveIdempotencia }) {
          keys.push(claveIdempotencia)
          return 1
        },
      }),
      begin: () => Promise.reject(new Error('none')),
    },
  })
  expect(run.result.estado).toBe('ok')
  expect(keys).toEqual(['r1/a/1', 'r1/a/1', 'r1/c/1'])
})

test('a transaction is kept as one: what it did before its commit runs again', async () => {
  const members = flujoDe(
    [
      llamada('a', {}, { transaccion: 't' }),
      llamada('b', {}, { transaccion: 't' }),
      llamada('c'),
      salida('s'),
    ],
    'e>a>b>c>s',
  )
  const first = await runDurable(members, [{ escritura: 0, guardada: false }])
  expect(first.run.log.filter((line) => /^[abc]( en|$)/.test(line))).toEqual([
    'a en tx-s1',
    'b en tx-s1',
    'c',
  ])
  const second = await runDurable(members, [{ escritura: 0, guardada: true }])
  expect(second.run.log).toEqual(['c'])
  expect(second.puntos.escritos).toEqual(
    new Map([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]),
  )
})

test('in a region each call is kept, and what only computes is computed again', async () => {
  const flujo = flujoDe(
    [
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', orden: 1, valor: [1, 2, 3] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 1 },
      llamada('llama', {}, { parametros: parametrosDe({ x: 'd.elemento' }) }),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
      salida('s', { x: 'j.elementos' }),
    ],
    'e>lista>d>llama>j>s',
  )
  const { run, puntos } = await runDurable(flujo, [{ escritura: 2, guardada: true }])
  expect(run.log).toEqual(['llama'])
  expect(run.result.respuesta?.cuerpo).toEqual({ x: [{ x: 1 }, { x: 2 }, { x: 3 }] })
  expect([...puntos.escritos.keys()]).toEqual(['lista', 'llama[0]', 'llama[1]', 'llama[2]', 'd'])
})

test('a run in memory keeps nothing', async () => {
  const refuse = () => Promise.reject(new Error('kept'))
  const { result } = await runFlujo(CADENA, {
    input: {
      puntos: { anteriores: new Map(), fin: null, save: refuse, saveIn: refuse, saveEnd: refuse },
    },
  })
  expect(result.estado).toBe('ok')
})

test('a durable process goes over no cursor', () => {
  const nodos = [
    llamada('filas', { lotes: [[1]] }),
    { id: 'd', tipo: 'splitter-split', lista: { nodo: 'filas', ruta: '' }, cursor: true },
    { id: 'j', tipo: 'splitter-join', split: 'd' },
    llamada('a'),
  ]
  expect(hallazgosDe(nodos, 'e>filas>d>a>j', 'durable').filter((each) => each.startsWith('d '))).toEqual([
    'd cursor: Un proceso durable guarda la lista que reparte: quite el cursor, o use el modo memoria en este proceso.',
  ])
})

/** What it waits for is given as `salida` once the run sleeps. */
const DUERME: Llamadas = {
  prepare: ({ nodo, objeto }) => ({
    efecto: 'lectura',
    admiteTransaccion: false,
    ...(objeto.duerme === true && { waitFor: () => ({ clase: 'senal', vence: null }) }),
    call: () => nodo,
  }),
  begin: () => Promise.reject(new Error('none')),
}
const duerme = (id: string) => ({ ...llamada(id), objeto: { duerme: true } })

test('a run of which all that is left waits sleeps, and goes on with what it waited for', async () => {
  const flujo = flujoDe(
    [duerme('a'), duerme('b'), llamada('c'), salida('s', { a: 'a', b: 'b', c: 'c' })],
    'e>a>s e>b>s e>c>s',
  )
  const { run, puntos } = await runDurable(flujo, [], { llamadas: DUERME })
  expect(run.result.causa).toBeInstanceOf(EjecucionDormida)
  const { esperas } = run.result.causa as EjecucionDormida
  expect(esperas.map(({ nodo }) => nodo)).toEqual(['a', 'b'])
  expect([...puntos.escritos.keys()]).toEqual(['c'])
  expect({ open: run.open, timers: run.timers }).toEqual({ open: 0, timers: 0 })

  puntos.answer('a', 'sí')
  const again = await runFlujo(flujo, {
    llamadas: DUERME,
    modo: 'durable',
    input: { puntos: puntos.attempt(undefined) },
  })
  expect((again.result.causa as EjecucionDormida).esperas.map(({ nodo }) => nodo)).toEqual(['b'])
  puntos.answer('b', 'no')
  const { result } = await runFlujo(flujo, {
    llamadas: DUERME,
    modo: 'durable',
    input: { puntos: puntos.attempt(undefined) },
  })
  expect(result.respuesta?.cuerpo).toEqual({ a: 'sí', b: 'no', c: 'c' })
})

test('a region that begins beside a wait ends before the run sleeps', async () => {
  const flujo = flujoDe(
    [
      duerme('a'),
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', orden: 1, valor: [1, 2] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 2 },
      llamada('b'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
      salida('s', { a: 'a', b: 'j.elementos' }),
    ],
    'e>a>s e>lista>d>b>j>s',
  )
  const { run, puntos } = await runDurable(flujo, [], { llamadas: DUERME })
  expect(run.result.causa).toBeInstanceOf(EjecucionDormida)
  expect([...puntos.escritos.keys()]).toEqual(['lista', 'b[0]', 'b[1]', 'd'])
})

test('items of a region sleep, as many as may run at once', async () => {
  const flujo = flujoDe(
    [
      { id: 'lista', tipo: 'transformacion', parametros: [{ nombre: 'x', orden: 1, valor: [1, 2, 3] }] },
      { id: 'd', tipo: 'splitter-split', lista: { nodo: 'lista', ruta: 'x' }, concurrencia: 2 },
      duerme('a'),
      { id: 'j', tipo: 'splitter-join', split: 'd' },
      salida('s', { x: 'j.elementos' }),
    ],
    'e>lista>d>a>j>s',
  )
  const { run, puntos } = await runDurable(flujo, [], { llamadas: DUERME })
  const keysOf = ({ causa }: RunResult) =>
    causa instanceof EjecucionDormida ? causa.esperas.map((each) => keyOfPunto(each)) : []
  expect(keysOf(run.result)).toEqual(['a[0]', 'a[1]'])
  puntos.answer('a[0]', 'x')
  const attempt = () =>
    runFlujo(flujo, { llamadas: DUERME, modo: 'durable', input: { puntos: puntos.attempt(undefined) } })
  expect(keysOf((await attempt()).result)).toEqual(['a[1]', 'a[2]'])
  puntos.answer('a[2]', 'z')
  puntos.answer('a[1]', 'y')
  expect((await attempt()).result.respuesta?.cuerpo).toEqual({ x: ['x', 'y', 'z'] })
})

test('nothing may wait inside a transaction', () => {
  const nodos = [
    llamada('a', {}, { transaccion: 't' }),
    { ...llamada('b'), objeto: { admiteTransaccion: false } },
    llamada('c', {}, { transaccion: 't' }),
    salida('s'),
  ]
  expect(hallazgosDe(nodos, 'e>a>b>c>s', 'durable')).toEqual([
    'b transaccion: Una llamada a un servicio o una espera no puede estar dentro de la transacción «t»: retendría la conexión.',
  ])
})
