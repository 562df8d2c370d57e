import { beforeEach, expect, test } from 'vitest'
import { planChangeNodo } from '../document/plan-change.ts'
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
