import type { Extremo, VinculoComparado } from '@div/contract'
import { expect, test } from 'vitest'
import { describeExtremo } from './describe-extremo.ts'

const EXTREMO: Extremo = { nombre: 'x', tipo: 'texto', dato: 'hola', esSecreto: false, activo: true }

test.each<[VinculoComparado['recurso'], Partial<Extremo>, string]>([
  ['parametros', {}, 'hola'],
  ['parametros', { dato: null, esSecreto: true }, 'Secreto'],
  ['parametros', { dato: null }, 'No lo dice'],
  ['parametros', { dato: '' }, 'Vacío'],
  ['parametros', { tipo: 'booleano', dato: 'true' }, 'Sí'],
  ['parametros', { dato: 'x'.repeat(200) }, `${'x'.repeat(200)}…`],
  ['servidores', { tipo: 'rest', dato: 'https://a.es' }, 'https://a.es'],
  ['servidores', { tipo: 'rest', dato: 'https://a.es', activo: false }, 'https://a.es · desactivado'],
  ['servidores', { tipo: 'interno', dato: null }, 'El propio DIV'],
  ['servidores', { tipo: 'rest', dato: null }, 'No lo dice'],
])('of %s %o is said', (recurso, values, words) => {
  expect(describeExtremo(recurso, { ...EXTREMO, ...values })).toBe(words)
})

test('what is missing says so', () => {
  expect(describeExtremo('servidores', null)).toBe('Falta')
})
