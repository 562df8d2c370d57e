import { expect, test } from 'vitest'
import { brief, operationOf, readFixture } from '../testing.ts'

test('an API of the usual kind is read whole', async () => {
  const api = await readFixture('mascotas.yaml')
  expect(api).toMatchObject({
    titulo: 'Mascotas',
    formato: 'OpenAPI 3.0.3',
    direcciones: ['https://sur.mascotas.ejemplo/v3'],
    autenticaciones: [
      { tipo: 'apiKey', lugar: 'cabecera', nombre: 'api_key' },
      { tipo: 'oauth2', urlToken: 'https://sur.mascotas.ejemplo/oauth/token', alcance: 'leer escribir' },
    ],
    avisos: [
      'La dirección «/v3» no es completa: escriba la dirección base.',
      'TRACE /mascotas/{id}: ese método no se puede llamar.',
      'La seguridad «raro» (http digest) no se puede usar.',
    ],
  })
  expect([...api.operaciones.keys()]).toEqual([
    'listarMascotas',
    'crearMascota',
    'GET /mascotas/{id}',
    'cambiarMascota',
    'subirFoto',
  ])
  const list = operationOf(api, 'listarMascotas')
  expect(list).toMatchObject({
    metodo: 'GET',
    ruta: '/mascotas',
    resumen: 'Lista las mascotas',
    cuerpo: 'ninguno',
    cabeceras: { Accept: 'application/json' },
    respuesta: {
      cabeceras: [{ nombre: 'x-total', tipo: 'texto', descripcion: 'Cuántas hay' }],
      cuerpo: { nombre: 'cuerpo', tipo: 'lista' },
    },
  })
  expect(brief(list)).toEqual([
    'X-Request-ID: texto (cabecera)',
    'estado: lista de texto (consulta, comas)',
    'etiquetas: lista de texto (consulta)',
    'filtro: objeto (consulta, corchetes)',
    'sesion: texto (cookie)',
  ])
})

test('fields that only come are not sent, and those that are only sent do not come', async () => {
  const create = operationOf(await readFixture('mascotas.yaml'), 'crearMascota')
  expect(brief(create)).toEqual([
    'X-Request-ID: texto (cabecera)',
    'nombre!: texto (cuerpo)',
    'nacimiento: fecha (cuerpo)',
    'clave: texto (cuerpo)',
    'madre: objeto (cuerpo)',
    'precio: decimal (cuerpo)',
  ])
  const campos = create.respuesta.cuerpo?.campos ?? []
  expect(campos.map(({ nombre }) => nombre)).toEqual(['id', 'nombre', 'nacimiento', 'madre', 'precio'])
})

test('a schema that holds itself ends somewhere', async () => {
  const create = operationOf(await readFixture('mascotas.yaml'), 'crearMascota')
  const depthOf = (fields: typeof create.respuesta.cuerpo): number => {
    const mother = fields?.campos?.find(({ nombre }) => nombre === 'madre')
    return mother ? 1 + depthOf(mother) : 0
  }
  expect(depthOf(create.respuesta.cuerpo)).toBeGreaterThan(2)
  expect(depthOf(create.respuesta.cuerpo)).toBeLessThan(10)
})

test('a body of another media type is one value, sent as what it is', async () => {
  const upload = operationOf(await readFixture('mascotas.yaml'), 'subirFoto')
  expect(upload).toMatchObject({
    cuerpo: 'binario',
    cabeceras: { 'Content-Type': 'image/jpeg', Accept: 'text/plain' },
    respuesta: { cuerpo: { tipo: 'texto' } },
  })
  expect(brief(upload)).toEqual(['id!: texto (ruta)', 'cuerpo: binario (cuerpo)'])
})

test('references in references, choices and compositions become fields', async () => {
  const api = await readFixture('pagos.json')
  const charge = operationOf(api, 'PostCharges')
  expect(api.direcciones).toEqual(['https://api.pagos.ejemplo'])
  expect(api.autenticaciones).toEqual([{ tipo: 'basico' }, { tipo: 'bearer' }])
  expect(brief(charge)).toEqual([
    'amount!: entero (cuerpo)',
    'customer: texto (cuerpo)',
    'expand: lista de texto (cuerpo, corchetes)',
    'metadata: cualquiera (cuerpo, corchetes)',
  ])
  expect(charge).toMatchObject({ cuerpo: 'formulario', resumen: '<p>Para cobrar</p> una tarjeta.' })
  expect(charge.respuesta.cuerpo?.campos).toMatchObject([
    { nombre: 'id', tipo: 'texto', requerido: true },
    // A text or an object: nobody knows which.
    { nombre: 'customer', tipo: 'cualquiera', requerido: true },
    {
      nombre: 'source',
      tipo: 'objeto',
      campos: [
        { nombre: 'brand', tipo: 'texto', validacion: { valores: ['visa', 'master'] } },
        { nombre: 'last4', tipo: 'texto', requerido: true },
      ],
    },
    // One of two objects: the fields of both, none of which must come.
    {
      nombre: 'owner',
      tipo: 'objeto',
      campos: [{ nombre: 'id' }, { nombre: 'charges' }, { nombre: 'deleted' }],
    },
  ])
})

test('what 3.1 added is understood, and what cannot be called is told of', async () => {
  const api = await readFixture('repositorios.yaml')
  expect([...api.operaciones.keys()]).toEqual(['temas/crear'])
  const create = operationOf(api, 'temas/crear')
  expect(brief(create)).toEqual([
    'dueno!: texto (ruta)',
    'repo!: texto (ruta)',
    'title!: cualquiera (cuerpo)',
    'body: texto (cuerpo)',
    'hito: objeto (cuerpo)',
    // The path has the name already.
    'repo_cuerpo: texto (cuerpo repo)',
    'estado: texto (cuerpo)',
  ])
  expect(create.cabeceras).toEqual({
    Accept: 'application/vnd.repos+json',
    'Content-Type': 'application/vnd.repos+json',
  })
  expect(create.respuesta.cuerpo?.campos).toMatchObject([
    { nombre: 'number', tipo: 'entero' },
    {
      nombre: 'hito',
      tipo: 'objeto',
      descripcion: 'Su hito',
      campos: [{ nombre: 'numero' }, { nombre: 'cierra', tipo: 'fechaHora' }],
    },
    { nombre: 'adjunto', tipo: 'binario' },
    { nombre: 'perdido', tipo: 'cualquiera' },
  ])
  expect(api.autenticaciones).toEqual([{ tipo: 'bearer' }])
  expect(api.avisos.toSorted()).toEqual(
    [
      'GET /ultimo?forma=corta: su ruta no es solo una ruta.',
      'La referencia #/components/schemas/noEsta no lleva a ningún lugar.',
      'La seguridad «mutua» (mutualTLS) no se puede usar.',
      'No se tomaron sus webhooks (1): son llamadas del servicio.',
      'POST /repos/{dueno}/{repo}/temas: no se tomaron sus callbacks.',
      'POST /subidas: está en otra dirección (https://subidas.repos.ejemplo).',
    ].toSorted(),
  )
})

test('files that refer to each other, also in circles, are read together; one that is missing is told of', async () => {
  const api = await readFixture('varios/api.yaml')
  expect([...api.operaciones.keys()]).toEqual(['a', 'b', 'c'])
  expect(brief(operationOf(api, 'a'))).toEqual(['pagina: entero (consulta)'])
  expect(operationOf(api, 'a').respuesta.cuerpo?.campos).toEqual([{ nombre: 'valor', tipo: 'decimal' }])
  expect(operationOf(api, 'b').respuesta.cuerpo?.campos).toMatchObject([
    { nombre: 'hijos', tipo: 'lista', elemento: { tipo: 'objeto' } },
    { nombre: 'hoja', tipo: 'objeto', campos: [{ nombre: 'valor' }] },
  ])
  expect(api.avisos).toEqual([
    expect.stringContaining('No se pudo leer varios/perdido.yaml, al que se refiere varios/api.yaml'),
    'La referencia perdido.yaml#/x no lleva a ningún lugar.',
  ])
})
