import type { LlamadaContext } from '@div/contract'
import { expect, test } from 'vitest'
import { TestClock, TestServidores } from './servidores-testing.ts'
import { flujoDe, llamada, type NodoDePrueba, planOf, runFlujo, salida } from './testing.ts'

function ocultosDe(nodos: readonly NodoDePrueba[], conexiones: string) {
  const { ocultos } = planOf(flujoDe(nodos, conexiones), new TestServidores(new TestClock()))
  return ocultos && Object.fromEntries(ocultos)
}

const campo = (nombre: string, expresion: string) => ({ nombre, expresion })
const asignado = (nombre: string, nodo: string, ruta = '') => ({ nombre, valorAsignado: { nodo, ruta } })
/** Derives a field from a secret, and another from the entry. */
const basic: NodoDePrueba = {
  id: 't',
  tipo: 'transformacion',
  parametros: [campo('basic', 'A_BASE64("u:" & PARAMETRO("secreto"))'), campo('libre', 'e.n')],
}

test('where no secret is read there is nothing to hide', () => {
  const nodos = [
    { id: 't', tipo: 'transformacion', parametros: [campo('a', 'PARAMETRO("publico")')] },
    salida('s', { a: 't.a' }),
  ]
  expect(ocultosDe(nodos, 'e>t>s')).toBeNull()
})

test('a secret is followed by fields, through formulas and references, to what is sent and answered', () => {
  const nodos = [
    basic,
    llamada('p', {}, { parametros: [asignado('auth', 't', 'basic'), asignado('n', 't', 'libre')] }),
    {
      id: 's',
      tipo: 'salida',
      parametros: [
        campo('todo', 't'),
        campo('nombre', 'MAYUSCULAS(t["basic"])'),
        asignado('eco', 'p', 'auth'),
      ],
    },
  ]
  expect(ocultosDe(nodos, 'e>t>p>s')).toEqual({
    t: { entrada: null, salida: ['basic'] },
    p: { entrada: ['auth'], salida: null },
    s: { entrada: null, salida: ['todo', 'nombre'] },
  })
})

test('a name that only the run knows may be that of a secret', () => {
  const nodos = [
    { id: 't', tipo: 'transformacion', parametros: [campo('a', 'PARAMETRO(TEXTO(e.n))')] },
    salida('s', { a: 't.a', b: 'e.n' }),
  ]
  expect(ocultosDe(nodos, 'e>t>s')).toMatchObject({ t: { salida: ['a'] }, s: { salida: ['a'] } })
})

test('an answer of one field is hidden whole: it may be that field', () => {
  expect(ocultosDe([basic, salida('s', { cuerpo: 't.basic' })], 'e>t>s')).toMatchObject({
    s: { salida: 'todo' },
  })
})

test('what is derived in a header hides no body', () => {
  const cabeceras = [{ nombre: 'x-clave', expresion: 't.basic' }]
  const nodos = [basic, { ...salida('s', { libre: 't.libre' }), cabeceras }]
  expect(ocultosDe(nodos, 'e>t>s')).toMatchObject({ s: { entrada: null, salida: null } })
})

test('a transformation over a list is hidden whole, whatever of it reads the secret', () => {
  const over = (changes: object) => {
    const lista = { nodo: 'p', ruta: 'filas' }
    const nodos = [
      llamada('p'),
      { id: 't', tipo: 'transformacion', lista, parametros: [campo('x', 'elemento.x')], ...changes },
      salida('s', { todo: 't.elementos', total: 'e.n' }),
    ]
    return ocultosDe(nodos, 'e>p>t>s')
  }
  expect(over({})).toBeNull()
  const hidden = { t: { salida: 'todo' }, s: { salida: ['todo'] } }
  expect(over({ parametros: [campo('x', 'elemento.x & PARAMETRO("secreto")')] })).toMatchObject(hidden)
  expect(
    over({ pasos: [{ tipo: 'filtrar', expresion: 'elemento.x = PARAMETRO("secreto")' }] }),
  ).toMatchObject(hidden)
})

test('a branch taken by a secret is not followed', () => {
  const nodos = [
    { id: 'c', tipo: 'condicion', casos: [{ nombre: 'a', expresion: 'PARAMETRO("pin") = 1' }] },
    salida('s', { n: 'e.n' }),
  ]
  expect(ocultosDe(nodos, 'e>c c:otro>s')).toEqual({ c: { entrada: null, salida: null } })
})

test.each([
  [
    'over a list that is derived',
    't.lista',
    'elemento',
    { i: ['x'], j: ['elementos', 'errores'], s: ['todo'] },
  ],
  ['over another list', 'e.lista', 'elemento', {}],
  [
    'with a secret inside',
    'e.lista',
    'elemento & PARAMETRO("secreto")',
    { i: ['x'], j: ['elementos', 'errores'], s: ['todo'] },
  ],
  ['over a derived list whose items nobody reads', 't.lista', 'indice', {}],
])('a region %s', (_what, lista, expresion, expected) => {
  const [nodo = '', ruta = ''] = lista.split('.')
  const nodos = [
    { id: 'e', tipo: 'entrada', parametros: [{ nombre: 'lista', tipo: 'lista' }] },
    {
      id: 't',
      tipo: 'transformacion',
      parametros: [campo('lista', '[PARAMETRO("secreto")]'), campo('otra', 'e.lista')],
    },
    { id: 'd', tipo: 'splitter-split', lista: { nodo, ruta } },
    { id: 'i', tipo: 'transformacion', parametros: [campo('x', expresion), campo('indice', 'indice')] },
    { id: 'j', tipo: 'splitter-join', split: 'd' },
    salida('s', { todo: 'j.elementos', total: 'j.total' }),
  ]
  const hidden = ocultosDe(nodos, 'e>t>d>i>j>s') ?? {}
  const salidas = Object.entries(hidden).flatMap(([id, each]) =>
    each.salida && id !== 't' && id !== 'd' ? [[id, each.salida]] : [],
  )
  expect(Object.fromEntries(salidas)).toEqual(expected)
})

test('the fields of a join are followed like those of other nodes, also to nodes inside its region', () => {
  const nodos = [
    { id: 'e', tipo: 'entrada', parametros: [{ nombre: 'lista', tipo: 'lista' }] },
    { id: 'd', tipo: 'splitter-split', lista: { nodo: 'e', ruta: 'lista' } },
    { id: 't', tipo: 'transformacion', parametros: [campo('basic', 'PARAMETRO("secreto")')] },
    { id: 'j', tipo: 'splitter-join', split: 'd', parametros: [campo('clave', 't.basic')] },
    salida('s', { todo: 'j.elementos' }),
  ]
  expect(ocultosDe(nodos, 'e>d>t>j>s')).toMatchObject({
    t: { salida: ['basic'] },
    j: { salida: ['elementos', 'errores'] },
    s: { salida: 'todo' },
  })
})

test('a failure that goes on by its handle tells nobody what it failed on', () => {
  const nodos = [
    { ...basic, politica: { enError: 'rama' } },
    salida('s', { basic: 't.basic', libre: 't.libre' }),
    salida('f', { mensaje: 't.mensaje', codigo: 't.codigo' }),
  ]
  expect(ocultosDe(nodos, 'e>t>s t:error>f')).toMatchObject({ f: { salida: ['mensaje'] } })
})

test('what a node answers is not changed, and a call knows what of its parameters is secret', async () => {
  const given: unknown[] = []
  const llamadas = {
    prepare: () => ({
      efecto: 'lectura' as const,
      admiteTransaccion: true,
      call: (parametros: unknown, { secretParametros }: LlamadaContext) => {
        given.push([parametros, secretParametros])
        return {}
      },
    }),
    begin: () => Promise.reject(new Error('no transaction in this test')),
  }
  const nodos = [
    basic,
    llamada('p', {}, { parametros: [asignado('auth', 't', 'basic')] }),
    llamada('q', {}, { parametros: [asignado('n', 't', 'libre')] }),
    salida('s', { basic: 't.basic' }),
  ]
  const { result } = await runFlujo(flujoDe(nodos, 'e>t>p>q>s'), { llamadas })
  expect(result.respuesta?.cuerpo).toEqual({ basic: 'dTpzMw==' })
  expect(given).toEqual([
    [{ auth: 'dTpzMw==' }, ['auth']],
    [{ n: 1 }, null],
  ])
})
