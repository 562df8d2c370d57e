import { describe, expect, test } from 'vitest'
import type { Guion } from './servidores-testing.ts'
import { flujoDe, llamada, runFlujo, salida } from './testing.ts'

const estados = (pasos: readonly { nodo: string; estado: string }[]) =>
  Object.fromEntries(pasos.map(({ nodo, estado }) => [nodo, estado]))

describe('a node that fails', () => {
  test('with detener ends the run with its error', async () => {
    const flujo = flujoDe([llamada('a', { falla: true }), salida('s')], 'e>a>s')
    const { result } = await runFlujo(flujo)
    expect(result).toMatchObject({
      estado: 'error',
      error: { codigo: 'SERVIDOR_NO_RESPONDE', nodo: 'a' },
    })
    expect(estados(result.pasos)).toEqual({ e: 'ok', a: 'error' })
  })

  test('with continuar puts out its defaults and leaves a warning', async () => {
    const flujo = flujoDe(
      [
        llamada(
          'a',
          { falla: true },
          {
            parametros: [
              { nombre: 'x', valor: 1, defecto: 'nada' },
              { nombre: 'n', tipo: 'entero', valor: 1, defecto: '0' },
            ],
            politica: { enError: 'continuar' },
          },
        ),
        salida('s', { x: 'a.x', n: 'a.n' }),
      ],
      'e>a>s',
    )
    const { result } = await runFlujo(flujo)
    expect(result).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { x: 'nada', n: 0 } } })
    expect(result.pasos[1]).toMatchObject({
      estado: 'ok',
      aviso: 'El servidor «Pruebas» no responde: no contestó.',
    })
  })

  test('with rama leaves by its error handle with what happened', async () => {
    const flujo = flujoDe(
      [
        llamada('a', { falla: true, error: 'definitivo' }, { politica: { enError: 'rama' } }),
        salida('bien', { x: 'a.x' }),
        salida('mal', { codigo: 'a.codigo', mensaje: 'a.mensaje', nodo: 'a.nodo' }),
      ],
      'e>a>bien a:error>mal',
    )
    const { result } = await runFlujo(flujo)
    expect(result.respuesta?.cuerpo).toEqual({ codigo: 'DEFINITIVO', mensaje: 'No se puede.', nodo: 'a' })
    expect(estados(result.pasos)).toEqual({ e: 'ok', a: 'error', bien: 'omitido', mal: 'ok' })
  })

  test('by a bug of ours shows no more than that', async () => {
    const { result } = await runFlujo(flujoDe([llamada('a', { falla: true, error: 'interno' })], 'e>a'))
    expect(result.error).toEqual({ codigo: 'ERROR_INTERNO', mensaje: 'Error interno', nodo: 'a' })
    expect(result.causa).toEqual(new Error('a bug of the driver'))
  })

  test('ends what runs beside it, and the log says who was cancelled', async () => {
    const flujo = flujoDe(
      [llamada('rapido', { falla: true, ms: 5 }), llamada('lento', { ms: 500 })],
      'e>rapido e>lento',
    )
    const { result, log, open, tookMs } = await runFlujo(flujo)
    expect(result.error?.nodo).toBe('rapido')
    expect(estados(result.pasos)).toMatchObject({ lento: 'cancelado' })
    expect({ log, open, tookMs }).toEqual({ log: ['rapido', 'lento', 'cancelada lento'], open: 0, tookMs: 5 })
  })
})

describe('retries', () => {
  // Three calls of 1 ms, and between them at most 100 and 200 ms.
  test.each([
    [1, 303],
    [0.5, 228],
    [0, 153],
  ])(
    'wait longer each time, with jitter over the upper half (drawing %d: %d ms), and count in the span',
    async (random, took) => {
      const politica = { reintentos: { max: 3, esperaMs: 100, factor: 2 } }
      const flujo = flujoDe([llamada('a', { falla: 2, ms: 1 }, { politica }), salida('s')], 'e>a>s')
      const { result, tookMs } = await runFlujo(flujo, { random })
      expect(result.estado).toBe('ok')
      expect(result.pasos[1]).toMatchObject({ estado: 'ok', intentos: 3 })
      expect(tookMs).toBe(took)
    },
  )

  test.each<[string, number, Guion]>([
    ['a failure that the other system owns', 3, { error: 'transitorio' }],
    ['a failure that the caller owns', 1, { error: 'definitivo' }],
    ['a bug', 1, { error: 'interno' }],
    ['a writing whose outcome nobody knows', 1, { error: 'transitorio', efecto: 'escritura' }],
    ['a writing that changed nothing', 3, { error: 'sinEfecto', efecto: 'escritura' }],
    ['a writing that may be repeated', 3, { error: 'transitorio', efecto: 'escritura', repetible: true }],
  ])('%s is tried %d times', async (_what, times, guion) => {
    const politica = { reintentos: { max: 2, esperaMs: 1, factor: 1 } }
    const { result, log } = await runFlujo(
      flujoDe([llamada('a', { falla: true, ...guion }, { politica })], 'e>a'),
    )
    expect(result.estado).toBe('error')
    expect(log).toHaveLength(times)
  })

  test('end with the run', async () => {
    const politica = { reintentos: { max: 20, esperaMs: 1_000, factor: 2 } }
    const flujo = flujoDe([llamada('a', { falla: true }, { politica })], 'e>a')
    const { result, tookMs } = await runFlujo(flujo, { deadlineMs: 5_000 })
    expect(result.error).toMatchObject({ codigo: 'TIEMPO_AGOTADO', nodo: 'a' })
    expect(tookMs).toBe(5_000)
  })
})

describe('a deadline', () => {
  test.each([
    ['the node', { tiempoMaximoMs: 50 }, 1_000, 'El nodo «a» no terminó en 50 ms.', 50],
    ['the run when less is left', { tiempoMaximoMs: 500 }, 80, 'La ejecución no terminó en 80 ms.', 80],
  ])('of %s cancels the call in flight', async (_of, politica, deadlineMs, mensaje, took) => {
    const flujo = flujoDe([llamada('a', { ms: 10_000 }, { politica })], 'e>a')
    const { result, log, open, tookMs } = await runFlujo(flujo, { deadlineMs })
    expect(result).toMatchObject({ estado: 'error', error: { codigo: 'TIEMPO_AGOTADO', mensaje } })
    expect({ log, open, tookMs }).toEqual({ log: ['a', 'cancelada a'], open: 0, tookMs: took })
  })

  test('of a node is an error like any other: it may branch', async () => {
    const politica = { tiempoMaximoMs: 10, enError: 'rama' }
    const flujo = flujoDe(
      [llamada('a', { ms: 99 }, { politica }), salida('mal', { c: 'a.codigo' })],
      'e>a a:error>mal',
    )
    expect((await runFlujo(flujo)).result.respuesta?.cuerpo).toEqual({ c: 'TIEMPO_AGOTADO' })
  })
})

describe('cancelling', () => {
  test('ends what is in flight and nothing begins any more', async () => {
    const flujo = flujoDe([llamada('a', { ms: 10 }), llamada('b', { ms: 10 }), llamada('c')], 'e>a>b>c')
    const { result, log, open } = await runFlujo(flujo, { cancelAfter: 1 })
    expect(result).toMatchObject({ estado: 'cancelada', error: { codigo: 'EJECUCION_CANCELADA', nodo: 'b' } })
    expect(estados(result.pasos)).toEqual({ e: 'ok', a: 'ok', b: 'cancelado' })
    expect({ log, open }).toEqual({ log: ['a', 'b', 'cancelada b'], open: 0 })
  })

  test('before the begin runs nothing', async () => {
    const flujo = flujoDe([llamada('a')], 'e>a')
    const { result, log } = await runFlujo(flujo, { input: { signal: AbortSignal.abort() } })
    expect(result.estado).toBe('cancelada')
    expect(log).toEqual([])
  })
})

test('a node runs when one of its connections was taken; what no connection leads to is left out, and so on down', async () => {
  const flujo = flujoDe(
    [
      { id: 'c', tipo: 'condicion', casos: [{ nombre: 'si', expresion: 'e.n > 10' }] },
      llamada('a'),
      llamada('b'),
      llamada('d'),
      {
        id: 'm',
        tipo: 'transformacion',
        parametros: [
          { nombre: 'x', valorAsignado: { nodo: 'a', ruta: '', opcional: true, defecto: 'sin a' } },
        ],
      },
      salida('s', { x: 'm.x' }),
    ],
    'e>c c:si>a>d c:otro>b a>m b>m m>s',
  )
  const { result } = await runFlujo(flujo, { entrada: { n: 3 } })
  expect(estados(result.pasos)).toMatchObject({ a: 'omitido', d: 'omitido', b: 'ok', m: 'ok', s: 'ok' })
  expect(result.respuesta?.cuerpo).toEqual({ x: 'sin a' })
})

test('branches run at the same time', async () => {
  const flujo = flujoDe(
    [llamada('a', { ms: 100 }), llamada('b', { ms: 100 }), salida('s', { a: '?a.n' })],
    'e>a>s e>b>s',
  )
  expect((await runFlujo(flujo)).tookMs).toBe(100)
})

test('a run without anything to wait for answers at once', async () => {
  const flujo = flujoDe(
    [llamada('a', { alMomento: true, salida: { x: 1 } }), salida('s', { x: 'a.x' })],
    'e>a>s',
  )
  const { result, tookMs } = await runFlujo(flujo)
  expect(result.respuesta?.cuerpo).toEqual({ x: 1 })
  expect(tookMs).toBe(0)
})

test('spans beyond the limit are counted, not kept', async () => {
  const flujo = flujoDe([llamada('a'), llamada('b'), salida('s')], 'e>a>b>s')
  const { result } = await runFlujo(flujo, { ports: { maxPasos: 2 } })
  expect([result.pasos.length, result.pasosOmitidos]).toEqual([2, 2])
})

describe('a part of a flujo', () => {
  const flujo = flujoDe(
    [llamada('a'), llamada('b'), llamada('c'), salida('s', { x: 'c.n' })],
    'e>a>c e>b>c>s',
  )

  test('runs what leads to the wanted node and nothing else', async () => {
    const { log } = await runFlujo(flujo, { input: { hastaNodo: 'a' } })
    expect(log).toEqual(['a'])
  })

  test('takes the outputs that it is given as they are', async () => {
    const { log, result } = await runFlujo(
      flujoDe(
        [
          llamada('a'),
          llamada('b', {}, { parametros: [{ nombre: 'x', valorAsignado: { nodo: 'a', ruta: 'v' } }] }),
          salida('s', { x: 'b.x' }),
        ],
        'e>a>b>s',
      ),
      { input: { datosFijados: { a: { v: 'fijado' } } } },
    )
    expect(log).toEqual(['b'])
    expect(result.respuesta?.cuerpo).toEqual({ x: 'fijado' })
  })
})
