import type { EsperaDeEjecucion, NodoEnVivo, Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { asleepNodos, describeEspera, workingNodos } from './asleep.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'
const paso = (nodo: string, inicio: number): Paso => ({
  nodo,
  estado: 'ok',
  inicio,
  duracionMs: 5,
  intentos: 1,
})
const espera = (fields: Partial<EsperaDeEjecucion>): EsperaDeEjecucion => ({
  nodo: 'x',
  clase: 'senal',
  desde: '1970-01-01T00:00:01.000Z',
  vence: null,
  titulo: null,
  rol: null,
  ...fields,
})

test('what is done stands before what waits since then, each node once', () => {
  const esperas = [espera({}), espera({ desde: '1970-01-01T00:00:02.000Z' })]
  const run = { inicio: EPOCH, pasos: [paso('b', 300), paso('a', 100), paso('x', 900)], esperas }
  expect(asleepNodos(run, { entrada: 'e', now: 5_000 })).toEqual([
    { nodo: 'e', estado: 'ok', inicio: 0, duracionMs: 0, veces: 1 },
    { nodo: 'a', estado: 'ok', inicio: 100, duracionMs: 5, veces: 1 },
    { nodo: 'b', estado: 'ok', inicio: 300, duracionMs: 5, veces: 1 },
    { nodo: 'x', estado: 'esperando', inicio: 1_000, duracionMs: 4_000, veces: 0 },
  ])
})

test('of what goes on in a run that works that is told apart which only waits', () => {
  const nodo = (id: string, estado: NodoEnVivo['estado']): NodoEnVivo => ({
    ...{ nodo: id, estado, inicio: 1, duracionMs: 2, veces: 1, elementos: null, ramas: {} },
  })
  const nodos = [nodo('x', 'ejecutando'), nodo('y', 'ejecutando'), nodo('z', 'ok')]
  const shown = workingNodos(nodos, [espera({}), espera({ nodo: 'z' })])
  expect(shown.map(({ nodo: id, estado }) => `${id} ${estado}`)).toEqual([
    'x esperando',
    'y ejecutando',
    'z ok',
  ])
})

test.each([
  [espera({ clase: 'tiempo', vence: '2026-11-24T12:00:00.000Z' }), /^espera hasta el .*2026.*\.$/],
  [espera({}), /^espera a que alguien llame a la dirección de su señal, sin plazo\.$/],
  [
    espera({ clase: 'aprobacion', titulo: 'Pagar', rol: 'operador', vence: '2026-11-24T12:00:00.000Z' }),
    /^espera la aprobación «Pagar», que decide operador o admin; como mucho hasta el .*2026.*\.$/,
  ],
])('what has to come is said: %j', (given, text) => {
  expect(describeEspera(given)).toMatch(text)
})
