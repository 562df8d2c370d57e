import { flujoDe, hallazgosDe, runFlujo, salida } from '@div/engine/testing'
import { expect, test } from 'vitest'

const entrada = (parametros: object[]) => ({ id: 'e', tipo: 'entrada', parametros })

test('puts out what it declares, taken to its types', async () => {
  const flujo = flujoDe(
    [
      entrada([
        { nombre: 'n', tipo: 'entero' },
        { nombre: 'si', tipo: 'booleano' },
        { nombre: 'cliente', tipo: 'objeto', campos: [{ nombre: 'id', tipo: 'entero', requerido: true }] },
        { nombre: 'x', tipo: 'texto', defecto: 'por defecto' },
        { nombre: 'ausente', tipo: 'decimal' },
      ]),
      salida('s', { cuerpo: 'e' }),
    ],
    'e>s',
  )
  const { result } = await runFlujo(flujo, { entrada: { n: '7', si: 'true', cliente: { id: '3' }, otro: 1 } })
  expect(result.respuesta?.cuerpo).toEqual({
    n: 7,
    si: true,
    cliente: { id: 3 },
    x: 'por defecto',
    ausente: null,
  })
})

test.each<[string, object[], string[]]>([
  ['nothing', [], []],
  ['a parameter without a name', [{ nombre: '' }], ['e parametros[0].nombre: Falta el nombre.']],
  ['a business key', [{ nombre: 'pedido', tipo: 'texto', claveDeNegocio: true }], []],
  [
    'two business keys',
    [
      { nombre: 'a', tipo: 'texto', claveDeNegocio: true },
      { nombre: 'b', tipo: 'entero', claveDeNegocio: true },
    ],
    ['e parametros[1].claveDeNegocio: Solo un dato puede ser la clave de negocio, y ya lo es «a».'],
  ],
  [
    'a business key that nobody could type',
    [{ nombre: 'a', tipo: 'objeto', claveDeNegocio: true }],
    ['e parametros[0].claveDeNegocio: Un dato de tipo objeto no puede ser clave de negocio.'],
  ],
  [
    'a name twice',
    [{ nombre: 'a' }, { nombre: 'a' }],
    ['e parametros[1].nombre: El nombre «a» está repetido.'],
  ],
  [
    'a name twice among the fields of an object',
    [{ nombre: 'a', tipo: 'objeto', campos: [{ nombre: 'b' }, { nombre: 'b' }] }],
    ['e parametros[0].campos[1].nombre: El nombre «b» está repetido.'],
  ],
  [
    'a name that reaches behind plain data',
    [{ nombre: '__proto__' }],
    ['e parametros[0].nombre: El nombre «__proto__» está reservado.'],
  ],
  [
    'such a name deep inside',
    [
      {
        nombre: 'a',
        tipo: 'lista',
        elemento: { nombre: '', tipo: 'objeto', campos: [{ nombre: 'constructor' }] },
      },
    ],
    ['e parametros[0].elemento.campos[0].nombre: El nombre «constructor» está reservado.'],
  ],
  [
    'a type that does not exist',
    [{ nombre: 'a', tipo: 'moneda' }],
    [
      expect.stringMatching(
        /^e parametros\[0\]\.tipo: Este valor no se admite\. Use uno de estos: texto, entero,/,
      ),
    ],
  ],
])('of %s is told what is wrong', (_what, parametros, expected) => {
  expect(hallazgosDe([entrada(parametros), salida('s')], 'e>s')).toEqual(expected)
})
