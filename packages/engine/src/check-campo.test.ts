import { expect, test } from 'vitest'
import { hallazgosDe, mapea, type NodoDePrueba, salida } from './testing.ts'

const cliente = {
  nombre: 'cliente',
  tipo: 'objeto',
  campos: [
    { nombre: 'nombre', tipo: 'texto' },
    {
      nombre: 'pedidos',
      tipo: 'lista',
      elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'total' }] },
    },
    { nombre: 'libre', tipo: 'objeto' },
    { nombre: 'otros', tipo: 'lista' },
  ],
}
const entrada: NodoDePrueba = { id: 'e', tipo: 'entrada', parametros: [cliente] }
const at = 's parametros[0].valorAsignado'

test.each<[string, string, string[]]>([
  ['itself', 'e', []],
  ['declared', 'e.cliente.nombre', []],
  ['not declared', 'e.noexiste', [`${at}: La entrada no declara «noexiste».`]],
  [
    'not declared, but nearly',
    'e.Clientes',
    [`${at}: La entrada no declara «Clientes». ¿Quiso decir «cliente»?`],
  ],
  ['not declared, where it may be missing', '?e.noexiste', [`${at}: La entrada no declara «noexiste».`]],
  [
    'not declared in an object',
    'e.cliente.nombr',
    [`${at}: La entrada no declara «cliente.nombr». ¿Quiso decir «nombre»?`],
  ],
  ['declared in the elements of a list', 'e.cliente.pedidos[0].total', []],
  [
    'not declared in the elements of a list',
    'e.cliente.pedidos[0].fecha',
    [`${at}: La entrada no declara «cliente.pedidos[0].fecha».`],
  ],
  ['of an object that declares none', 'e.cliente.libre.x', []],
  ['of a list that declares no element', 'e.cliente.otros[0].x', []],
  ['of a transformacion', 't.x', []],
  ['not of a transformacion', 't.y.z', [`${at}: La transformación «t» no declara «y».`]],
  ['in a field of a transformacion', 't.x.z', []],
  ['of a transformacion over a list', 'l.total', []],
  ['of a transformacion that may have failed', 'r.codigo', []],
])('a reference to a field that is %s', (_what, ruta, expected) => {
  const campos = [{ nombre: 'x', tipo: 'objeto', valor: {}, campos: [{ nombre: 'a' }] }]
  const nodos = [
    entrada,
    mapea('t', campos),
    { ...mapea('l'), lista: { nodo: 'e', ruta: 'cliente.otros' } },
    { ...mapea('r', campos), politica: { enError: 'rama' } },
    salida('s', { x: ruta }),
  ]
  expect(hallazgosDe(nodos, 'e>t>l>r>s r:error>s')).toEqual(expected)
})

test.each([
  ['FILTRAR(e.cliente.pedidos; elemento.x)', []],
  ['e.cliente.pedidos[0].total + CONTAR(e["cliente"].otros)', []],
  [
    'MAYUSCULAS(e.cliente.nombra)',
    ['s parametros[0].expresion: La entrada no declara «cliente.nombra». ¿Quiso decir «nombre»?'],
  ],
])('the references of the formula %s', (expresion, expected) => {
  const s = { id: 's', tipo: 'salida', parametros: [{ nombre: 'x', expresion }] }
  expect(hallazgosDe([entrada, s], 'e>s')).toEqual(expected)
})
