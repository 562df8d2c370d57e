import type { Parametro, PeticionDePrueba } from '@div/contract'
import { expect, test } from 'vitest'
import { aimAt, describeMissing, entradaOfForm, fillRest, NEW_PETICION, toLlamada } from './peticion-draft.ts'

const PARAMETROS: Parametro[] = [
  { nombre: 'id', tipo: 'entero', requerido: true },
  { nombre: 'pais', tipo: 'texto', origen: 'cabecera' },
  { nombre: 'nota', tipo: 'texto' },
]
const PETICION: PeticionDePrueba = {
  ...NEW_PETICION,
  destino: { tipo: 'canal', canalId: 'c1', operacion: 'POST /clientes/{id}', ruta: '/' },
  metodo: 'POST',
  cabeceras: [
    { nombre: 'X-Mia', valor: '1', activa: true },
    { nombre: 'PAIS', valor: 'ES', activa: true },
  ],
}

test('a form puts each value where the motor looks for it, and leaves what was written beside it', () => {
  const given = { id: 7, pais: 'PY', nota: 'hola' }
  expect(fillRest(PETICION, { parametros: PARAMETROS, given, ruta: '/clientes/{id}' })).toEqual({
    ...PETICION,
    destino: { ...PETICION.destino, ruta: '/clientes/7' },
    cabeceras: [
      { nombre: 'X-Mia', valor: '1', activa: true },
      { nombre: 'pais', valor: 'PY', activa: true },
      { nombre: 'Content-Type', valor: 'application/json', activa: true },
    ],
    cuerpo: '{\n  "nota": "hola"\n}',
  })
})

test('what must be there and was not given is an example; what may be left out is left out', () => {
  const filled = fillRest(PETICION, { parametros: PARAMETROS, given: { nota: '' }, ruta: '/clientes/{id}' })
  expect(filled).toMatchObject({ destino: { ruta: '/clientes/1' }, cuerpo: null })
  expect(entradaOfForm(PARAMETROS, { nota: '' })).toEqual({ id: 1 })
})

test('who is called says where it goes; what is switched off, and the body of a GET, are not sent', () => {
  const cabeceras = [
    { nombre: 'A', valor: '1', activa: true },
    { nombre: 'B', valor: '2', activa: false },
    { nombre: '', valor: '3', activa: true },
  ]
  const peticion: PeticionDePrueba = { ...NEW_PETICION, cabeceras, cuerpo: 'x' }
  const call = {
    metodo: 'GET',
    cabeceras: { A: '1' },
    autenticacion: { tipo: 'ninguna' },
    entornoId: null,
  }
  expect(toLlamada(peticion, null)).toEqual({
    path: 'test-cliente',
    body: { ...call, canalId: null, operacion: null, ruta: '/' },
  })
  const outside: PeticionDePrueba = {
    ...peticion,
    destino: { tipo: 'externa', url: 'https://api.ejemplo' },
    metodo: 'POST',
  }
  expect(toLlamada(outside, 'e1')).toEqual({
    path: 'solicitud-externa',
    body: { ...call, metodo: 'POST', entornoId: 'e1', url: 'https://api.ejemplo', cuerpo: 'x' },
  })
})

test('a form is sent in the place of a text, and gives way to what the contract writes', () => {
  const partes = [{ nombre: 'foto', valor: 'AAE=', archivo: 'a.png', activa: true }]
  const peticion: PeticionDePrueba = { ...PETICION, cuerpo: 'x', partes }
  expect(toLlamada(peticion, null).body).toMatchObject({ partes })
  expect(toLlamada(peticion, null).body).not.toHaveProperty('cuerpo')
  expect(toLlamada({ ...peticion, metodo: 'GET' }, null).body).not.toHaveProperty('partes')
  const left = { nombre: '{{a}}', valor: '{{b}}', activa: false }
  const withLeft = { ...peticion, partes: [...partes, left] }
  expect(toLlamada(withLeft, null).body).toMatchObject({ partes })
  expect(describeMissing([withLeft], undefined)).toBeNull()
  const filled = fillRest(peticion, { parametros: PARAMETROS, given: { nota: 'a' }, ruta: '/clientes/{id}' })
  expect(filled).toMatchObject({ cuerpo: '{\n  "nota": "a"\n}' })
  expect(filled).not.toHaveProperty('partes')
})

test('variables without a value are told', () => {
  const peticion: PeticionDePrueba = {
    ...NEW_PETICION,
    destino: { tipo: 'externa', url: '{{base}}/x/{{id}}' },
    autenticacion: { tipo: 'token', token: '{{clave}}' },
  }
  expect(describeMissing([peticion, peticion], undefined)).toBe(
    'Sin entorno no tienen valor: {{base}}, {{id}}, {{clave}}.',
  )
  const entorno = {
    id: 'e1',
    nombre: 'Pruebas',
    revision: 1,
    actualizadoEn: '',
    variables: [{ nombre: 'clave', secreto: true, valor: { definido: true } as const }],
  }
  expect(describeMissing([peticion], entorno)).toBe('El entorno «Pruebas» no tiene: {{base}}, {{id}}.')
})

test('what a canal is shown of credentials is not taken along to an address outside', () => {
  const shown: PeticionDePrueba = {
    ...PETICION,
    cabeceras: [...PETICION.cabeceras, { nombre: 'X-API-Key', valor: 'abc', activa: false }],
    autenticacion: { tipo: 'token', token: 'abc' },
  }
  expect(aimAt('externa', shown)).toEqual({
    ...PETICION,
    destino: { tipo: 'externa', url: '' },
    autenticacion: { tipo: 'ninguna' },
  })
  expect(aimAt('canal', shown)).toBe(shown)
})
