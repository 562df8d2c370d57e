import { type Flujo, newFlujo } from '@div/contract'
import { expect, test } from 'vitest'
import { type LeftEntry, listPestanas, openJournal, planOpening, readLeft, takeLeft } from './journal.ts'

const FLUJO = newFlujo()
const DRAWN = { ...FLUJO, conexiones: [] }

function memory(entries: Record<string, string> = {}) {
  const held = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    key: (at: number) => [...held.keys()][at] ?? null,
    get length() {
      return held.size
    },
  }
}
type Memory = ReturnType<typeof memory>

const OWNER = { usuarioId: 'u', procesoId: 'a' }
const open = (storage: Memory, pestana = '1', owner = OWNER) => openJournal(storage, owner, pestana)
const read = (storage: Memory, owner = OWNER) => readLeft(storage, owner, listPestanas(storage, owner))

test('what is written is read again, until it is cleared', () => {
  const storage = memory()
  open(storage).write({ momento: 1, revision: 3, flujo: DRAWN })
  expect(read(storage)).toEqual([{ pestana: '1', momento: 1, revision: 3, flujo: DRAWN }])
  open(storage).clear()
  expect(read(storage)).toEqual([])
})

test('what is beside nodes and connections is written as well, and what was written before does not stay', () => {
  const storage = memory()
  const grupos = [
    { id: 'g1', nombre: 'Uno', color: 'azul', posicion: { x: 0, y: 0 }, tamano: { ancho: 99, alto: 99 } },
  ]
  const framed = { ...FLUJO, grupos } as Flujo
  open(storage).write({ momento: 1, revision: 3, flujo: DRAWN, base: FLUJO })
  open(storage).write({ momento: 1, revision: 3, flujo: framed, base: FLUJO })
  expect(read(storage)).toEqual([{ pestana: '1', momento: 1, revision: 3, flujo: framed, base: FLUJO }])
})

test('each proceso, person and tab has its own', () => {
  const storage = memory()
  open(storage, '1').write({ momento: 1, revision: 3, flujo: DRAWN })
  open(storage, '2').write({ momento: 1, revision: 4, flujo: DRAWN })
  expect(read(storage, { ...OWNER, procesoId: 'b' })).toEqual([])
  expect(read(storage, { ...OWNER, usuarioId: 'v' })).toEqual([])
  expect(read(storage).map(({ revision }) => revision)).toEqual([4, 3])
  open(storage, '2').clear()
  expect(listPestanas(storage, OWNER)).toEqual(['1'])
})

test('what the server refuses is not lost', () => {
  const storage = memory()
  const nodos = FLUJO.nodos.map((nodo) => ({
    ...nodo,
    nombre: '',
    parametros: [{ nombre: 'a', validacion: { largoMinimo: -1 } }],
  }))
  const refused = { ...FLUJO, nodos }
  open(storage).write({ momento: 1, revision: 3, flujo: refused })
  expect(read(storage)).toEqual([{ pestana: '1', momento: 1, revision: 3, flujo: refused }])
})

test.each([
  '',
  '{',
  '{"revision":1}',
  'null',
  '{"revision":1,"flujo":{"version":1,"nodos":[{}],"conexiones":[]}}',
])('what is no entry counts for nothing: %s', (text) => {
  expect(read(memory({ 'flujo:u:a:1': text }))).toEqual([])
})

test('a browser without room keeps nothing old', () => {
  const storage = memory()
  open(storage).write({ momento: 1, revision: 1, flujo: DRAWN })
  const full: Memory = {
    ...storage,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }
  open(full).write({ momento: 1, revision: 2, flujo: FLUJO })
  expect(read(storage)).toEqual([])
})

test('in a browser that is nearly full at least what is drawn is kept', () => {
  const storage = memory()
  const small: Memory = {
    ...storage,
    setItem(key: string, value: string) {
      if (value.includes('base')) throw new Error('QuotaExceededError')
      storage.setItem(key, value)
    },
  }
  open(small).write({ momento: 1, revision: 2, flujo: DRAWN, base: FLUJO })
  expect(read(storage)).toEqual([{ pestana: '1', momento: 1, revision: 2, flujo: DRAWN }])
})

const OTHER: Flujo = { ...FLUJO, nodos: FLUJO.nodos.map((nodo) => ({ ...nodo, nombre: 'otro' })) }
const AS_STORED = { revision: 2, base: FLUJO, flujo: FLUJO, isRecovered: false, aparte: [] }
const LEFT = { pestana: '1', momento: 1 }

test.each<[string, LeftEntry[], object]>([
  ['nothing was left', [], AS_STORED],
  ['what was left is stored', [{ ...LEFT, revision: 1, flujo: newFlujo() }], AS_STORED],
  [
    'something was left',
    [{ ...LEFT, revision: 2, flujo: DRAWN }],
    { ...AS_STORED, flujo: DRAWN, isRecovered: true },
  ],
  [
    'somebody stored since: it is drawn upon what it began with',
    [{ ...LEFT, revision: 1, flujo: DRAWN, base: OTHER }],
    { ...AS_STORED, revision: 1, base: OTHER, flujo: DRAWN, isRecovered: true },
  ],
  [
    'what was stored since was sent by that tab',
    [{ ...LEFT, revision: 1, flujo: DRAWN, base: OTHER, enviado: newFlujo() }],
    { ...AS_STORED, flujo: DRAWN, isRecovered: true },
  ],
  [
    'two tabs left something',
    [
      { ...LEFT, revision: 2, flujo: DRAWN, base: FLUJO },
      { ...LEFT, revision: 1, flujo: OTHER, base: FLUJO },
    ],
    { ...AS_STORED, flujo: { ...OTHER, conexiones: [] }, isRecovered: true },
  ],
])('opening, when %s', (_, entry, expected) => {
  expect(planOpening({ revision: 2, flujo: FLUJO }, entry)).toEqual(expected)
})

test('of two tabs that drew upon the same version what was drawn last counts', () => {
  const storage = memory()
  open(storage, '1').write({ momento: 1, revision: 3, flujo: DRAWN })
  open(storage, '2').write({ momento: 2, revision: 3, flujo: FLUJO })
  open(storage, '3').write({ momento: 3, revision: 2, flujo: FLUJO })
  expect(read(storage).map(({ pestana }) => pestana)).toEqual(['2', '1', '3'])
})

const named = (nombre: string): Flujo => ({
  ...FLUJO,
  nodos: FLUJO.nodos.map((nodo, index) => (index === 0 ? { ...nodo, nombre } : nodo)),
})

test('what two tabs made of the same place is not joined in silence: it stays apart until a person takes it', () => {
  const mine: LeftEntry = { pestana: '2', momento: 2, revision: 2, flujo: named('mía'), base: FLUJO }
  const other: LeftEntry = { pestana: '1', momento: 1, revision: 2, flujo: named('otra'), base: FLUJO }
  const opening = planOpening({ revision: 2, flujo: FLUJO }, [mine, other])
  expect(opening).toEqual({ ...AS_STORED, flujo: mine.flujo, isRecovered: true, aparte: [other] })
  expect(takeLeft(other, { base: FLUJO, flujo: { ...mine.flujo, conexiones: [] } })).toEqual({
    ...other.flujo,
    conexiones: [],
  })
})
