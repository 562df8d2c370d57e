import { beforeEach, expect, test } from 'vitest'
import { freeNodoId, planChangeNodo, planInsert, planRemove } from '../document/plan-change.ts'
import { startEditor } from './editor-state.ts'
import { EditorStore } from './editor-store.ts'
import { STORED } from './testing.ts'

let store: EditorStore
beforeEach(() => {
  store = new EditorStore(startEditor(STORED), true)
})

const type = (nombre: string) =>
  store.change((flujo) => planChangeNodo(flujo, 'n1', { nombre }), { subject: 'n1.nombre' })
const steps = () => store.read().history.past.length

test('one visit of an editor is one step, the next visit another', () => {
  const letGo = store.hold()
  type('a')
  type('ab')
  letGo()
  store.hold()
  type('abc')
  expect(steps()).toBe(2)
  store.undo()
  expect(store.flujo.nodos[0]?.nombre).toBe('ab')
})

test('who lets go late does not let go of what somebody else holds', () => {
  const letGo = store.hold()
  type('a')
  store.hold()
  type('b')
  letGo()
  type('c')
  expect(steps()).toBe(2)
})

test('what stands beside the canvas waits until what is in hand is let go', () => {
  const before = store.readSettled()
  const letGo = store.take()
  store.select({ nodos: new Set(['n1']) })
  expect(store.readSettled()).toBe(before)
  letGo()
  expect(store.readSettled()).toBe(store.read())
})

test('and after undoing until the canvas shows it, whatever is in hand meanwhile', () => {
  const painted: (() => void)[] = []
  store = new EditorStore(startEditor(STORED), true, { afterPaint: (work) => painted.push(work) })
  type('a')
  store.undo()
  expect(store.readSettled().history.flujo.nodos[0]?.nombre).toBe('a')
  const letGo = store.take()
  for (const work of painted) work()
  expect(store.readSettled()).not.toBe(store.read())
  letGo()
  expect(store.readSettled()).toBe(store.read())
})

test('no new node gets the id of one that was here, or of which something is known', () => {
  const nodo = {
    id: 'n3',
    tipo: 'transformacion',
    nombre: '',
    posicion: { x: 0, y: 0 },
    parametros: [],
  } as const
  store.change((flujo) => planInsert(flujo, { nodos: [{ ...nodo, parametros: [] }] }))
  store.change((flujo) => planRemove(flujo, { nodos: new Set(['n3']) }))
  store.set({ fijados: { n4: 1 } })
  store.change((flujo) => planChangeNodo(flujo, 'n2', { parametros: [{ nombre: 'a', expresion: 'n5.a' }] }))
  expect(freeNodoId(store.flujo, store.takenIds)).toBe('n6')
})
