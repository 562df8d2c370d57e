import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ErrorDeCampo } from '../errors/app-error.ts'
import { PatronInvalido } from '../errors/runs.ts'
import type { Parametro, TipoDato } from '../flujo.ts'
import { Binario, Fecha } from '../valores.ts'
import { compileCoercion, decimalOf } from './coercion.ts'

function coerce(parametro: Omit<Parametro, 'nombre'>, value: unknown) {
  const errores: ErrorDeCampo[] = []
  return { value: compileCoercion({ nombre: 'x', ...parametro })(value, 'x', errores), errores }
}

test.each<[TipoDato, unknown, unknown]>([
  ['texto', 'hola', 'hola'],
  ['texto', 7, '7'],
  ['texto', '', ''],
  ['entero', '7', 7],
  ['entero', ' -12 ', -12],
  ['entero', '9223372036854775807', '9223372036854775807'],
  ['decimal', '1.50', 1.5],
  ['decimal', '0.1234567890123456789', '0.1234567890123456789'],
  ['decimal', '10000000000000000000', 1e19],
  ['booleano', 'sí', true],
  ['booleano', 0, false],
  ['fecha', '2024-02-29', new Fecha(2024, 2, 29)],
  ['fechaHora', '2026-11-21T10:00:00+01:00', new Date('2026-11-21T09:00:00Z')],
  ['binario', 'aG9sYQ==', new Binario(new TextEncoder().encode('hola'))],
  ['objeto', '{"a":1}', { a: 1 }],
  ['lista', '[1,2]', [1, 2]],
  ['lista', '[9007199254740993,0.5,1e400]', ['9007199254740993', 0.5, '1e400']],
  ['cualquiera', { a: [1] }, { a: [1] }],
])('%s takes %j', (tipo, value, expected) => {
  expect(coerce({ tipo }, value)).toEqual({ value: expected, errores: [] })
})

test.each<[TipoDato, unknown, string]>([
  ['texto', {}, 'Se esperaba un texto.'],
  ['entero', 'abc', 'Se esperaba un número entero.'],
  ['entero', '1.5', 'Se esperaba un número entero.'],
  ['entero', 1.5, 'Se esperaba un número entero.'],
  ['decimal', 'NaN', 'Se esperaba un número.'],
  ['decimal', '1,5', 'Se esperaba un número.'],
  ['decimal', Number.POSITIVE_INFINITY, 'Se esperaba un número.'],
  ['decimal', '1e400', 'Se esperaba un número.'],
  ['booleano', 'quizá', 'Se esperaba verdadero o falso.'],
  ['fecha', '2026-02-29', 'Se esperaba una fecha AAAA-MM-DD.'],
  ['fechaHora', '2026-11-21T10:00:00', 'Se esperaba una fecha y hora ISO 8601 con zona.'],
  ['fechaHora', '2026-02-30T10:00:00Z', 'Se esperaba una fecha y hora ISO 8601 con zona.'],
  ['binario', '%%', 'Se esperaba un contenido en base64.'],
  ['objeto', [1], 'Se esperaba un objeto.'],
  ['objeto', '{"__proto__":{}}', 'Se esperaba un objeto.'],
  ['objeto', '{"a":"\\u0000"}', 'Se esperaba un objeto.'],
  ['objeto', '{"a\\ud83d":1}', 'Se esperaba un objeto.'],
  ['lista', '["\\ud83d"]', 'Se esperaba una lista.'],
  ['lista', { a: 1 }, 'Se esperaba una lista.'],
])('%s refuses %j', (tipo, value, mensaje) => {
  expect(coerce({ tipo }, value)).toEqual({ value: null, errores: [{ campo: 'x', mensaje }] })
})

describe('a declared parameter', () => {
  test.each([undefined, null])('that is required says so when it gets %s', (value) => {
    expect(coerce({ tipo: 'entero', requerido: true }, value).errores).toEqual([
      { campo: 'x', mensaje: 'Falta este dato.' },
    ])
  })

  test('takes its default, which is coerced too', () => {
    expect(coerce({ tipo: 'entero', requerido: true, defecto: '5' }, undefined)).toEqual({
      value: 5,
      errores: [],
    })
  })

  test('reads an empty text as absent unless it is a text', () => {
    expect(coerce({ tipo: 'entero' }, '').value).toBeNull()
    expect(coerce({ tipo: 'texto' }, '').value).toBe('')
  })

  test('names every fault of a nested value at once', () => {
    const pedido: Omit<Parametro, 'nombre'> = {
      tipo: 'lista',
      elemento: {
        nombre: '',
        tipo: 'objeto',
        campos: [
          { nombre: 'id', tipo: 'entero', requerido: true },
          { nombre: 'cantidad', tipo: 'entero', validacion: { minimo: 1 } },
        ],
      },
    }
    expect(coerce(pedido, [{ id: 'a', cantidad: 0 }, { otra: 1 }]).errores.map(({ campo }) => campo)).toEqual(
      ['x[0].id', 'x[0].cantidad', 'x[1].id', 'x[1].otra'],
    )
  })

  test.each([
    [{ minimo: 1 }, 0, 'El mínimo es 1.'],
    [{ maximo: 1 }, 2, 'El máximo es 1.'],
    [{ largoMinimo: 2 }, 'ñ', 'El largo mínimo es 2.'],
    [{ largoMaximo: 1 }, 'no', 'El largo máximo es 1.'],
    [{ patron: '[A-Z]{3}' }, 'abc', 'No tiene la forma pedida: [A-Z]{3}'],
    [{ valores: ['a', 'b'] }, 'c', 'Use uno de estos valores: a, b.'],
  ])('with %j refuses %j', (validacion, value, mensaje) => {
    expect(coerce({ validacion }, value).errores).toEqual([{ campo: 'x', mensaje }])
  })

  test('refuses a pattern that only a backtracking engine could read', () => {
    expect(() => compileCoercion({ nombre: 'x', validacion: { patron: '(?=a)b' } })).toThrow(PatronInvalido)
  })
})

test('a decimal text keeps its value, as a number or as itself', () => {
  const significant = (text: string) =>
    text
      .replace(/e.*$/, '')
      .replace(/\D/g, '')
      .replace(/^0+|0+$/g, '')
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(12), (digits, scale) => {
      const text = scale === 0 ? String(digits) : `${digits}.${'7'.repeat(scale)}`
      const value = decimalOf(text)
      if (typeof value === 'string') return value === text
      // A double is exact to 15 significant digits, also of a whole number beyond 2^53.
      return value === Number(text) && significant(value.toPrecision(15)) === significant(text)
    }),
  )
})

test('a decimal with millions of zeros inside it is read like any other', () => {
  const text = `1${'0'.repeat(4_000_000)}1`
  expect(decimalOf(text)).toBe(text)
})
