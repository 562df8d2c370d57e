import type { LlamadaContext, Llamadas } from '@div/contract'
import { expect, test } from 'vitest'
import { flujoDe, llamada, runFlujo, salida } from './testing.ts'

/** Servers that never answer, and what they were told. */
function mudos(): Llamadas & { contexts: LlamadaContext[] } {
  const contexts: LlamadaContext[] = []
  return {
    contexts,
    prepare: () => ({
      efecto: 'lectura',
      admiteTransaccion: true,
      call(_, context) {
        contexts.push(context)
        return new Promise(() => {})
      },
    }),
    begin: () => Promise.reject(new Error('no transaction here')),
  }
}

test.each([
  ['its own', 50, 1_000, 50],
  ['what is left of the run when that is less', 500, 80, 80],
  ['what the run has when it says nothing', undefined, 90, 90],
])('the deadline that a call is told is %s', async (_what, tiempoMaximoMs, deadlineMs, expected) => {
  const llamadas = mudos()
  const politica = tiempoMaximoMs === undefined ? undefined : { tiempoMaximoMs }
  const { tookMs } = await runFlujo(flujoDe([llamada('a', {}, { politica }), salida('s')], 'e>a>s'), {
    llamadas,
    deadlineMs,
  })
  expect(llamadas.contexts.map(({ deadline }) => deadline)).toEqual([expected])
  expect(tookMs).toBe(expected)
})

test('a driver that listens late still learns that nobody waits for it, and why', async () => {
  const llamadas = mudos()
  await runFlujo(flujoDe([llamada('a', {}, { politica: { tiempoMaximoMs: 5 } }), salida('s')], 'e>a>s'), {
    llamadas,
  })
  const [context] = llamadas.contexts
  expect(context?.signal.aborted).toBe(true)
  expect(context?.signal.reason).toMatchObject({ codigo: 'TIEMPO_AGOTADO' })
})

test('a call is told which run it is of, how deep, and one key for all its attempts', async () => {
  const llamadas = mudos()
  const politica = { tiempoMaximoMs: 5, reintentos: { max: 1, esperaMs: 1 } }
  const flujo = flujoDe(
    [
      { id: 'l', tipo: 'transformacion', parametros: [{ nombre: 'x', valor: ['a', 'b'] }] },
      { id: 'p', tipo: 'splitter-split', lista: { nodo: 'l', ruta: 'x' }, concurrencia: 2 },
      llamada('a', {}, { politica }),
      { id: 'j', tipo: 'splitter-join', split: 'p' },
    ],
    'e>l>p p:elemento>a>j',
  )
  await runFlujo(flujo, { llamadas, input: { profundidad: 3 } })
  expect(
    llamadas.contexts.map(({ claveIdempotencia, profundidad }) => ({ claveIdempotencia, profundidad })),
  ).toEqual([
    { claveIdempotencia: 'r1/a[0]/1', profundidad: 3 },
    { claveIdempotencia: 'r1/a[1]/1', profundidad: 3 },
    { claveIdempotencia: 'r1/a[0]/1', profundidad: 3 },
    { claveIdempotencia: 'r1/a[1]/1', profundidad: 3 },
  ])
})

test('the calls of a run inside another one are known by the call that made it', async () => {
  const llamadas = mudos()
  const politica = { tiempoMaximoMs: 5 }
  const flujo = flujoDe([llamada('a', {}, { politica }), salida('s')], 'e>a>s')
  await runFlujo(flujo, { llamadas, input: { raizDeClaves: 'r0/x[1]/1' } })
  expect(
    llamadas.contexts.map(({ idEjecucion, claveIdempotencia }) => [idEjecucion, claveIdempotencia]),
  ).toEqual([['r1', 'r0/x[1]/1/a/1']])
})
