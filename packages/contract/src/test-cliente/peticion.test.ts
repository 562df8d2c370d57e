import { expect, test } from 'vitest'
import { holdsCredentials, type PeticionDePrueba, withoutCredentials } from './peticion.ts'
import { fillVariables, isOnlyVariables, listVariables } from './variables.ts'

const PETICION: PeticionDePrueba = {
  destino: { tipo: 'externa', url: 'https://api.ejemplo/x' },
  metodo: 'GET',
  cabeceras: [],
  autenticacion: { tipo: 'ninguna' },
  cuerpo: null,
}

test('variables are found by name and filled in; those without a value stay', () => {
  const text = '{{base}}/clientes/{{ id }}?{{base}}&{{año-1}}&{ {no}}&{{}}'
  expect(listVariables(text)).toEqual(['base', 'id', 'año-1'])
  expect(
    fillVariables(
      text,
      new Map([
        ['base', '$&'],
        ['id', '7'],
      ]),
    ),
  ).toBe('$&/clientes/7?$&&{{año-1}}&{ {no}}&{{}}')
})

test.each([
  ['', true],
  ['{{a}}', true],
  [' {{a}}{{b}} ', true],
  ['x{{a}}', false],
])('whether %j tells no secret of its own: %s', (text, is) => {
  expect(isOnlyVariables(text)).toBe(is)
})

test.each<[string, Partial<PeticionDePrueba>, Partial<PeticionDePrueba>]>([
  [
    'a token',
    { autenticacion: { tipo: 'token', token: 's3creto' } },
    { autenticacion: { tipo: 'token', token: '' } },
  ],
  [
    'a password, but not who it is of',
    { autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: 's3creto' } },
    { autenticacion: { tipo: 'basico', usuario: 'ana', contrasena: '' } },
  ],
  [
    'headers that prove who calls',
    { cabeceras: [{ nombre: 'Authorization', valor: 'Bearer s3creto', activa: true }] },
    { cabeceras: [{ nombre: 'Authorization', valor: '', activa: true }] },
  ],
  [
    'what stands in the address',
    {
      destino: {
        tipo: 'externa',
        url: 'https://ana:s3creto@api.ejemplo/x?api_key=s3creto&dia=1&sig=s3creto',
      },
    },
    { destino: { tipo: 'externa', url: 'https://api.ejemplo/x?api_key=&dia=1&sig=' } },
  ],
])('of what is kept, nobody reads %s', (_, given, kept) => {
  expect(holdsCredentials({ ...PETICION, ...given })).toBe(true)
  expect(withoutCredentials({ ...PETICION, ...given })).toEqual({ ...PETICION, ...kept })
})

test('a variable in place of a credential is kept: it names a secret and tells none', () => {
  const peticion: PeticionDePrueba = {
    ...PETICION,
    destino: { tipo: 'externa', url: 'https://api.ejemplo/x?api_key={{clave}}&dia=1' },
    autenticacion: { tipo: 'token', token: '{{clave}}' },
    cabeceras: [
      { nombre: 'Authorization', valor: 'Bearer {{clave}}', activa: true },
      { nombre: 'Accept', valor: 'text/plain', activa: true },
    ],
  }
  expect(holdsCredentials(peticion)).toBe(false)
})
