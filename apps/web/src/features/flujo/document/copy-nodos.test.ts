import { type Flujo, type Nodo, newFlujo } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { copiedSchema, copyNodos, describeCopied, planPaste } from './copy-nodos.ts'
import { applyCommand, invertCommand } from './flujo-command.ts'
import { rectOf } from './nodo-geometry.ts'
import { freeNodoId } from './plan-change.ts'
import { hitBy, holdsRect } from './rect.ts'
import { namedNodos, renameInFormula } from './rename-nodos.ts'

const nodo = (id: string, fields: object): Nodo => ({
  id,
  tipo: 'transformacion',
  nombre: id,
  posicion: { x: 100, y: 50 },
  parametros: [],
  ...fields,
})
const BASE = newFlujo()
const FLUJO: Flujo = {
  ...BASE,
  nodos: [
    ...BASE.nodos,
    nodo('n3', { parametros: [{ nombre: 'a', valorAsignado: { nodo: 'n1', ruta: 'id' } }] }),
    nodo('n4', {
      parametros: [
        { nombre: 'a', valorAsignado: { nodo: 'n3', ruta: 'a' } },
        { nombre: 'b', expresion: 'n3.a & n1.id' },
      ],
      lista: { nodo: 'n3', ruta: 'filas' },
    }),
  ],
  conexiones: [
    { id: 'c1', origen: 'n1', destino: 'n3' },
    { id: 'c2', origen: 'n3', destino: 'n4' },
  ],
}

function paste(ids: readonly string[], procesoId = 'same') {
  const copied = copyNodos(FLUJO, { nodos: new Set(ids), anotaciones: new Set() }, procesoId)
  if (copied === null) throw new Error('there is something to copy')
  const { plan, ids: made } = planPaste(FLUJO, copied, { procesoId: 'same' })
  if (plan === null) throw new Error('there is something to paste')
  return { plan, made, flujo: applyCommand(FLUJO, plan) }
}

describe('copies of nodes', () => {
  test('have ids of their own and refer to each other', () => {
    const { flujo, made } = paste(['n3', 'n4'])
    expect(made).toEqual(['n5', 'n6'])
    expect(flujo.nodos.at(-1)).toMatchObject({
      id: 'n6',
      posicion: { x: 140, y: 90 },
      parametros: [
        { nombre: 'a', valorAsignado: { nodo: 'n5', ruta: 'a' } },
        { nombre: 'b', expresion: 'n5.a & n1.id' },
      ],
      lista: { nodo: 'n5', ruta: 'filas' },
    })
    expect(flujo.conexiones.at(-1)).toEqual({ id: 'c3', origen: 'n5', destino: 'n6' })
  })

  test('in the same proceso still refer to what did not come along', () => {
    const [parametro] = paste(['n3']).flujo.nodos.at(-1)?.parametros ?? []
    expect(parametro).toEqual({ nombre: 'a', valorAsignado: { nodo: 'n1', ruta: 'id' } })
  })

  test('in another proceso have no such reference: the same id is another node there', () => {
    const [parametro] = paste(['n3'], 'another').flujo.nodos.at(-1)?.parametros ?? []
    expect(parametro).toEqual({ nombre: 'a', valor: '' })
  })

  test('in another proceso no formula, list, rule or step reads the node that has that id there', () => {
    const strange = nodo('n9', {
      parametros: [{ nombre: 'b', expresion: 'n3.a & n1.id' }],
      lista: { nodo: 'n3', ruta: 'filas' },
      casos: [
        {
          nombre: 'si',
          regla: { y: [{ izquierda: { nodo: 'n3', ruta: 'a' }, operador: 'igual', derecha: 1 }] },
        },
      ],
      pasos: [{ tipo: 'unir', con: { nodo: 'n3', ruta: 'filas' } }],
      cabeceras: [{ nombre: 'X', expresion: 'n3.a' }],
      split: 'n4',
    })
    const copied = { procesoId: 'another', nodos: [strange], conexiones: [], grupos: [], notas: [] }
    const { plan } = planPaste(FLUJO, copied, { procesoId: 'same' })
    const made = plan === null ? FLUJO : applyCommand(FLUJO, plan)
    const there = new Set(FLUJO.nodos.map(({ id }) => id))
    const named = [...namedNodos(made.nodos.slice(-1))]
    expect(named.filter((id) => there.has(id))).toEqual([])
    expect(named).toHaveLength(3)
    expect(named).not.toContain(freeNodoId(made))
  })

  test('of what was cut from the same proceso are that again', () => {
    const copied = copyNodos(FLUJO, { nodos: new Set(['n3']), anotaciones: new Set() }, 'same')
    const without = { ...FLUJO, nodos: FLUJO.nodos.filter(({ id }) => id !== 'n3') }
    const taken = new Set(['n3'])
    expect(copied && planPaste(without, copied, { procesoId: 'same', taken }).ids).toEqual(['n3'])
    expect(copied && planPaste(FLUJO, copied, { procesoId: 'same', taken: new Set(['n5']) }).ids).toEqual([
      'n6',
    ])
  })

  test('are one step of undo', () => {
    const { flujo, plan } = paste(['n3', 'n4'])
    expect(applyCommand(flujo, invertCommand(plan))).toEqual(FLUJO)
  })

  test('of an entrada are none', () => {
    expect(copyNodos(FLUJO, { nodos: new Set(['n1']), anotaciones: new Set() }, 'same')).toBeNull()
  })
})

describe('a frame that is copied', () => {
  const framed: Flujo = {
    ...FLUJO,
    grupos: [
      {
        id: 'g1',
        nombre: 'Ventas',
        color: 'azul',
        posicion: { x: 80, y: 0 },
        tamano: { ancho: 300, alto: 200 },
      },
    ],
    notas: [
      { id: 't1', texto: 'hola', color: 'gris', posicion: { x: 90, y: 10 }, tamano: { ancho: 40, alto: 40 } },
    ],
  }

  test('brings along what it holds, all under ids of their own', () => {
    const copied = copyNodos(framed, { nodos: new Set(), anotaciones: new Set(['grupos:g1']) }, 'same')
    if (copied === null) throw new Error('there is something to copy')
    expect(describeCopied(copied)).toBe('2 nodos, 1 grupo, 1 nota')
    const { plan, ids, keys } = planPaste(framed, copiedSchema.parse(copied), { procesoId: 'same' })
    expect([ids, keys]).toEqual([
      ['n5', 'n6'],
      ['grupos:g2', 'notas:t2'],
    ])
    if (plan === null) throw new Error('there is something to paste')
    const pasted = applyCommand(framed, plan)
    expect(pasted.grupos?.at(-1)).toMatchObject({ id: 'g2', nombre: 'Ventas', posicion: { x: 120, y: 40 } })
    expect(pasted.notas?.at(-1)).toMatchObject({ id: 't2', texto: 'hola', posicion: { x: 130, y: 50 } })
    expect(applyCommand(pasted, invertCommand(plan))).toEqual(framed)
  })

  test('is put with its middle where a person looks, below what stands there', () => {
    const copied = copyNodos(framed, { nodos: new Set(), anotaciones: new Set(['notas:t1']) }, 'same')
    if (copied === null) throw new Error('there is something to copy')
    const paste = (flujo: Flujo) => {
      const { plan } = planPaste(flujo, copied, { procesoId: 'other', at: { x: 500, y: 500 } })
      if (plan === null) throw new Error('there is something to paste')
      return applyCommand(flujo, plan)
    }
    const places = paste(paste(framed)).notas?.map(({ posicion: { x, y } }) => [x, y])
    expect(places?.slice(1)).toEqual([
      [480, 480],
      [480, 536],
    ])
  })
})

test('copies cover no node when they are put where one stands, but lie in a frame that is there', () => {
  const frame = { posicion: { x: 0, y: 0 }, tamano: { ancho: 900, alto: 900 } }
  const flujo: Flujo = { ...FLUJO, grupos: [{ id: 'g1', nombre: 'Todo', color: 'azul', ...frame }] }
  const copied = copyNodos(flujo, { nodos: new Set(['n3', 'n4']), anotaciones: new Set() }, 'same')
  if (copied === null) throw new Error('there is something to copy')
  const { plan, ids } = planPaste(flujo, copied, { procesoId: 'same', at: { x: 200, y: 80 } })
  if (plan === null) throw new Error('there is something to paste')
  const { nodos } = applyCommand(flujo, plan)
  const [there, coming] = [
    nodos.filter(({ id }) => !ids.includes(id)),
    nodos.filter(({ id }) => ids.includes(id)),
  ]
  for (const nodo of coming) {
    expect(
      hitBy(
        rectOf(nodo),
        there.map((each) => rectOf(each)),
      ),
    ).toBeUndefined()
    expect(holdsRect({ x: 0, y: 0, ancho: 900, alto: 900 }, rectOf(nodo))).toBe(true)
  }
})

test.each([
  ['n1.a + n2.b', 'x1.a + n2.b'],
  ['a.n1', 'a.n1'],
  ['"n1" & n1', '"n1" & x1'],
  ['n11 + n1', 'n11 + x1'],
  ['N1 + n1.n1[n1.i]', 'N1 + x1.n1[x1.i]'],
  ['n1(2)', 'n1(2)'],
  ['{ n1: n1 }', '{ n1: x1 }'],
  ['n1é + n1', 'n1é + x1'],
])('«%s» becomes «%s»', (formula, expected) => {
  expect(renameInFormula(formula, new Map([['n1', 'x1']]))).toBe(expected)
})
