import { DatosInvalidos, FLUJO_VERSION, type Flujo } from '@div/contract'
import { expect, test } from 'vitest'
import { planContinuation } from './plan-continuation.ts'

/** One word a connection: `from>to`, or `from:handle>to`. */
function flujoOf(nodos: Readonly<Record<string, object>>, conexiones: string): Flujo {
  return {
    version: FLUJO_VERSION,
    nodos: Object.entries(nodos).map(([id, nodo]) => ({
      id,
      nombre: id,
      posicion: { x: 0, y: 0 },
      parametros: [],
      tipo: 'proceso',
      ...nodo,
    })),
    conexiones: conexiones.split(' ').map((way, index) => {
      const [from = '', destino = ''] = way.split('>')
      const [origen = '', salida] = from.split(':')
      return { id: `c${index}`, origen, destino, ...(salida !== undefined && { salida }) }
    }),
  } as Flujo
}

const SPLIT = { tipo: 'splitter-split', lista: { nodo: 'a', ruta: '' } }
const joinOf = (split: string) => ({ tipo: 'splitter-join', split })
const transaccion = { servidorId: 's', transaccion: 't' }

/** a → [ b → [ c → d ] → f ] → g → h, beside it k; a region in a region. */
const NESTED = flujoOf(
  {
    e: { tipo: 'entrada' },
    a: {},
    s1: SPLIT,
    b: {},
    s2: SPLIT,
    c: {},
    d: {},
    j2: joinOf('s2'),
    f: {},
    j1: joinOf('s1'),
    g: {},
    s: { tipo: 'salida' },
    k: {},
  },
  'e>a a>s1 s1>b b>s2 s2>c c>d d>j2 j2>f f>j1 j1>g g>s e>k',
)

test.each([
  ['a node before all regions', 'a', undefined, 'a s1 b s2 c d j2 f j1 g s'],
  ['a split', 's1', undefined, 's1 b s2 c d j2 f j1 g s'],
  ['a node of a region', 'f', [1], 'f j1 g s s1'],
  ['a node of a region in a region, and the regions around it', 'd', [1, 0], 'd j2 f j1 g s s1 s2'],
  ['a node after them', 'g', undefined, 'g s'],
  ['a join, and what failed in its region', 'j1', undefined, 'j1 g s s1'],
])('from %s on runs again what depends on it', (_what, nodo, iteracion, again) => {
  const plan = planContinuation(NESTED, { nodo, iteracion }, null)
  expect([...plan.repite].toSorted()).toEqual(again.split(' ').toSorted())
  expect(plan.iteracion).toEqual(iteracion ?? [])
  expect(plan.nodos).toHaveLength(NESTED.nodos.length)
})

test('those that share a transaction with what runs again run again, and what tells where a wait is', () => {
  const flujo = flujoOf(
    {
      e: { tipo: 'entrada' },
      a: transaccion,
      dir: { tipoObjeto: 'direccionDeSenal', objeto: { nodo: 'espera' } },
      otra: { tipoObjeto: 'direccionDeSenal', objeto: { nodo: 'otra espera' } },
      b: transaccion,
      espera: { tipoObjeto: 'senal', objeto: {} },
    },
    'e>a a>dir dir>otra otra>b b>espera',
  )
  expect(planContinuation(flujo, { nodo: 'b' }, null).repite).toEqual(['b', 'espera', 'a', 'dir'])
})

test('of another document counts what was there of the same type, and what is chosen is chosen by the new one', () => {
  const antes = flujoOf({ e: { tipo: 'entrada' }, a: {}, b: { tipo: 'condicion' }, c: {} }, 'e>a a>b b>c')
  const ahora = flujoOf(
    { e: { tipo: 'entrada' }, a: {}, b: { tipo: 'condicion' }, c: { tipo: 'transformacion' }, n: {} },
    'e>a a>b b>c c>n',
  )
  expect(planContinuation(ahora, { nodo: 'n' }, antes).nodos).toEqual(['e', 'a'])
})

test.each([
  ['nodo', { nodo: 'z' }],
  ['iteracion', { nodo: 'g', iteracion: [0] }],
  ['iteracion', { nodo: 'd', iteracion: [0] }],
])('what cannot be is refused at «%s»: %j', (campo, desde) => {
  expect(() => planContinuation(NESTED, desde, null)).toThrow(
    expect.toSatisfy(
      (error) => error instanceof DatosInvalidos && error.errores.some((each) => each.campo === campo),
    ),
  )
})
