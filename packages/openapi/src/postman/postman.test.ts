import { expect, test } from 'vitest'
import { brief, operationOf, readFixture } from '../testing.ts'

test('requests of a collection become operations, and its examples their fields', async () => {
  const api = await readFixture('coleccion.postman.json')
  expect(api).toMatchObject({
    titulo: 'Envíos',
    direcciones: ['https://envios.ejemplo/api'],
    autenticaciones: [{ tipo: 'apiKey', lugar: 'cabecera', nombre: 'X-Llave' }],
  })
  expect(api.avisos.toSorted()).toEqual(
    [
      '«Ver paquete»: la cabecera Authorization va en la autenticación del servidor.',
      '«Ajeno»: está en otra dirección (https://otro.ejemplo).',
      'No se tomaron sus scripts: aquí no se ejecuta código.',
      'La seguridad de Postman «digest» no se puede usar.',
    ].toSorted(),
  )
  expect([...api.operaciones.keys()]).toEqual(['Ver paquete', 'Crear paquete', 'Subir foto'])
  const see = operationOf(api, 'Ver paquete')
  expect(see).toMatchObject({
    metodo: 'GET',
    ruta: '/paquetes/{codigo}/sucursal/{pais}',
    cabeceras: { Accept: 'application/json' },
    respuesta: {
      cuerpo: {
        campos: [
          { nombre: 'codigo', tipo: 'texto' },
          { nombre: 'peso', tipo: 'decimal' },
          {
            nombre: 'pasos',
            tipo: 'lista',
            elemento: { campos: [{ nombre: 'fecha' }, { tipo: 'booleano' }] },
          },
        ],
      },
    },
  })
  expect(brief(see)).toEqual([
    'codigo!: texto (ruta)',
    'pais!: texto (ruta)',
    'detalle: texto (consulta)',
    'pagina: texto (consulta)',
    'X-Pais: texto (cabecera)',
  ])
  expect(see.parametros.map(({ parametro }) => parametro.ejemplo)).toEqual([
    'A1',
    // What a variable holds may be a secret.
    undefined,
    'si',
    undefined,
    undefined,
  ])
  expect(brief(operationOf(api, 'Crear paquete'))).toEqual([
    'destino: texto (cuerpo)',
    'peso: cualquiera (cuerpo)',
    'fragil: booleano (cuerpo)',
  ])
  expect(brief(operationOf(api, 'Subir foto'))).toEqual(['foto: binario (cuerpo)', 'nota: texto (cuerpo)'])
})
