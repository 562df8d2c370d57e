import { expect, test } from 'vitest'
import { holds } from './holds.ts'

const chosen = { autenticacion: { tipo: 'apiKey', nombre: 'X-Key', clave: '' } }

test.each([
  [{ autenticacion: { tipo: 'apiKey', nombre: 'X-Key', clave: 'secreta' }, urlBase: 'x' }, true],
  [{ autenticacion: { tipo: 'apiKey', nombre: 'X-Key', clave: { definido: true } } }, true],
  [{ autenticacion: { tipo: 'apiKey', nombre: 'Otra', clave: '' } }, false],
  [{ autenticacion: { tipo: 'ninguna' } }, false],
  [{}, false],
])('%j is what was chosen: %s', (config, expected) => {
  expect(holds(config, chosen)).toBe(expected)
})
