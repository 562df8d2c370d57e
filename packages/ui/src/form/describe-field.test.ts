import { expect, test } from 'vitest'
import { describeField, pickFields, schemaFor, withoutSecrets } from './describe-field.ts'
import type { FormSchema } from './form-schema.ts'

const basico: FormSchema = {
  type: 'object',
  properties: {
    tipo: { type: 'string', const: 'basico' },
    clave: { type: 'string', title: 'Clave', 'x-secret': true },
  },
  required: ['tipo', 'clave'],
}
const ninguna: FormSchema = { type: 'object', properties: { tipo: { type: 'string', const: 'ninguna' } } }
const schema: FormSchema = {
  type: 'object',
  properties: {
    nombre: { type: 'string', title: 'Nombre' },
    acceso: { title: 'Acceso', oneOf: [ninguna, basico] },
    limite: {
      title: 'Límite',
      anyOf: [{ type: 'object', properties: { rafaga: { title: 'Ráfaga' } } }, { type: 'null' }],
    },
  },
  required: ['nombre', 'acceso'],
}

test.each([
  ['nombre', { label: 'Nombre', isSecret: false }],
  ['acceso.clave', { label: 'Acceso / Clave', isSecret: true }],
  ['limite.rafaga', { label: 'Límite / Ráfaga', isSecret: false }],
  ['otro.campo', { label: 'otro / campo', isSecret: false }],
])('%s is called as the form calls it', (path, description) => {
  expect(describeField(schema, path)).toEqual(description)
})

test('a part of a form asks for nothing of the other parts', () => {
  expect(pickFields(schema, ['acceso'])).toEqual({
    type: 'object',
    properties: { acceso: schema.properties?.acceso },
    required: ['acceso'],
  })
})

test('of a union the variant that was chosen is left', () => {
  expect(schemaFor(schema, { acceso: { tipo: 'ninguna' } }).properties?.acceso).toEqual(ninguna)
})

test('a stored secret stays, a new one is checked', () => {
  const secretOf = (clave: unknown) =>
    schemaFor(schema, { acceso: { tipo: 'basico', clave } }).properties?.acceso?.properties?.clave
  expect(secretOf({ definido: true })).toEqual({})
  expect(secretOf({ definido: false })).toEqual({})
  expect(secretOf('nueva')).toEqual(basico.properties?.clave)
})

test.each<[string, unknown, unknown]>([
  ['in a variant', { acceso: { tipo: 'basico', clave: 'x' } }, { acceso: { tipo: 'basico' } }],
  ['that is stored', { acceso: { clave: { definido: true } } }, { acceso: { clave: { definido: true } } }],
  [
    'beside what is none',
    { otro: { clave: 'x' }, limite: { rafaga: 1 } },
    { otro: { clave: 'x' }, limite: { rafaga: 1 } },
  ],
])('a secret %s', (_, value, kept) => {
  expect(withoutSecrets(value, schema)).toEqual(kept)
})

test('the secrets of a list and of a map go too', () => {
  const secret = { type: 'string', 'x-secret': true }
  const listed = {
    properties: {
      lista: { items: { properties: { clave: secret } } },
      mapa: { additionalProperties: secret },
    },
  }
  const value = { lista: [{ nombre: 'a', clave: 'x' }], mapa: { uno: 'x' } }
  expect(withoutSecrets(value, listed)).toEqual({ lista: [{ nombre: 'a' }], mapa: {} })
})
