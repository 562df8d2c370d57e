import type { PeticionDePrueba } from '@div/contract'
import { expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../../shared/api-error.ts'
import { describeFallo, describeNotImported } from './describe-fallo.ts'
import { NEW_PETICION } from './peticion-draft.ts'

const parte = (nombre: string, activa = true) => ({ nombre, valor: '', archivo: 'a.png', activa })
const PETICION: PeticionDePrueba = {
  ...NEW_PETICION,
  partes: [parte('oculta', false), parte('foto')],
}
const refused = (campo: string, mensaje: string) =>
  new ApiError(422, { detail: 'Hay datos que corregir.', errores: [{ campo, mensaje }] })

test.each([
  ['a part, counted among those that are sent', 'partes[0].archivo', 'Mal.', 'Campo «foto»: Mal.'],
  ['a part that is named already', 'partes[0].valor', 'Elija el de «foto».', 'Elija el de «foto».'],
  ['what the page calls otherwise', 'url', 'Mal.', 'Dirección: Mal.'],
  ['one header', 'cabeceras.X-Uno', 'Mal.', 'Cabecera «X-Uno»: Mal.'],
  ['all headers', 'cabeceras', 'Mal.', 'Cabeceras: Mal.'],
  ['what is in it', 'autenticacion.token', 'Mal.', 'Autenticación: Mal.'],
  ['the form', 'partes', 'Mal.', 'Formulario con archivos: Mal.'],
  ['the entorno', 'entornoId', 'Mal.', 'Entorno: Mal.'],
  ['how often a load calls', 'veces', 'Mal.', 'Llamadas: Mal.'],
  ['how many calls of a load are under way', 'aLaVez', 'Mal.', 'A la vez: Mal.'],
  ['what has no place on the page', 'otro', 'Mal.', 'otro: Mal.'],
])('what was not sent names %s', (_, campo, mensaje, said) => {
  expect(describeFallo(refused(campo, mensaje), PETICION)).toEqual({
    titulo: 'No se envió',
    mensaje: `Hay datos que corregir. ${said}`,
  })
})

test('what was sent and not answered is told as that', () => {
  const timeout = new ApiError(504, { detail: 'No contestó a tiempo.' })
  expect(describeFallo(timeout, PETICION)).toEqual({
    titulo: 'No hubo respuesta',
    mensaje: 'No contestó a tiempo.',
  })
  const prohibida = new ApiError(422, { codigo: 'DIRECCION_PROHIBIDA', detail: 'Lleva a otra red.' })
  expect(describeFallo(prohibida, PETICION).titulo).toBe('No hubo respuesta')
  expect(describeFallo(new ConnectionError(), PETICION).titulo).toBe('No hubo respuesta')
})

test.each([
  [
    'of which petición it is',
    'coleccion.peticiones[1].peticion.cabeceras[0].valor',
    'Petición «Borrar»: Mal.',
  ],
  ['of which variable it is', 'variables[0].valor', 'Variable «base»: Mal.'],
  ['of the whole', 'coleccion.peticiones', 'Mal.'],
])('what was not taken of another tool says %s', (_, campo, said) => {
  const peticiones = ['Leer', 'Borrar'].map((nombre) => ({
    id: '00000000-0000-4000-8000-000000000001',
    nombre,
    carpeta: '',
    peticion: PETICION,
    aserciones: [],
  }))
  const given = {
    coleccion: { nombre: 'De otra', descripcion: '', peticiones },
    variables: [{ nombre: 'base', valor: 'x', secreto: false }],
  }
  expect(describeNotImported(refused(campo, 'Mal.'), given)).toBe(`Hay datos que corregir. ${said}`)
})
