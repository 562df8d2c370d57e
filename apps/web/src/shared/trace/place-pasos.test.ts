import type { Paso } from '@div/contract'
import { expect, test } from 'vitest'
import { firstLook, placePasos } from './place-pasos.ts'

const paso = (nodo: string, inicio: number, duracionMs: number, rest: Partial<Paso> = {}): Paso => ({
  nodo,
  estado: 'ok',
  inicio,
  duracionMs,
  intentos: 1,
  ...rest,
})
const NOMBRES = new Map([['n1', 'Entrada']])

test('spans stand in the order in which they began, counted from the first', () => {
  const { pasos, totalMs } = placePasos([paso('n2', 1_010, 5), paso('n1', 1_000, 2)], NOMBRES)
  expect(pasos.map(({ label, startMs }) => [label, startMs])).toEqual([
    ['Entrada', 0],
    ['n2', 10],
  ])
  expect(totalMs).toBe(15)
})

test('what was passed over took no time', () => {
  const { pasos, totalMs } = placePasos([paso('n1', 0, 2), paso('n2', 1, 5, { estado: 'omitido' })], NOMBRES)
  expect(pasos.map(({ durationMs }) => durationMs)).toEqual([2, null])
  expect(totalMs).toBe(2)
})

test.each([
  [{ iteracion: [0] }, 'Entrada · elemento 1'],
  [{ iteracion: [2, 0] }, 'Entrada · elemento 3.1'],
  [{ compensa: 'n1', iteracion: [0] }, 'Entrada · deshace «Entrada» · elemento 1'],
  [{ iteracion: [3], iteraciones: 97 }, 'Entrada · 97 elementos desde el 4'],
])('the span of %j is called', (rest, label) => {
  expect(placePasos([paso('n1', 0, 1, rest)], NOMBRES).pasos[0]?.label).toBe(label)
})

test('a run without spans lasts nothing', () => {
  expect(placePasos([], NOMBRES)).toEqual({ pasos: [], totalMs: 0 })
})

test('of a run that went well its end is looked at first', () => {
  expect(firstLook(placePasos([paso('b', 0, 1), paso('c', 2, 1)], NOMBRES))).toBe('c/1')
  expect(firstLook(placePasos([paso('b', 0, 1), paso('c', 2, 0, { estado: 'omitido' })], NOMBRES))).toBe(
    'b/0',
  )
  expect(firstLook(placePasos([], NOMBRES))).toBeNull()
})

test('what is looked at first is what failed, not what was caught on its way', () => {
  const trace = placePasos(
    [
      paso('a', 0, 1, { estado: 'error', rama: 'error' }),
      paso('b', 1, 1, { estado: 'error' }),
      paso('c', 2, 1),
    ],
    NOMBRES,
  )
  expect(firstLook(trace)).toBe('b/1')
})
