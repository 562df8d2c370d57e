import { expect, test } from 'vitest'
import { fraseStrength } from './frase-strength.ts'

test.each([
  ['', 'corta'],
  ['once letras', 'corta'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'debil'],
  ['clave clave clave clave clave', 'debil'],
  ['administrador', 'debil'],
  ['caballo batería grapa correcta', 'buena'],
  ['caballo batería grapa correcta nube lejana', 'fuerte'],
  ['8L-m17A9EVHH9d3aPpTw', 'buena'],
  ['8L-m17A9EVHH9d3aPpTw/20+33=53', 'fuerte'],
])('«%s» is %s', (frase, level) => {
  expect(fraseStrength(frase).level).toBe(level)
})

test('what is too short says how much is missing', () => {
  expect(fraseStrength('diez letra').hint).toBe('Faltan 2 caracteres.')
  expect(fraseStrength('once letras').hint).toBe('Falta 1 carácter.')
})
