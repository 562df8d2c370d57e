import { expect, test } from 'vitest'
import { z } from 'zod'
import { erroresOf } from './index.ts'

/** `campo: mensaje` of everything that is wrong. */
function tell(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error
    ? erroresOf(error).map(({ campo, mensaje }) => (campo === '' ? mensaje : `${campo}: ${mensaje}`))
    : []
}

const PASO = z.discriminatedUnion('tipo', [
  z.strictObject({ tipo: z.literal('filtrar'), expresion: z.string() }),
  z.strictObject({ tipo: z.literal('limitar'), cantidad: z.int() }),
])
const VERSION = z.union([z.literal('publicada'), z.int().min(1)])
const CANALES = z.union([z.literal('todos'), z.array(z.uuid())])
const MANY = z.strictObject(
  Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`c${index}`, z.string().optional()])),
)

test.each<[string, z.ZodType, unknown, string[]]>([
  ['what is missing', z.string(), undefined, ['Falta este dato.']],
  ['a field that is missing', z.object({ a: z.int() }), {}, ['a: Falta este dato.']],
  ['another type', z.string(), 7, ['Se esperaba un texto y llegó un número.']],
  ['null', z.object({ a: z.boolean() }), { a: null }, ['a: Se esperaba verdadero o falso y llegó nulo.']],
  [
    'a list for an object',
    z.record(z.string(), z.string()),
    [],
    ['Se esperaba un objeto y llegó una lista.'],
  ],
  ['an object for a list', z.array(z.string()), {}, ['Se esperaba una lista y llegó un objeto.']],
  ['a boolean for a number', z.number(), true, ['Se esperaba un número y llegó true.']],
  ['a fraction', z.int(), 1.5, ['Se esperaba un número entero.']],
  ['what no number can be made of', z.coerce.number(), 'x', ['Se esperaba un número.']],
  ['a number too small', z.int().min(1), 0, ['El mínimo es 1.']],
  ['a number too big', z.int().max(9), 10, ['El máximo es 9.']],
  ['a number on the border', z.number().positive(), 0, ['Debe ser mayor que 0.']],
  ['a number on the other border', z.number().lt(5), 5, ['Debe ser menor que 5.']],
  ['an integer beyond the exact ones', z.int(), 2 ** 60, ['El máximo es 9007199254740991.']],
  ['no multiple', z.number().multipleOf(5), 7, ['Debe ser múltiplo de 5.']],
  ['an empty text', z.string().min(1), '', ['No puede quedar vacío.']],
  ['a text too short', z.string().min(10), 'a', ['Debe tener al menos 10 caracteres.']],
  ['a text too long by one', z.string().max(1), 'ab', ['Debe tener como mucho 1 carácter.']],
  ['a text of another length', z.string().length(2), 'a', ['Debe tener exactamente 2 caracteres.']],
  ['an empty list', z.array(z.string()).min(1), [], ['Ponga al menos uno.']],
  ['a list too short', z.array(z.string()).min(2), [], ['Debe tener al menos 2 elementos.']],
  ['a list too long', z.array(z.string()).max(1), ['a', 'b'], ['Debe tener como mucho 1 elemento.']],
  ['no UUID', z.uuid(), 'x', ['Debe ser un UUID, como 0f0e7c1e-6d1f-4f43-8f0a-2c7b1a7f1d11.']],
  ['no address', z.url(), 'x', ['Debe ser una dirección completa, como https://ejemplo.es/ruta.']],
  ['no mail address', z.email(), 'x', ['Debe ser una dirección de correo, como ana@ejemplo.es.']],
  ['no moment', z.iso.datetime(), 'ayer', ['Debe ser un momento ISO 8601, como 2026-11-21T10:30:00Z.']],
  ['no day', z.iso.date(), 'ayer', ['Debe ser una fecha AAAA-MM-DD.']],
  ['another beginning', z.string().startsWith('/'), 'a', ['Debe empezar por «/».']],
  ['another form', z.string().regex(/^a+$/), 'b', ['No tiene la forma pedida: /^a+$/']],
  ['a form with a sentence of its own', z.string().regex(/^a+$/, 'Use la a.'), 'b', ['Use la a.']],
  [
    'a value that is not listed',
    z.enum(['a', 'b']),
    'c',
    ['Este valor no se admite. Use uno de estos: a, b.'],
  ],
  ['no value of a list', z.enum(['a', 'b']), undefined, ['Falta este dato. Use uno de estos: a, b.']],
  ['not the only value', z.literal(1), 2, ['Este valor no se admite. Escriba: 1.']],
  [
    'a name that nobody knows',
    z.strictObject({ a: z.int(), b: z.int().optional() }),
    { a: 1, c: 1 },
    ['c: Este dato no existe aquí. Los que hay: b, a.'],
  ],
  [
    'such a name deep inside',
    z.object({ l: z.array(z.strictObject({ a: z.int() })) }),
    { l: [{ a: 1, x: 1, y: 1 }] },
    [
      'l[0].x: Este dato no existe aquí. Los que hay: a.',
      'l[0].y: Este dato no existe aquí. Los que hay: a.',
    ],
  ],
  [
    'such a name among many',
    MANY,
    { x: 1 },
    ['x: Este dato no existe aquí. Los que hay: c0, c1, c2, c3, c4, c5, c6, c7, c8, c9 …'],
  ],
  ['a name where there are none', z.strictObject({}), { x: 1 }, ['x: Este dato no existe aquí.']],
  [
    'a name of a form that is refused',
    z.record(z.string().regex(/^\w+$/, 'Use letras.'), z.int()),
    { 'a b': 1 },
    ['a b: Use letras.'],
  ],
  [
    'no form of a union that is told apart',
    z.array(PASO),
    [{ tipo: 'ordenar' }],
    ['[0].tipo: Este valor no se admite. Use uno de estos: filtrar, limitar.'],
  ],
  ['no mark of such a form', PASO, {}, ['tipo: Falta este dato. Use uno de estos: filtrar, limitar.']],
  ['no object for such a form', PASO, 'x', ['Se esperaba un objeto y llegó un texto.']],
  ['no form of a union', VERSION, true, ['Se esperaba «publicada» o un número.']],
  ['one form of a union, wrongly', VERSION, 0, ['El mínimo es 1.']],
  [
    'a form of a union, wrong deep inside',
    z.object({ canales: CANALES }),
    { canales: ['x'] },
    ['canales[0]: Debe ser un UUID, como 0f0e7c1e-6d1f-4f43-8f0a-2c7b1a7f1d11.'],
  ],
  ['a union that is missing', z.object({ a: VERSION }), {}, ['a: Falta este dato.']],
  ['a rule without a sentence', z.string().refine(() => false), 'x', ['Este dato no vale aquí.']],
])('%s', (_what, schema, value, expected) => {
  expect(tell(schema, value)).toEqual(expected)
})
