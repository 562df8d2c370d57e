import type { Hallazgo } from '@div/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planChangeNodo } from '../document/plan-change.ts'
import { startEditor } from '../store/editor-state.ts'
import { EditorStore } from '../store/editor-store.ts'
import { STORED } from '../store/testing.ts'
import type { Drawing } from './look-request.ts'
import { type AskOutcome, Validation } from './validation.ts'

const hallazgo = (mensaje: string): Hallazgo => ({ nodo: 'n1', campo: 'nombre', mensaje, gravedad: 'error' })
const BOTH = hallazgo('both find it')
const SERVER = hallazgo('only the server knows')

let store: EditorStore
let looks: {
  drawing: Drawing
  resolve: (found: readonly Hallazgo[]) => void
  reject: (reason: Error) => void
}[]
let asked: { resolve: (outcome: AskOutcome) => void }[]
let later: Set<{ work: () => void; ms: number }>
let leave: () => void

beforeEach(() => {
  store = new EditorStore(startEditor(STORED), true)
  looks = []
  asked = []
  later = new Set()
  leave = new Validation(store, {
    look: (drawing) => new Promise((resolve, reject) => looks.push({ drawing, resolve, reject })),
    ask: () => new Promise((resolve) => asked.push({ resolve })),
    later(work, ms) {
      const each = { work, ms }
      later.add(each)
      return () => later.delete(each)
    },
  }).start()
})
afterEach(() => leave())

/** What was put off for so long is done, and what comes of it at once. */
async function pass(ms: number): Promise<void> {
  for (const each of later)
    if (each.ms === ms) {
      later.delete(each)
      each.work()
    }
  await settle()
}
const settle = () => new Promise((resolve) => setImmediate(resolve))
const told = () => store.read().hallazgos
const rename = (nombre: string) => store.change((flujo) => planChangeNodo(flujo, 'n1', { nombre }))

test('what the server said before anything could be looked at here is told once', async () => {
  asked[0]?.resolve({ kind: 'told', hallazgos: [BOTH, SERVER] })
  await settle()
  expect(told()).toEqual([BOTH, SERVER])
  expect(looks).toHaveLength(0)
  await pass(300)
  looks[0]?.resolve([BOTH])
  await settle()
  expect(told()).toEqual([BOTH, SERVER])
  expect(looks).toHaveLength(1)
})

test('a drawing is looked at once, also when it is stored, and what was mended goes at once', async () => {
  await pass(300)
  looks[0]?.resolve([BOTH])
  asked[0]?.resolve({ kind: 'told', hallazgos: [BOTH, SERVER] })
  await settle()
  expect(told()).toEqual([BOTH, SERVER])
  store.change((flujo) => planChangeNodo(flujo, 'n1', { posicion: { x: 9, y: 9 } }))
  await pass(300)
  looks[1]?.resolve([])
  await settle()
  expect(told()).toEqual([SERVER])
  store.set({ stored: { ...STORED, revision: 2, flujo: store.flujo } })
  asked[1]?.resolve({ kind: 'told', hallazgos: [] })
  await settle()
  expect(told()).toEqual([])
  expect(looks).toHaveLength(2)
})

test('what was found in a drawing that has changed meanwhile is not told', async () => {
  await pass(300)
  rename('x')
  looks[0]?.resolve([BOTH])
  await settle()
  expect(told()).toEqual([])
  await pass(300)
  looks[1]?.resolve([SERVER])
  await settle()
  expect(told()).toEqual([SERVER])
})

test('what could not be looked at here leaves what the server says', async () => {
  asked[0]?.resolve({ kind: 'told', hallazgos: [SERVER] })
  await pass(300)
  looks[0]?.reject(new Error('no chunk'))
  await settle()
  expect(told()).toEqual([SERVER])
})

test.each([
  [true, 1],
  [false, 0],
])('a question that failed, of which another try may help: %s', async (again, times) => {
  asked[0]?.resolve({ kind: 'failed', again })
  await settle()
  await pass(5_000)
  expect(asked).toHaveLength(1 + times)
})
