import { expect, test } from 'vitest'
import type { Offered } from './formula-completions.ts'
import { rankOffers } from './rank-offers.ts'

const dato = (label: string): Offered => ({ kind: 'dato', label, texto: label })
const funcion = (label: string): Offered => ({ kind: 'funcion', label, texto: label })

const OFERTAS = [
  dato('Buscar.filas[0].nombre'),
  dato('Entrada.id'),
  dato('Entrada.número'),
  dato('Buscar.filas[0]["e mail"]'),
  funcion('INICIO_DIA'),
  funcion('SI'),
  funcion('SI_ERROR'),
  funcion('RESIDUO'),
]

test.each([
  ['id', ['Entrada.id', 'RESIDUO']],
  ['si', ['SI', 'SI_ERROR', 'RESIDUO']],
  ['NUM', ['Entrada.número']],
  ['nom', ['Buscar.filas[0].nombre']],
  ['entr', ['Entrada.id', 'Entrada.número']],
  ['e mail', ['Buscar.filas[0]["e mail"]']],
  ['filas', ['Buscar.filas[0].nombre', 'Buscar.filas[0]["e mail"]']],
  ['zzz', []],
])('for %s', (typed, expected) => {
  expect(rankOffers(OFERTAS, typed).map(({ label }) => label)).toEqual(expected)
})

test('for nothing everything, as it was offered: data first', () => {
  expect(rankOffers(OFERTAS, '').map(({ label }) => label)).toEqual(OFERTAS.map(({ label }) => label))
})
