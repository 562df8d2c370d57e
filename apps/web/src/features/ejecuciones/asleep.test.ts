import type { EsperaDeEjecucion, Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { asleepNodos, describeEspera } from './asleep.ts'

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
