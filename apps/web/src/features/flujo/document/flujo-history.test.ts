import type { Conexion, Flujo, Nodo, TipoNodo } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doCommand, type FlujoHistory, HISTORY_STEPS, redo, startHistory, undo } from './flujo-history.ts'
import {
  type ChangePlan,
  canConnect,
  connectTargets,
  freeNodoId,
  planChangeNodo,
  planConnect,
  planInsert,
  planMove,
  planRemove,
  planSplice,
} from './plan-change.ts'

const nodo = (id: string, tipo: TipoNodo = 'transformacion'): Nodo => ({
  id,
  tipo,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
})
const conexion = (id: string, origen: string, destino: string): Conexion => ({ id, origen, destino })

const FIRST: Flujo = {
  version: 1,
  nodos: [nodo('n1', 'entrada'), nodo('n2'), nodo('n3', 'salida')],
  conexiones: [conexion('c1', 'n1', 'n2'), conexion('c2', 'n2', 'n3')],
}

/** What a person may do, by numbers that choose among what is there. */
const action = fc.record({
  kind: fc.constantFrom('insert', 'remove', 'cut', 'move', 'change', 'connect', 'splice'),
  one: fc.nat(1_000),
  other: fc.nat(1_000),
})

function plan(
  flujo: Flujo,
  { kind, one, other }: typeof action extends fc.Arbitrary<infer T> ? T : never,
): ChangePlan {
  const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(items.length, 1)]
  const first = pick(flujo.nodos, one)
  const second = pick(flujo.nodos, other)
  const line = pick(flujo.conexiones, one)
  const made = nodo(freeNodoId(flujo))
  switch (kind) {
    case 'insert':
      return planInsert(flujo, { nodos: [made] })
    case 'remove':
      return planRemove(flujo, { nodos: new Set([first?.id ?? '', second?.id ?? '']) })
    case 'cut':
      return planRemove(flujo, { conexiones: new Set([line?.id ?? '']) })
    case 'move':
      return planMove(flujo, new Map([[first?.id ?? '', { x: one, y: other }]]))
    case 'change':
      return planChangeNodo(
        flujo,
        first?.id ?? '',
        other % 2 === 0 ? { nombre: `x${other}` } : { nota: undefined },
      )
    case 'connect':
      return planConnect(flujo, { origen: first?.id ?? '', destino: second?.id ?? '' })
    default:
      return line ? planSplice(flujo, line.id, made) : null
  }
}

function run(actions: readonly Parameters<typeof plan>[1][]): FlujoHistory {
  return actions.reduce((history, each, at) => {
    const command = plan(history.flujo, each)
    return command ? doCommand(history, command, { now: at * 10_000 }) : history
  }, startHistory(FIRST))
}

describe('any sequence of changes', () => {
  const actions = fc.array(action, { maxLength: 60 })

  test('undone gives the first drawing, and redone the last', () => {
    fc.assert(
      fc.property(actions, (given) => {
        const done = run(given)
        const undone = done.past.reduce(undo, done)
        expect(undone.flujo).toEqual(FIRST)
        expect(undone.future.reduce(redo, undone).flujo).toEqual(done.flujo)
      }),
    )
  })

  test('leaves no connection without its ends, no circle and no two of one id', () => {
    fc.assert(
      fc.property(actions, (given) => {
        const { nodos, conexiones } = run(given).flujo
        const ids = new Set(nodos.map(({ id }) => id))
        expect(ids.size).toBe(nodos.length)
        expect(new Set(conexiones.map(({ id }) => id)).size).toBe(conexiones.length)
        for (const { origen, destino } of conexiones) {
          expect([ids.has(origen), ids.has(destino)]).toEqual([true, true])
          const without = conexiones.filter((each) => each.origen !== origen || each.destino !== destino)
          expect(canConnect({ version: 1, nodos, conexiones: without }, { origen, destino })).toBe(true)
        }
        expect(nodos.filter(({ tipo }) => tipo === 'entrada')).toHaveLength(1)
      }),
    )
  })
})

test('the nodes that may be connected to are those of which each may', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (given) => {
      const { flujo } = run(given)
      for (const { id: origen } of flujo.nodos) {
        const each = flujo.nodos.filter(({ id: destino }) => canConnect(flujo, { origen, destino }))
        expect(connectTargets(flujo, { origen })).toEqual(each)
      }
    }),
  )
})

test('so many steps are kept and no more', () => {
  const history = run(
    Array.from({ length: HISTORY_STEPS + 50 }, (_, at) => ({ kind: 'insert', one: at, other: 0 })),
  )
  expect(history.past).toHaveLength(HISTORY_STEPS)
})

test('typing in one field is one step; a pause or another field begins a new one', () => {
  let history = startHistory(FIRST)
  const type = (nombre: string, now: number, subject = 'n2.nombre') => {
    const command = planChangeNodo(history.flujo, 'n2', { nombre })
    if (command) history = doCommand(history, command, { now, subject })
  }
  type('a', 0)
  type('ab', 100)
  type('abc', 200)
  expect(history.past).toHaveLength(1)
  type('abcd', 5_000)
  type('abcde', 5_100, 'n2.nota')
  expect(history.past).toHaveLength(3)
  history = undo(undo(undo(history)))
  expect(history.flujo).toEqual(FIRST)
})

test('what a change does not touch stays the same object', () => {
  const command = planChangeNodo(FIRST, 'n2', { nombre: 'otro' })
  if (!command) throw new Error('there is something to change')
  const { flujo } = doCommand(startHistory(FIRST), command, { now: 0 })
  expect(flujo.nodos[0]).toBe(FIRST.nodos[0])
  expect(flujo.conexiones).toBe(FIRST.conexiones)
})

test.each([
  ['into an entrada', 'n2', 'n1'],
  ['out of a salida', 'n3', 'n2'],
  ['to itself', 'n2', 'n2'],
  ['twice', 'n1', 'n2'],
  ['in a circle', 'n2', 'n1'],
  ['to what is not there', 'n1', 'n9'],
])('no connection %s', (_, origen, destino) => {
  expect(canConnect(FIRST, { origen, destino })).toBe(false)
})
