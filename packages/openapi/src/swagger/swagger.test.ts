import { expect, test } from 'vitest'
import { brief, operationOf, readFixture } from '../testing.ts'

test('forms, lists in one parameter and bodies of Swagger 2 are read as what they are', async () => {
  const api = await readFixture('clinica.json')
  expect(api).toMatchObject({
    titulo: 'Clínica',
    formato: 'Swagger 2.0',
    direcciones: ['https://clinica.ejemplo:8443/api', 'http://clinica.ejemplo:8443/api'],
    autenticaciones: [
      { tipo: 'basico' },
      { tipo: 'apiKey', lugar: 'consulta', nombre: 'clave' },
      { tipo: 'oauth2', urlToken: 'https://id.clinica.ejemplo/token', alcance: 'leer' },
      { tipo: 'bearer' },
    ],
    avisos: ['POST /entrar: no se tomó un parámetro sin nombre o sin lugar.'],
  })
  expect(brief(operationOf(api, 'listar'))).toEqual([
    'sede: texto (consulta)',
    'ids: lista de entero (consulta, comas)',
    'estados: lista de texto (consulta)',
    'orden: lista de texto (consulta, barras)',
  ])
  expect(operationOf(api, 'listar').respuesta).toMatchObject({
    cabeceras: [{ nombre: 'x-total' }],
    cuerpo: {
      tipo: 'lista',
      elemento: { campos: [{ nombre: 'nombre' }, { nombre: 'alta' }, { nombre: 'medico' }] },
    },
  })
  expect(brief(operationOf(api, 'crear'))).toEqual([
    'nombre!: texto (cuerpo)',
    'alta: fechaHora (cuerpo)',
    'medico: objeto (cuerpo)',
  ])
  const upload = operationOf(api, 'subirPlaca')
  expect(upload.cuerpo).toBe('multipart')
  expect(brief(upload)).toEqual(['id!: entero (ruta)', 'nota: texto (cuerpo)', 'archivo!: binario (cuerpo)'])
  expect(operationOf(api, 'entrar').cuerpo).toBe('formulario')
})
