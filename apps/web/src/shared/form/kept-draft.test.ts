import { expect, test } from 'vitest'
import { isOvertaken, listKeepable, takeKept } from './kept-draft.ts'

const FIELDS = {
  properties: { nombre: {}, config: { properties: { host: {}, clave: { 'x-secret': true } } } },
}
const BASE = { nombre: 'A', descripcion: '', config: { host: 'uno', clave: { definido: true } } }
const kept = (draft: unknown) => ({ usuarioId: 'u', changes: listKeepable(draft, BASE, FIELDS) })

test('what was typed comes back, without what is secret', () => {
  const draft = { ...BASE, nombre: 'B', config: { host: 'dos', clave: 'secreta' } }
  expect(JSON.stringify(kept(draft))).not.toContain('secreta')
  expect(takeKept(BASE, kept(draft))).toEqual({
    ...BASE,
    nombre: 'B',
    config: { host: 'dos', clave: { definido: true } },
  })
})

test.each<[string, object, boolean]>([
  ['nothing', {}, false],
  ['another field', { descripcion: 'otra' }, false],
  ['the same field', { nombre: 'C' }, true],
])('somebody stored %s meanwhile', (_, stored, expected) => {
  const now = { ...BASE, ...stored }
  const mine = kept({ ...BASE, nombre: 'B' })
  expect(isOvertaken(now, mine)).toBe(expected)
  expect(takeKept(now, mine)).toEqual({ ...now, nombre: 'B' })
})
