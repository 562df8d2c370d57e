import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
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

test('what is beside nodes and connections is written as well, and what was written before does not stay', () => {
  const journal = openJournal(memory(), 'a')
  const grupos = [
    { id: 'g1', nombre: 'Uno', color: 'azul', posicion: { x: 0, y: 0 }, tamano: { ancho: 99, alto: 99 } },
  ]
  const framed = { ...FLUJO, grupos } as Flujo
  journal.write({ revision: 3, flujo: DRAWN, base: FLUJO })
  journal.write({ revision: 3, flujo: framed, base: FLUJO })
  expect(journal.read()).toEqual({ revision: 3, flujo: framed, base: FLUJO })
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

test('in a browser that is nearly full at least what is drawn is kept', () => {
  const storage = memory()
  const small = {
    ...storage,
    setItem(key: string, value: string) {
      if (value.includes('base')) throw new Error('QuotaExceededError')
      storage.setItem(key, value)
    },
  }
  openJournal(small, 'a').write({ revision: 2, flujo: DRAWN, base: FLUJO })
  expect(openJournal(storage, 'a').read()).toEqual({ revision: 2, flujo: DRAWN })
})

const OTHER: Flujo = { ...FLUJO, nodos: FLUJO.nodos.map((nodo) => ({ ...nodo, nombre: 'otro' })) }
const AS_STORED = { revision: 2, base: FLUJO, flujo: FLUJO, isRecovered: false }

test.each([
  ['nothing was left', null, AS_STORED],
  ['what was left is stored', { revision: 1, flujo: newFlujo() }, AS_STORED],
  ['something was left', { revision: 2, flujo: DRAWN }, { ...AS_STORED, flujo: DRAWN, isRecovered: true }],
  [
    'somebody stored since: it is drawn upon what it began with',
    { revision: 1, flujo: DRAWN, base: OTHER },
    { revision: 1, base: OTHER, flujo: DRAWN, isRecovered: true },
  ],
  [
    'what was stored since was sent by that tab',
    { revision: 1, flujo: DRAWN, base: OTHER, enviado: newFlujo() },
    { ...AS_STORED, flujo: DRAWN, isRecovered: true },
  ],
])('opening, when %s', (_, entry, expected) => {
  expect(planOpening({ revision: 2, flujo: FLUJO }, entry)).toEqual(expected)
})
