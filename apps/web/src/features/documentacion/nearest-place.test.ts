import { expect, test } from 'vitest'
import { nearestPlace } from './nearest-place.ts'

const PLACES = ['rest', 'rest.config', 'rest.config.autenticacion', 'postgresql.config.host', 'flujo.pasos']
const find = (name: string) => (PLACES.includes(name) ? name : null)

test.each([
  ['postgresql.config.host', 'postgresql.config.host'],
  ['rest.config.autenticacion.usuario', 'rest.config.autenticacion'],
  ['rest.otro', 'rest'],
  ['flujo.pasos[] (tipo: unir).en', 'flujo.pasos'],
  ['flujo.pasos[] (tipo: unir)', 'flujo.pasos'],
  ['nada', undefined],
])('%s is found at %s', (name, place) => {
  expect(nearestPlace(name, find)).toBe(place)
})
