import { newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { isEqual } from '../../../shared/form/differences.ts'
import { openJournal, planOpening } from './journal.ts'

const FLUJO = newFlujo()
const DRAWN = { ...FLUJO, conexiones: [] }

function memory(entries: Record<string, string> = {}) {
  const held = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

test('what is written is read again, until it is cleared', () => {
  const journal = openJournal(memory(), 'a')
  journal.write({ revision: 3, flujo: DRAWN })
  expect(journal.read()).toEqual({ revision: 3, flujo: DRAWN })
  journal.clear()
  expect(journal.read()).toBeNull()
})

test('each proceso has its own', () => {
  const storage = memory()
  openJournal(storage, 'a').write({ revision: 3, flujo: DRAWN })
  expect(openJournal(storage, 'b').read()).toBeNull()
})

test.each(['', '{', '{"revision":1}', 'null'])('what is no entry counts for nothing: %s', (text) => {
  expect(openJournal(memory({ 'flujo:a': text }), 'a').read()).toBeNull()
})

test('a browser without room keeps nothing old', () => {
  const storage = memory()
  openJournal(storage, 'a').write({ revision: 1, flujo: DRAWN })
  const full = {
    ...storage,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  openJournal(full, 'a').write({ revision: 2, flujo: FLUJO })
  expect(openJournal(storage, 'a').read()).toBeNull()
})

test.each([
  ['nothing was left', null, { kind: 'guardado' }],
  ['what was left is stored', { revision: 1, flujo: newFlujo() }, { kind: 'guardado' }],
  ['something was left', { revision: 2, flujo: DRAWN }, { kind: 'recuperado', flujo: DRAWN }],
  ['somebody stored since', { revision: 1, flujo: DRAWN }, { kind: 'conflicto', flujo: DRAWN }],
])('opening, when %s', (_, entry, expected) => {
  expect(planOpening({ revision: 2, flujo: FLUJO }, entry, isEqual)).toEqual(expected)
})
