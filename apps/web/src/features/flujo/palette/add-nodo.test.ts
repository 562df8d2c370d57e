import { type Flujo, newFlujo, type TipoNodo } from '@div/contract'
import { expect, test } from 'vitest'
import { applyCommand } from '../document/flujo-command.ts'
import { type AddPlace, describePlace, markedPlace, placeForChosen, planAdd } from './add-nodo.ts'

const FIRST = newFlujo()
const WITHOUT_END: Flujo = { ...FIRST, conexiones: [] }

function add(flujo: Flujo, tipo: TipoNodo, place: AddPlace) {
  const added = planAdd(flujo, { tipo }, place)
  if (added?.plan == null) return null
  const { nodos, conexiones } = applyCommand(flujo, added.plan)
  return {
    nodo: nodos.find(({ id }) => id === added.id),
    lines: conexiones.map(({ origen, salida, destino }) => `${origen}:${salida ?? ''}>${destino}`),
  }
}

test('a node after another follows it, and stands where nothing else does', () => {
  const added = add(FIRST, 'proceso', { after: { origen: 'n1', salida: '' } })
  expect(added?.lines).toEqual(['n1:>n2', 'n1:>n3'])
  expect(added?.nodo?.posicion).toEqual({ x: 320, y: 96 })
})

test('a node in a connection takes its place', () => {
  expect(add(FIRST, 'transformacion', { conexion: 'c1' })?.lines).toEqual(['n1:>n3', 'n3:>n2'])
})

test('what follows a node that is put into a connection makes room for it', () => {
  const added = planAdd(FIRST, { tipo: 'transformacion' }, { conexion: 'c1' })
  const { nodos } = added?.plan ? applyCommand(FIRST, added.plan) : FIRST
  expect(nodos.map(({ id, posicion }) => [id, posicion])).toEqual([
    ['n1', { x: 0, y: 0 }],
    ['n2', { x: 640, y: 0 }],
    ['n3', { x: 320, y: 0 }],
  ])
})

test('what is let go over a connection stands where it was let go, or between both where there is no room', () => {
  const placed = (x: number) => {
    const flujo = {
      ...FIRST,
      nodos: FIRST.nodos.map((nodo, i) => (i ? { ...nodo, posicion: { x, y: 0 } } : nodo)),
    }
    const added = planAdd(flujo, { tipo: 'transformacion' }, { conexion: 'c1', at: { x: x / 2, y: 4 } })
    const { nodos } = added?.plan ? applyCommand(flujo, added.plan) : flujo
    return nodos.map(({ posicion }) => [posicion.x, posicion.y])
  }
  expect(placed(320)).toEqual([
    [0, 0],
    [640, 0],
    [320, 0],
  ])
  expect(placed(900)).toEqual([
    [0, 0],
    [900, 0],
    [450, 4],
  ])
})

test('a condition in a connection goes on by its first case', () => {
  expect(add(FIRST, 'condicion', { conexion: 'c1' })?.lines).toEqual(['n1:>n3', 'n3:si>n2'])
})

test('an answer in a connection would end it: it stands by itself', () => {
  expect(add(FIRST, 'salida', { conexion: 'c1' })?.lines).toEqual(['n1:>n2'])
})

test('a node by a case of a condition says so', () => {
  expect(add(WITHOUT_END, 'salida', { after: { origen: 'n1', salida: 'error' } })?.lines).toEqual([
    'n1:error>n3',
  ])
})

test('there is one entrada', () => {
  expect(add(FIRST, 'entrada', {})).toBeNull()
})

test('a join closes the split before it', () => {
  const split = planAdd(FIRST, { tipo: 'splitter-split' }, { after: { origen: 'n1', salida: '' } })
  const flujo = split?.plan ? applyCommand(FIRST, split.plan) : FIRST
  expect(add(flujo, 'splitter-join', { after: { origen: 'n3', salida: '' } })?.nodo).toMatchObject({
    split: 'n3',
  })
})

test('a name that is there already gets a number', () => {
  expect(add(FIRST, 'salida', {})?.nodo?.nombre).toBe('Salida 2')
})

test('also one that says what it does', () => {
  const added = planAdd(FIRST, { tipo: 'proceso', fields: { nombre: 'Salida' } }, {})
  expect(added?.plan && applyCommand(FIRST, added.plan).nodos.at(-1)?.nombre).toBe('Salida 2')
})

const none = new Set<string>()
test.each<[string, Parameters<typeof placeForChosen>[1], AddPlace]>([
  ['nothing is selected, nor anything drawn yet', { nodos: none, conexiones: none }, { conexion: 'c1' }],
  ['a node is', { nodos: new Set(['n1']), conexiones: none }, { after: { origen: 'n1', salida: '' } }],
  ['one that nothing follows is', { nodos: new Set(['n2']), conexiones: none }, { at: { x: 7, y: 7 } }],
  ['a connection is', { nodos: none, conexiones: new Set(['c1']) }, { conexion: 'c1' }],
])('where a chosen node goes when %s', (_, selection, expected) => {
  expect(placeForChosen(FIRST, selection, { x: 7, y: 7 })).toEqual(expected)
})

test('where a chosen node goes when nothing is selected of what is drawn', () => {
  const place = placeForChosen(CONDICION, { nodos: none, conexiones: none }, { x: 7, y: 7 })
  expect(place).toEqual({ at: { x: 7, y: 7 } })
})

test('a chosen node never goes where a failure or what undoes it goes, also when the flow goes on already', () => {
  const called: Flujo = {
    ...FIRST,
    nodos: [
      ...FIRST.nodos,
      {
        id: 'n3',
        tipo: 'proceso',
        nombre: 'Reservar',
        posicion: { x: 0, y: 200 },
        parametros: [],
        politica: { enError: 'rama', compensacion: true },
      },
    ],
    conexiones: [{ id: 'c1', origen: 'n3', destino: 'n2' }],
  }
  const selection = { nodos: new Set(['n3']), conexiones: none }
  expect(placeForChosen(called, selection, { x: 7, y: 7 })).toEqual({ after: { origen: 'n3', salida: '' } })
})

const CONDICION: Flujo = {
  ...FIRST,
  nodos: [
    ...FIRST.nodos,
    { id: 'n3', tipo: 'condicion', nombre: 'País', posicion: { x: 0, y: 200 }, parametros: [], casos: [] },
  ],
}

test.each<[AddPlace, string, boolean]>([
  [{ at: { x: 7, y: 7 } }, 'Suelto, en el lugar marcado', false],
  [{ after: { origen: 'n1', salida: '' } }, 'Después de «Entrada»', false],
  [{ after: { origen: 'n3', salida: 'otro' } }, 'Después de «País», por «otro»', false],
  [{ conexion: 'c1' }, 'Entre «Entrada» y «Salida»', true],
])('%j is said and marked', (place, expected, isBetween) => {
  expect(describePlace(CONDICION, place)).toBe(expected)
  expect(markedPlace(CONDICION, place).isBetween).toBe(isBetween)
})
