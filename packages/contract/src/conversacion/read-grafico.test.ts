import { expect, test } from 'vitest'
import { readGrafico } from './read-grafico.ts'

const GRAFICO = {
  tipo: 'areas',
  titulo: 'Ventas',
  x: 'mes',
  series: [{ campo: 'total', nombre: 'Total' }, { campo: 'otros' }],
  datos: [
    { mes: 'enero', total: 10, otros: '2.5' },
    { mes: 'febrero', total: 'nada' },
  ],
}

test('a chart is what its fields say, and what is no number is a gap', () => {
  expect(readGrafico(JSON.stringify(GRAFICO))).toEqual({
    tipo: 'areas',
    titulo: 'Ventas',
    series: [
      { campo: 's0', nombre: 'Total' },
      { campo: 's1', nombre: 'otros' },
    ],
    puntos: [
      { time: 'enero', s0: 10, s1: 2.5 },
      { time: 'febrero', s0: null, s1: null },
    ],
  })
})

test.each([
  ['half of it', JSON.stringify(GRAFICO).slice(0, 80)],
  ['without data', JSON.stringify({ ...GRAFICO, datos: [] })],
  ['with more than is drawn', JSON.stringify({ ...GRAFICO, datos: Array.from({ length: 501 }, () => ({})) })],
  ['something else', '"hola"'],
])('%s it is none', (_, texto) => {
  expect(readGrafico(texto)).toBeNull()
})
