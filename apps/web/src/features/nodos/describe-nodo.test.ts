import type { NodoDelCluster } from '@div/contract'
import { expect, test } from 'vitest'
import { describeCpu, describeMemory, describeRate, isLastActive, lookOfNodo } from './describe-nodo.ts'

const nodo = (id: string, changes: Partial<NodoDelCluster> = {}): NodoDelCluster => ({
  id,
  equipo: id,
  rol: 'motor',
  versiones: ['1.0.0'],
  estado: 'activo',
  inicio: '',
  latido: '',
  workers: 2,
  activas: 0,
  porSegundo: 0,
  drenaje: null,
  procesos: [],
  ...changes,
})

test.each([
  ['activo', 3, 'Activo'],
  ['perdido', 3, 'Perdido'],
  ['drenando', 3, 'Drenando: 3 en curso'],
  ['drenando', 0, 'Drenado'],
] as const)('a node that is %s with %i runs is «%s»', (estado, activas, label) => {
  expect(lookOfNodo({ estado, activas }).label).toBe(label)
})

test('load is told in figures that can be compared', () => {
  expect([describeCpu(0.284), describeMemory(189_792_256), describeRate(0.25), describeRate(1234.4)]).toEqual(
    ['28 %', '181 MiB', '0,3/s', '1234/s'],
  )
})

test('the last node that takes work is known; one of the administration alone takes none', () => {
  const [one, two] = [nodo('uno'), nodo('dos')]
  expect(isLastActive(one, [one, two])).toBe(false)
  expect(isLastActive(one, [one, nodo('dos', { estado: 'drenando' })])).toBe(true)
  expect(isLastActive(one, [one, nodo('api', { rol: 'api', workers: 0 })])).toBe(true)
})
