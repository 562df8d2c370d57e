import { EsperaVencida, type Llamadas } from '@div/contract'
import { expect, test } from 'vitest'
import { TestPuntos } from './checkpoints-testing.ts'
import { type Punto, type RunInput, type RunResult, runPlan } from './index.ts'
import { TestClock } from './servidores-testing.ts'
import { flujoDe, join, joinNamed, lista, llamada, planOf, salida, split, splitNamed } from './testing.ts'

/** A wait `a` in a region, and what follows it, beside a call `b` that ends when that has run. */
const FLUJO = flujoDe(
  [
    { id: 'd', tipo: 'splitter-split' },
    {
      ...llamada('a', {}, { objeto: { duerme: true } }),
      politica: { reintentos: { max: 2, esperaMs: 1, factor: 1 } },
    },
    llamada('sigue'),
    { id: 'j', tipo: 'splitter-join', split: 'd' },
    llamada('b'),
    salida('s', { j: 'j.elementos', b: 'b' }),
  ],
  'e>d>a>sigue>j>s e>b>s',
)
const EN_REGION = { nodo: 'a', iteracion: [0], region: 'd' }

/** With `b` at work. */
async function startRun(flujo: unknown) {
  const followed = Promise.withResolvers<string>()
  const working = Promise.withResolvers<void>()
  const ran: string[] = []
  const llamadas: Llamadas = {
    prepare: ({ nodo, objeto }) => ({
      efecto: 'lectura',
      admiteTransaccion: false,
      ...(objeto.duerme === true && { waitFor: () => ({ clase: 'senal', vence: null }) }),
      call() {
        ran.push(nodo)
        if (nodo !== 'b') {
          followed.resolve(nodo)
          return nodo
        }
        working.resolve()
        return followed.promise
      },
    }),
    begin: () => Promise.reject(new Error('none')),
  }
  const puntos = new TestPuntos()
  const input: RunInput = {
    idEjecucion: 'r1',
    entrada: { n: 1 },
    deadline: Number.POSITIVE_INFINITY,
    profundidad: 0,
    secretos: { redact: (text) => text },
    puntos: puntos.attempt(undefined),
  }
  const ports = {
    clock: new TestClock({}),
    begin: llamadas.begin,
    maxPasos: 100,
    iteraciones: 100,
    compensacionMs: () => 1_000,
  }
  const running = runPlan(planOf(flujo, llamadas, { modo: 'durable' }), input, ports) as Promise<RunResult>
  await working.promise
  return { input, running, ran, puntos }
}

async function runHearing(contestada: Pick<Punto, 'valor' | 'fallo'>) {
  const { input, running, ran, puntos } = await startRun(FLUJO)
  const waited = input.corriendo?.listEsperas()
  const punto: Punto = { ...EN_REGION, salida: '', paso: null, compensable: null, ...contestada }
  // Of an item that nobody waits for nothing becomes, nor of a second answer.
  input.corriendo?.hear([{ ...punto, iteracion: [7] }, punto, { ...punto, valor: 'tarde' }])
  const left = input.corriendo?.listEsperas()
  return { waited, left, ran, puntos, result: await running }
}

test('what a node waits for is heard while others work, and what follows it begins', async () => {
  const { waited, left, ran, puntos, result } = await runHearing({ valor: 'sí', fallo: null })
  expect(waited).toMatchObject([EN_REGION])
  expect(left).toEqual([])
  expect(ran).toEqual(['b', 'sigue'])
  expect(result).toMatchObject({ estado: 'ok', respuesta: { cuerpo: { j: ['sigue'], b: 'sigue' } } })
  expect(result.pasos.find(({ nodo }) => nodo === 'a')).toMatchObject({ estado: 'ok', salida: 'sí' })
  expect([...puntos.escritos.keys()].toSorted()).toEqual(['a[0]', 'b', 'd', 'sigue[0]'])
})

test('what did not come in time fails its node, which does not wait once more', async () => {
  const fallo = new EsperaVencida({ nodo: 'a' })
  const { ran, result } = await runHearing({ valor: undefined, fallo })
  expect(ran).toEqual(['b'])
  expect(result).toMatchObject({ estado: 'error', error: { codigo: fallo.codigo, nodo: 'a' } })
  expect(result.pasos.find(({ nodo }) => nodo === 'a')).toMatchObject({ estado: 'error', intentos: 1 })
})

test('many that have come at once are heard at once', async () => {
  const each = { concurrencia: 128, lista: { nodo: 'l', ruta: 'x' } }
  const flujo = flujoDe(
    [
      lista(Array.from({ length: 128 }, (_each, index) => index)),
      split(each),
      splitNamed('q', each),
      llamada('a', {}, { objeto: { duerme: true } }),
      joinNamed('i', 'q'),
      join(),
      llamada('sigue'),
      llamada('b'),
      salida('s', { b: 'b' }),
    ],
    'e>l>p>q>a>i>j>sigue>s e>b>s',
  )
  const { input, running } = await startRun(flujo)
  const waited = input.corriendo?.listEsperas() ?? []
  expect(waited).toHaveLength(128 * 128)
  const heard = { salida: '', valor: 1, fallo: null, paso: null, compensable: null }
  const begun = performance.now()
  input.corriendo?.hear(waited.map((espera) => ({ ...espera, ...heard })))
  // Looking through all of them for each takes more than ten times as long.
  expect(performance.now() - begun).toBeLessThan(1_500)
  expect((await running).estado).toBe('ok')
})
