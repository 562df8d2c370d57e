import { COMPENSACIONES, type Conexion, type Flujo, type Nodo, type TipoNodo } from '@div/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planCasos } from '../inspector/casos.ts'
import { planLayout } from '../layout/plan-layout.ts'
import { planAlign } from './align-nodos.ts'
import { anotacionesOf } from './anotacion-key.ts'
import { copyNodos, planPaste } from './copy-nodos.ts'
import {
  doCommand,
  type FlujoHistory,
  HISTORY_STEPS,
  joinOthers,
  redo,
  startHistory,
  undo,
} from './flujo-history.ts'
import { withFollowers } from './grupo-members.ts'
import { mergeFlujos } from './merge-flujos.ts'
import { planAddGrupo, planAddNota, planChangeAnotacion } from './plan-anotaciones.ts'
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
import { planCompensacion } from './plan-compensacion.ts'
import { planReplace } from './plan-replace.ts'

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

const pick = <Item>(items: readonly Item[], at: number) => items[at % Math.max(items.length, 1)]
const ALIGNMENTS = ['izquierda', 'arriba', 'repartir-x', 'repartir-y'] as const

/** What a person may do, by numbers that choose among what is there. */
interface Chosen {
  flujo: Flujo
  /** A node that the drawing does not have yet. */
  made: Nodo
  first: string
  second: string
  line: string
  /** Of a frame or a note. */
  key: string
  one: number
  other: number
}
const ACTIONS = {
  insert: ({ flujo, made }) => planInsert(flujo, { nodos: [made] }),
  remove: ({ flujo, first, second, key }) =>
    planRemove(flujo, { nodos: new Set([first, second]), anotaciones: new Set([key]) }),
  cut: ({ flujo, line }) => planRemove(flujo, { conexiones: new Set([line]) }),
  move: ({ flujo, first, key, one, other }) => {
    const id = other % 2 === 0 ? first : key
    return planMove(flujo, withFollowers(flujo, new Map([[id, { x: one, y: other }]])))
  },
  change: ({ flujo, first, other }) =>
    planChangeNodo(flujo, first, other % 2 === 0 ? { nombre: `x${other}` } : { nota: undefined }),
  connect: ({ flujo, first, second }) => planConnect(flujo, { origen: first, destino: second }),
  splice: ({ flujo, line, made }) => (line === '' ? null : planSplice(flujo, line, made)),
  frame: ({ flujo, first, one, other }) =>
    planAddGrupo(flujo, { around: new Set([first]), at: { x: one, y: other } }).plan,
  note: ({ flujo, one, other }) => planAddNota(flujo, { x: one, y: other }).plan,
  annotate: ({ flujo, key, other }) =>
    planChangeAnotacion(flujo, key, { nombre: `x${other}`, texto: `x${other}`, color: 'rojo' }),
  paste: ({ flujo, first, key }) => {
    const chosen = { nodos: new Set([first]), anotaciones: new Set([key]) }
    const copied = flujo.nodos.length < 30 ? copyNodos(flujo, chosen, 'same') : null
    return copied && planPaste(flujo, copied, { procesoId: 'same' }).plan
  },
  align: ({ flujo, first, second, other }) =>
    planAlign(flujo, new Set([first, second]), pick(ALIGNMENTS, other) ?? 'arriba'),
  compensate: ({ flujo, other }) => planCompensacion(flujo, pick([...COMPENSACIONES, undefined], other)),
  cases: ({ flujo, first, other }) => {
    const named = [`caso ${other}`, 'b'].map((nombre) => ({ nombre, expresion: 'verdadero' }))
    return planCasos(flujo, first, named.slice(0, 1 + (other % 2)))
  },
  replace: ({ flujo, first, other }) =>
    planReplace(flujo, {
      ...flujo,
      nodos: flujo.nodos.map((each) => (each.id === first ? { ...each, nota: `x${other}` } : each)),
    }),
  modo: ({ other }) =>
    other % 2 === 0
      ? { kind: 'modo', before: 'memoria', after: 'durable' }
      : { kind: 'modo', before: 'durable', after: 'memoria' },
  arrange: ({ flujo, other }) =>
    planLayout(flujo, new Map(flujo.nodos.map(({ id }, at) => [id, { x: at * 10, y: other }]))),
} satisfies Record<string, (chosen: Chosen) => ChangePlan>

const action = fc.record({
  kind: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
  one: fc.nat(1_000),
  other: fc.nat(1_000),
})

function plan(flujo: Flujo, { kind, one, other }: ActionOf<typeof action>): ChangePlan {
  const [key = ''] = pick(anotacionesOf(flujo), one) ?? []
  return ACTIONS[kind]({
    flujo,
    made: nodo(freeNodoId(flujo)),
    first: pick(flujo.nodos, one)?.id ?? '',
    second: pick(flujo.nodos, other)?.id ?? '',
    line: pick(flujo.conexiones, one)?.id ?? '',
    key,
    one,
    other,
  })
}

type ActionOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

type Actions = readonly Parameters<typeof plan>[1][]

function run(actions: Actions, from = startHistory(FIRST)): FlujoHistory {
  return actions.reduce((history, each, at) => {
    const command = plan(history.flujo, each)
    return command ? doCommand(history, command, { now: at * 10_000 }) : history
  }, from)
}

const undoAll = (history: FlujoHistory) => history.past.reduce((each) => undo(each).history, history)
const redoAll = (history: FlujoHistory) => history.future.reduce((each) => redo(each).history, history)

describe('any sequence of changes', () => {
  const actions = fc.array(action, { maxLength: 60 })

  test('undone gives the first drawing, and redone the last', () => {
    fc.assert(
      fc.property(actions, (given) => {
        const done = run(given)
        const undone = undoAll(done)
        expect(undone.flujo).toEqual(FIRST)
        expect(redoAll(undone).flujo).toEqual(done.flujo)
      }),
    )
  })

  test('with what somebody else did in between: what they added stays, whatever is undone and redone', () => {
    fc.assert(
      fc.property(actions, actions, actions, (before, others, after) => {
        const first = new Set(FIRST.nodos.map(({ id }) => id))
        const own = run(before)
        const other = run(others).flujo
        // What two people add alike counts as one.
        const sign = (each: Nodo) =>
          first.has(each.id) ? each : { ...each, nombre: `${each.nombre} de otra` }
        const theirs = { ...other, nodos: other.nodos.map(sign) }
        const added = theirs.nodos.filter(({ id }) => !first.has(id))
        const merge = mergeFlujos({ base: FIRST, mine: own.flujo, theirs })
        const undone = undoAll(run(after, joinOthers(own, merge.flujo, merge.renamed)))
        expect(undone.flujo.nodos).toEqual(expect.arrayContaining(added))
        for (const { flujo } of [undone, redoAll(undone)]) {
          const ids = new Set(flujo.nodos.map(({ id }) => id))
          expect(ids.size).toBe(flujo.nodos.length)
          const loose = flujo.conexiones.filter(
            ({ origen, destino }) => !ids.has(origen) || !ids.has(destino),
          )
          expect(loose).toEqual([])
        }
      }),
    )
  })

  test('leaves no connection without its ends, no circle and no two of one id', () => {
    fc.assert(
      fc.property(actions, (given) => {
        const { flujo } = run(given)
        const { nodos, conexiones } = flujo
        const ids = new Set(nodos.map(({ id }) => id))
        expect(ids.size).toBe(nodos.length)
        const keys = anotacionesOf(flujo).map(([key]) => key)
        expect(new Set(keys).size).toBe(keys.length)
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

test('how runs go is undone and redone in its turn, also when somebody else has drawn since', () => {
  const command = { kind: 'modo', before: 'memoria', after: 'durable' } as const
  const theirs = { ...FIRST, nodos: [...FIRST.nodos, nodo('n9')] }
  const own = doCommand(startHistory(FIRST), command, { now: 0 })
  const undone = undo(joinOthers(own, theirs, new Map()))
  expect(undone).toMatchObject({ isLeftOut: false, modo: 'memoria', history: { flujo: theirs } })
  expect(redo(undone.history)).toMatchObject({
    isLeftOut: false,
    modo: 'durable',
    history: { flujo: theirs },
  })
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
  expect(undoAll(history).flujo).toEqual(FIRST)
})

test('an arrow that is held is one step, as small as one', () => {
  let history = startHistory(FIRST)
  for (let x = 1; x <= 500; x++) {
    const command = planMove(history.flujo, new Map([['n2', { x, y: 0 }]]))
    if (command) history = doCommand(history, command, { now: x, subject: 'posicion' })
  }
  expect(history.past.map(({ command }) => command)).toEqual([
    { kind: 'move', moves: [{ id: 'n2', from: { x: 0, y: 0 }, to: { x: 500, y: 0 } }] },
  ])
})

test('what is typed in a field that is held is one step, however long it takes', () => {
  let history = startHistory(FIRST)
  for (const [at, nombre] of ['a', 'ab', 'abc'].entries()) {
    const command = planChangeNodo(history.flujo, 'n2', { nombre })
    if (command)
      history = doCommand(history, command, { now: at * 60_000, subject: 'n2.nombre#1', isHeld: true })
  }
  expect(history.past).toHaveLength(1)
  expect(undo(history).history.flujo).toEqual(FIRST)
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
