import { describe, expect, test } from 'vitest'
import {
  emptyOf,
  type FormSchema,
  initialOf,
  isShown,
  kindOf,
  labelOf,
  withoutHidden,
} from './form-schema.ts'

const variant = (tipo: string, rest: Record<string, FormSchema> = {}): FormSchema => ({
  type: 'object',
  properties: { tipo: { type: 'string', const: tipo }, ...rest },
})

test.each<[FormSchema, string]>([
  [{ type: 'string' }, 'texto'],
  [{ type: 'string', maxLength: 100 }, 'texto'],
  [{ type: 'string', maxLength: 100_000 }, 'textoLargo'],
  [{ type: 'string', maxLength: 100_000, unaLinea: true }, 'texto'],
  [{ type: 'string', maxLength: 100_000, 'x-secret': true }, 'secreto'],
  [{ type: 'integer' }, 'numero'],
  [{ type: 'number' }, 'numero'],
  [{ type: 'boolean' }, 'booleano'],
  [{ type: 'string', enum: ['a', 'b'] }, 'opcion'],
  [{ oneOf: [variant('ninguna'), variant('basico')] }, 'variante'],
  [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'opcional'],
  [{ type: 'object', properties: { ca: { type: 'string' } } }, 'grupo'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'mapa'],
  [{ type: 'object', additionalProperties: {} }, 'json'],
  [{ type: 'array', items: { type: 'string' } }, 'textos'],
  [{ type: 'array', items: { type: 'object', properties: {} } }, 'lista'],
  [{ type: 'array', items: { type: 'object', properties: {} }, extensiones: ['.xsd'] }, 'archivos'],
  [{ type: 'array', items: { type: 'integer' } }, 'json'],
  [{}, 'json'],
])('%j is edited as %s', (schema, kind) => {
  expect(kindOf(schema)).toBe(kind)
})

test('a new form begins with the defaults and leaves open what a person must say', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      host: { type: 'string' },
      puerto: { type: 'integer', default: 5432 },
      ssl: { type: 'boolean', default: false },
      acceso: { default: { tipo: 'ninguna' }, oneOf: [variant('ninguna')] },
      tls: { type: 'object', default: {}, properties: { version: { type: 'string', default: '1.3' } } },
    },
  }
  expect(initialOf(schema)).toEqual({
    puerto: 5432,
    ssl: false,
    acceso: { tipo: 'ninguna' },
    tls: { version: '1.3' },
  })
})

test('a variant begins with its tag', () => {
  expect(initialOf(variant('apiKey', { nombre: { type: 'string', default: 'X-API-Key' } }))).toEqual({
    tipo: 'apiKey',
    nombre: 'X-API-Key',
  })
})

test('a value is called as the schema says, or else by itself', () => {
  expect(labelOf({ etiquetas: { basico: 'Usuario y contraseña' } }, 'basico')).toBe('Usuario y contraseña')
  expect(labelOf({}, 'cabecera')).toBe('Cabecera')
})

test.each([
  ['integer', ''],
  ['number', ''],
  ['string', ''],
  ['boolean', false],
  ['array', []],
  ['object', {}],
])('an optional %s that was emptied is %j, and no value that nobody wrote', (type, empty) => {
  expect(emptyOf({ type })).toEqual(empty)
})

describe('a field that counts only beside others', () => {
  const schema: FormSchema = {
    type: 'object',
    properties: {
      operacion: { type: 'string', enum: ['leer', 'listar'], default: 'leer' },
      formato: { type: 'string', enum: ['texto', 'csv'], cuando: { operacion: ['leer'] } },
      separador: { type: 'string', cuando: { formato: ['csv'] } },
    },
  }
  test.each([
    [{}, 'formato', true],
    [{ operacion: 'listar' }, 'formato', false],
    [{ formato: 'csv' }, 'separador', true],
    [{ formato: 'texto' }, 'separador', false],
    [{ operacion: 'listar', formato: 'csv' }, 'separador', false],
  ])('of %j, %s is shown: %s', (value, name, expected) => {
    expect(isShown(schema, name, value)).toBe(expected)
  })

  test('goes once it does not count any more', () => {
    const value = { operacion: 'listar', formato: 'csv', separador: ';', otro: 1 }
    expect(withoutHidden(schema, value)).toEqual({ operacion: 'listar', otro: 1 })
  })
})
