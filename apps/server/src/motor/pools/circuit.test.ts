import {
  DatosInvalidos,
  EjecucionCancelada,
  ServidorNoResponde,
  ServidorRechaza,
  TiempoAgotado,
} from '@div/contract'
import { expect, test } from 'vitest'
import { Circuit } from './circuit.ts'
import { judge } from './judge.ts'

function openCircuit() {
  const world = { time: 0 }
  const circuit = new Circuit({
    servidor: 'Ventas',
    settings: { umbral: 2, reaperturaMs: 1_000 },
    now: () => 10_000 + world.time,
  })
  circuit.settle(circuit.admit(), 'fallo')
  circuit.settle(circuit.admit(), 'fallo')
  return { world, circuit }
}

test('it opens after so many failures in a row and says when it will try again', () => {
  const { circuit } = openCircuit()
  expect(circuit.estado).toBe('abierto')
  expect(() => circuit.admit()).toThrow('está en pausa. Se probará otra vez en 1 s')
})

test('it says for how long it has been open, also when a probe failed, until it closes', () => {
  const { world, circuit } = openCircuit()
  expect(circuit.desdeMs).toBe(0)
  world.time = 1_500
  circuit.settle(circuit.admit(), 'fallo')
  expect(circuit.desdeMs).toBe(1_500)
  world.time = 3_000
  circuit.settle(circuit.admit(), 'sano')
  expect(circuit.desdeMs).toBeNull()
})

test('a success between failures keeps it closed', () => {
  const circuit = new Circuit({
    servidor: 'Ventas',
    settings: { umbral: 2, reaperturaMs: 1_000 },
    now: () => 0,
  })
  for (const veredicto of ['fallo', 'sano', 'fallo', 'nada'] as const)
    circuit.settle(circuit.admit(), veredicto)
  expect(circuit.estado).toBe('cerrado')
})

test.each([
  ['sano', 'cerrado'],
  ['fallo', 'abierto'],
  ['nada', 'probando'],
] as const)('after the pause one call probes it; a probe that says %s leaves it %s', (veredicto, estado) => {
  const { world, circuit } = openCircuit()
  world.time = 1_000
  expect(circuit.admit()).toBe(true)
  expect(() => circuit.admit()).toThrow('está en pausa')
  circuit.settle(true, veredicto)
  expect(circuit.estado).toBe(estado)
})

const motivo = { servidor: 'Ventas', motivo: '' }
test.each([
  ['no answer', new ServidorNoResponde(motivo), false, 'fallo'],
  ['its time was up', new TiempoAgotado({ que: 'x', limiteMs: 1 }), false, 'fallo'],
  ['an HTTP 503', new ServidorRechaza(motivo, { extra: { estado: 503 } }), false, 'fallo'],
  ['an HTTP 404', new ServidorRechaza(motivo, { extra: { estado: 404 } }), false, 'sano'],
  ['a refused statement', new ServidorRechaza(motivo), false, 'sano'],
  ['bad values', new DatosInvalidos(), false, 'nada'],
  ['a cancelled run', new EjecucionCancelada(), true, 'nada'],
] as const)('of the servidor, %s says what it must', (_, error, abandoned, veredicto) => {
  expect(judge({ error, abandoned, durationMs: 10, tiempoMaximoMs: 1_000 })).toBe(veredicto)
})

test('a run that waited for half of the servidor’s time is a failure of the servidor', () => {
  const error = new TiempoAgotado({ que: 'x', limiteMs: 500 })
  expect(judge({ error, abandoned: true, durationMs: 500, tiempoMaximoMs: 1_000 })).toBe('fallo')
})
