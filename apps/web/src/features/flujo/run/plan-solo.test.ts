import type { Flujo, Nodo, Paso } from '@div/contract'
import { describe, expect, test } from 'vitest'
import { listRan, planSolo, type SoloPlan } from './plan-solo.ts'

const nodo = (id: string, tipo: Nodo['tipo'], more: object = {}): Nodo => ({
  id,
  tipo,
  nombre: id,
  posicion: { x: 0, y: 0 },
  parametros: [],
  ...more,
})

/** `a>b`, or with a handle `a:si>b`. */
function flujoOf(nodos: Nodo[], ...lines: string[]): Pick<Flujo, 'nodos' | 'conexiones'> {
  const conexiones = lines.map((line, at) => {
    const [from = '', destino = ''] = line.split('>')
    const [origen = '', salida] = from.split(':')
    return { id: `c${at}`, origen, destino, ...(salida !== undefined && { salida }) }
  })
  return { nodos, conexiones }
}

const paso = (id: string, salida: unknown, more: Partial<Paso> = {}): Paso => ({
  nodo: id,
  estado: 'ok',
  inicio: 0,
  duracionMs: 1,
  intentos: 1,
  salida,
  ...more,
})

const LINE = flujoOf(
  [nodo('e', 'entrada'), nodo('a', 'proceso'), nodo('t', 'transformacion'), nodo('s', 'salida')],
  'e>a',
  'a>t',
  't>s',
)

const NONE: ReadonlySet<string> = new Set()

describe('in a line', () => {
  test.each<[string, readonly Paso[], Record<string, unknown>, Partial<SoloPlan>]>([
    [
      'all that stands before is taken from the last run',
      [paso('a', { filas: [1] }), paso('t', { x: 1 })],
      {},
      { datosFijados: { a: { filas: [1] }, t: { x: 1 } }, tomados: ['a', 't'], ejecutados: [], faltan: [] },
    ],
    [
      'what is pinned counts more',
      [paso('a', 1), paso('t', 2)],
      { t: 'fijado' },
      { datosFijados: { a: 1, t: 'fijado' }, faltan: [] },
    ],
    ['what never ran is missing', [paso('a', 1)], {}, { faltan: [{ nodo: 't', motivo: 'sin-datos' }] }],
    [
      'what was cut short is missing',
      [paso('a', ['x', '… 9 más']), paso('t', 2)],
      {},
      { faltan: [{ nodo: 'a', motivo: 'cortado' }], tomados: ['t'] },
    ],
    [
      'what is hidden is missing of a call, and computed again of a transformation',
      [paso('a', { clave: '•••' }), paso('t', { clave: '•••' })],
      {},
      { faltan: [{ nodo: 'a', motivo: 'oculto' }], ejecutados: ['t'] },
    ],
    [
      'what failed gave nothing',
      [paso('a', undefined, { estado: 'error' }), paso('t', 1)],
      {},
      { faltan: [{ nodo: 'a', motivo: 'sin-datos' }] },
    ],
  ])('%s', (_what, pasos, fijados, expected) => {
    expect(planSolo('s', { flujo: LINE, pasos, fijados, cambiados: NONE })).toMatchObject(expected)
  })

  test('what was changed since is missing of a call, computed of a transformation, and taken when it is pinned', () => {
    const pasos = [paso('a', 1), paso('t', 2)]
    const cambiados = new Set(['a', 't', 's'])
    const plan = (fijados: Record<string, unknown>) =>
      planSolo('s', { flujo: LINE, pasos, fijados, cambiados })
    expect(plan({})).toMatchObject({ faltan: [{ nodo: 'a', motivo: 'cambiado' }], ejecutados: ['t'] })
    expect(plan({ a: 'fijado' })).toMatchObject({
      datosFijados: { a: 'fijado' },
      ejecutados: ['t'],
      faltan: [],
    })
  })

  test('nothing stands before the first', () => {
    expect(planSolo('a', { flujo: LINE, pasos: [], fijados: {}, cambiados: NONE })).toEqual({
      datosFijados: {},
      tomados: [],
      ejecutados: [],
      faltan: [],
    })
  })
})

test('a condition goes the way that it went, and the other branch is not asked for', () => {
  const flujo = flujoOf(
    [
      nodo('e', 'entrada'),
      nodo('c', 'condicion'),
      nodo('a', 'proceso'),
      nodo('b', 'proceso'),
      nodo('s', 'salida'),
    ],
    'e>c',
    'c:si>a',
    'c:otro>b',
    'a>s',
    'b>s',
  )
  const pasos = [
    paso('c', { caso: 'si' }, { rama: 'si' }),
    paso('a', 1),
    paso('b', undefined, { estado: 'omitido' }),
  ]
  expect(planSolo('s', { flujo, pasos, fijados: {}, cambiados: NONE })).toEqual({
    datosFijados: { c: { caso: 'si' }, a: 1 },
    tomados: ['c', 'a'],
    ejecutados: [],
    faltan: [],
  })
})

describe('with a region', () => {
  const flujo = flujoOf(
    [
      nodo('e', 'entrada'),
      nodo('a', 'proceso'),
      nodo('p', 'splitter-split'),
      nodo('b', 'proceso'),
      nodo('t', 'transformacion'),
      nodo('j', 'splitter-join', { split: 'p' }),
      nodo('s', 'salida'),
    ],
    'e>a',
    'a>p',
    'p:elemento>b',
    'b>t',
    't>j',
    'j>s',
  )
  const union = { elementos: [1], errores: [], total: 1 }

  test('what its join gave stands for all of it', () => {
    const pasos = [paso('a', [1]), paso('b', 1, { iteracion: [0] }), paso('j', union)]
    expect(planSolo('s', { flujo, pasos, fijados: {}, cambiados: NONE })).toEqual({
      datosFijados: { a: [1], p: union },
      tomados: ['a', 'j'],
      ejecutados: [],
      faltan: [],
    })
  })

  test('a step inside it runs with what stands before it in it, for each item', () => {
    const pasos = [paso('a', [1]), paso('b', 1, { iteracion: [0] })]
    expect(planSolo('t', { flujo, pasos, fijados: {}, cambiados: NONE })).toEqual({
      datosFijados: { a: [1] },
      tomados: ['a'],
      ejecutados: ['p', 'b'],
      faltan: [],
    })
  })
})

test('what was handed over did not run: the entrada, what was given, and the split of a join that was', () => {
  const nodos = [
    nodo('e', 'entrada'),
    nodo('p', 'splitter-split'),
    nodo('j', 'splitter-join', { split: 'p' }),
    nodo('a', 'proceso'),
    nodo('b', 'proceso'),
    nodo('c', 'proceso'),
  ]
  const pasos = [
    paso('e', {}),
    paso('p', {}),
    paso('j', {}),
    paso('a', 1),
    paso('b', 1, { iteracion: [0] }),
    paso('b', 1, { iteracion: [1] }),
    paso('c', undefined, { estado: 'omitido' }),
  ]
  expect(listRan(pasos, { nodos }, ['j', 'a'])).toEqual(['b'])
})
