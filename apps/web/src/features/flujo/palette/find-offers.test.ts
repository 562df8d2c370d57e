import { expect, test } from 'vitest'
import { findOffers } from './find-offers.ts'

const offer = (label: string, summary = '') => ({ label, summary })
const OFFERS = {
  nodos: [offer('Responder a quien llamó', 'Salida')],
  named: [offer('Consultar filas de customer', 'Chinook'), offer('Consultar filas de invoice', 'Chinook')],
  actions: [offer('Consultar con SQL', 'Chinook')],
}
const labels = (q: string) => findOffers(OFFERS, q).found.map(({ label }) => label)

test.each([
  ['', ['Responder a quien llamó', 'Consultar con SQL']],
  ['  ', ['Responder a quien llamó', 'Consultar con SQL']],
  ['consultar', ['Consultar filas de customer', 'Consultar filas de invoice', 'Consultar con SQL']],
  // What was found for fewer letters is offered only where it still is what is typed.
  ['invoi', ['Consultar filas de invoice']],
  ['album', []],
])('of what %j finds, the first is what is typed now', (q, expected) => {
  expect(labels(q)).toEqual(expected)
})

test('of many only so many are drawn, and the others counted', () => {
  const actions = Array.from({ length: 60 }, (_, at) => offer(`Consultar ${at}`))
  const { found, hidden } = findOffers({ nodos: [], named: [], actions }, 'consultar')
  expect({ drawn: found.length, hidden }).toEqual({ drawn: 50, hidden: 10 })
})
