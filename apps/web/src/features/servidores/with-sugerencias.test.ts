import { expect, test } from 'vitest'
import { withSugerencias } from './with-sugerencias.ts'

const CONFIG = { type: 'object', properties: { modelo: { type: 'string' }, clave: { type: 'string' } } }

test('only fields that there are, and of which something was told, offer it', () => {
  expect(withSugerencias(CONFIG, { 'config.modelo': ['chico'], 'config.otro': ['x'] })).toEqual({
    ...CONFIG,
    properties: { modelo: { type: 'string', sugerencias: ['chico'] }, clave: { type: 'string' } },
  })
  expect(withSugerencias(CONFIG, undefined)).toBe(CONFIG)
})
