import { expect, test } from 'vitest'
import { dayIn, isRepeated, mainMoneda, pointsByDay } from './consumo-chart.ts'

const grupo = (clave: string, importe: string, moneda: string | null = 'USD', llamadas = 1) => ({
  clave,
  nombre: clave,
  servidor: null,
  importe,
  moneda,
  llamadas,
  tokens: 10,
})

test('a name that two rows have says whose it is', () => {
  const grupos = [grupo('chico', '1'), grupo('grande', '1'), grupo('chico', '0', null)]
  expect(grupos.map(({ clave }) => isRepeated(grupos, clave))).toEqual([true, false, true])
})

test('the currency of most calls is shown', () => {
  expect(mainMoneda([grupo('a', '1', 'EUR'), grupo('a', '0.1', 'USD', 5), grupo('a', '0', null, 9)])).toBe(
    'USD',
  )
  expect(mainMoneda([grupo('a', '0', null)])).toBeNull()
})

test('each of the last days has a point', () => {
  const grupos = [grupo('2026-03-01', '1.5'), grupo('2026-02-28', '9', 'EUR'), grupo('2026-02-27', '0.5')]
  expect(pointsByDay(grupos, { moneda: 'USD', dias: 3, hoy: '2026-03-01' })).toEqual([
    { time: '27/02', importe: 0.5 },
    { time: '28/02', importe: 0 },
    { time: '01/03', importe: 1.5 },
  ])
})

test('the day is that of the place', () => {
  const moment = new Date('2026-03-01T02:00:00Z')
  expect([dayIn('UTC', moment), dayIn('America/Bogota', moment)]).toEqual(['2026-03-01', '2026-02-28'])
})
