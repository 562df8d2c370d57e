import type { EntornoGuardado } from '@div/contract'
import { expect, test } from 'vitest'
import { draftOf, isChanged } from './entorno-draft.ts'

const STORED: EntornoGuardado = {
  id: 'e1',
  nombre: 'Pruebas',
  revision: 1,
  actualizadoEn: '2026-11-23T00:00:00.000Z',
  variables: [{ nombre: 'clave', secreto: true, valor: { definido: true } }],
}
const variable = { nombre: '', secreto: false, valor: '' }

test('what was not touched is left without asking', () => {
  expect(isChanged(draftOf(STORED), STORED)).toBe(false)
  expect(isChanged(draftOf(null), null)).toBe(false)
})

test.each([
  ['a secret that was written anew', { variables: [{ nombre: 'clave', secreto: true, valor: 'x' }] }, STORED],
  ['a variable that was taken away', { variables: [] }, STORED],
  ['another name', { nombre: 'Otras' }, STORED],
  ['no name any longer', { nombre: '' }, STORED],
  ['a variable of a new one, which has no name yet', { variables: [variable] }, null],
])('%s is asked about', (_, changes, stored) => {
  expect(isChanged({ ...draftOf(stored), ...changes }, stored)).toBe(true)
})
