import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addClave,
  type Div,
  describeEntorno,
  flujoDeConsulta,
  sayName,
  startDiv,
  startWeb,
  type Web,
} from './testing.ts'

/* Another DIV that is not what it should be: everything that goes wrong is told, and nothing is believed. */

const UUID = '01234567-89ab-7def-8123-456789abcdef'
const INVENTARIO = {
  formato: 1,
  version: '9.9.9',
  procesos: [] as object[],
  servidores: [{ nombre: 'Almacén', tipo: 'rest' }],
  parametros: [{ nombre: 'iva', tipo: 'decimal' }],
  tablas: [],
  consecutivos: [],
}

type Answer = (path: string, response: ServerResponse) => void

let aqui: Div
let otro: Web
let servicio: Web
let token: string
let entornoId: string
/** What the other one says to each request; it remembers what it was asked. */
let answer: Answer
let asked: { path: string; authorization: string | undefined }[]

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

beforeAll(async () => {
  otro = await startWeb((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    request.resume()
    answer(request.url ?? '', response)
  })
  servicio = await sayName('desarrollo')
  aqui = await startDiv({
    limits: {
      entornoMs: 400,
      entornoRespuestaBytes: 20_000,
      inventarioProcesos: 20,
      inventarioNombres: 5,
      promocionProcesos: 3,
      entornosDiv: 3,
    },
  })
  token = (await aqui.signIn('jefa')).token
  const send = async (resource: string, body: object) =>
    (await aqui.call('POST', `/api/${resource}`, { body, token })).json()
  const body = describeEntorno({ urlBase: otro.url, clave: 'divapi_de_prueba' })
  entornoId = (await send('entornos', body)).id
  const servidor = await send('servidores', {
    nombre: 'Almacén',
    tipoServidor: 'rest',
    permitirRedPrivada: true,
    config: { urlBase: servicio.url },
  })
  await send('parametros', { nombre: 'iva', tipo: 'decimal', valor: '0.10' })
  for (const nombre of ['Uno', 'Dos', 'Tres']) {
    const { id } = await send('procesos', { nombre, flujo: flujoDeConsulta(servidor.id) })
    await send(`procesos/${id}/publicar`, {})
  }
})
afterAll(async () => {
  await Promise.all([aqui.close(), otro.close(), servicio.close()])
})
beforeEach(() => {
  asked = []
})

const compare = () => aqui.call('GET', `/api/entornos/${entornoId}/comparar`, { token })

async function promote(nombres: readonly string[]) {
  const { procesos } = (await compare()).json()
  const chosen = procesos
    .filter(({ nombre }: { nombre: string }) => nombres.includes(nombre))
    .map(({ nombre, huellaAqui, huellaAlli }: Record<string, unknown>) => ({
      nombre,
      huellaAqui,
      huellaAlli,
    }))
  return aqui.call('POST', `/api/entornos/${entornoId}/promover`, {
    token,
    body: { procesos: chosen, publicar: true },
  })
}

test.each<[string, Answer, RegExp]>([
  [
    'huge',
    (_path, response) => json(response, 200, { ...INVENTARIO, version: 'x'.repeat(30_000) }),
    /supera el límite de 20000 bytes/,
  ],
  ['no JSON', (_path, response) => void response.end('<html>'), /no es JSON de un DIV/],
  ['deep', (_path, response) => void response.end('['.repeat(9_000)), /no es JSON de un DIV/],
  [
    'of another shape',
    (_path, response) => json(response, 200, { hola: 1 }),
    /no es lo que contesta un DIV \(formato\)/,
  ],
  [
    'of another version',
    (_path, response) => json(response, 200, { formato: 2, version: '3.0.0' }),
    /es DIV 3\.0\.0, que se compara de otra manera/,
  ],
  [
    'older',
    (_path, response) => json(response, 404, { detail: 'No hay nada' }),
    /es un DIV anterior, que no sabe compararse/,
  ],
  ['somebody else', (_path, response) => void response.writeHead(404).end('nope'), /no hay un DIV/],
  [
    'led elsewhere',
    (_path, response) => void response.writeHead(302, { location: 'http://example.com/' }).end(),
    /escriba la definitiva/,
  ],
  ['silent', () => {}, /no contestó en 400 ms/],
  ['cut', (_path, response) => void response.destroy(), /cerró la conexión/],
  [
    'refusing the key',
    (_path, response) => json(response, 401, { detail: 'No.' }),
    /la clave de API no vale/,
  ],
  [
    'too many',
    (_path, response) =>
      json(response, 200, { ...INVENTARIO, procesos: Array.from({ length: 21 }, () => PROCESO) }),
    /tiene más de 20 procesos/,
  ],
])('a DIV that is %s is told of in one sentence, and the list keeps it', async (_name, next, sentence) => {
  answer = next
  const refused = await compare()
  expect(refused.statusCode).toBe(502)
  expect(refused.json().detail).toMatch(sentence)
  expect(asked).toEqual([{ path: '/api/inventario', authorization: 'Bearer divapi_de_prueba' }])
  const [{ comprobacion }] = (await aqui.call('GET', '/api/entornos', { token })).json()
  expect(comprobacion).toMatchObject({ ok: false, error: refused.json().detail })
})

const PROCESO = {
  id: UUID,
  nombre: 'Uno',
  revision: 4,
  concurrencia: null,
  version: 2,
  publicadaEn: '2026-01-01T00:00:00.000Z',
  huella: 'otra',
  huellaBorrador: 'otra',
  dependencias: [],
}

test('a connection that is lost in the middle leaves it said what happened to each', async () => {
  const imported: string[] = []
  answer = (path, response) => {
    if (path === '/api/inventario') return json(response, 200, INVENTARIO)
    if (path !== '/api/procesos/importar') return json(response, 200, { version: 1, sinCambios: false })
    imported.push(path)
    return imported.length === 2 ? void response.destroy() : json(response, 201, { id: UUID, revision: 1 })
  }
  const { resultados } = (await promote(['Uno', 'Dos', 'Tres'])).json()
  expect(resultados.map(({ estado }: { estado: string }) => estado)).toEqual([
    'publicado',
    'incierto',
    'sinIntentar',
  ])
  expect(resultados[1].mensaje).toMatch(/cerró la conexión.*No se sabe si llegó\. Compare otra vez/)
  expect(imported.length).toBe(2)
})

test.each([
  [
    'a page of what stands before it',
    (response: ServerResponse) => void response.writeHead(504).end('<html>'),
  ],
  ['something that is cut', (response: ServerResponse) => void response.writeHead(201).end('{"id":')],
  ['its own failure', (response: ServerResponse) => json(response, 500, { detail: 'Error interno.' })],
])('after %s it is not known whether it was done', async (_name, fail) => {
  answer = (path, response) => (path === '/api/inventario' ? json(response, 200, INVENTARIO) : fail(response))
  const { resultados } = (await promote(['Uno', 'Dos'])).json()
  expect(resultados.map(({ estado }: { estado: string }) => estado)).toEqual(['incierto', 'sinIntentar'])
})

test('what one is refused is said with its reason, and the others go on', async () => {
  answer = (path, response) => {
    if (path === '/api/inventario') return json(response, 200, INVENTARIO)
    if (path === '/api/procesos/importar') return json(response, 201, { id: UUID, revision: 1 })
    return asked.length < 6
      ? json(response, 422, {
          detail: 'El flujo tiene 1 error.',
          hallazgos: [{ mensaje: 'Falta el servidor.', gravedad: 'error' }],
        })
      : json(response, 200, { version: 5, sinCambios: false })
  }
  const { resultados } = (await promote(['Uno', 'Dos'])).json()
  expect(resultados).toMatchObject([
    {
      estado: 'fallido',
      mensaje: expect.stringMatching(/1 error\. Falta el servidor\. Quedó allí como borrador/),
    },
    { estado: 'publicado', version: 5 },
  ])
})

test('what a foreign bundle holds is looked at only when it is one', async () => {
  answer = (path, response) => {
    if (path === '/api/inventario') return json(response, 200, { ...INVENTARIO, procesos: [PROCESO] })
    return json(response, 200, {
      formato: 'div-proceso',
      version: 1,
      proceso: { nombre: 'Uno', flujo: { version: 1, nodos: 'no', conexiones: [] } },
      dependencias: [],
    })
  }
  const refused = await aqui.call('GET', `/api/entornos/${entornoId}/comparar/Uno`, { token })
  expect([refused.statusCode, refused.json().codigo]).toEqual([502, 'ENTORNO_INCOMPATIBLE'])
})

test('a key that is taken away is refused there and said here', async () => {
  const otroDiv = await startDiv()
  try {
    const { id, clave } = await addClave(otroDiv, 'luis')
    const body = describeEntorno({ nombre: 'Pruebas', urlBase: otroDiv.urlBase, clave })
    const entorno = (await aqui.call('POST', '/api/entornos', { body, token })).json()
    const ask = () => aqui.call('GET', `/api/entornos/${entorno.id}/comparar`, { token })
    const { procesos } = (await ask()).json()
    expect(procesos.map(({ estado }: { estado: string }) => estado)).toEqual([
      'soloAqui',
      'soloAqui',
      'soloAqui',
    ])
    // Of somebody who only reads: what is missing is told first, then that they may not.
    const sesion = (await otroDiv.signIn('jefa')).token
    await otroDiv.call('POST', '/api/parametros', {
      token: sesion,
      body: { nombre: 'iva', tipo: 'decimal', valor: '1' },
    })
    const servidor = {
      nombre: 'Almacén',
      tipoServidor: 'rest',
      config: { urlBase: 'https://almacen.ejemplo.es' },
    }
    await otroDiv.call('POST', '/api/servidores', { token: sesion, body: servidor })
    const [uno] = (await ask()).json().procesos
    const { nombre, huellaAqui, huellaAlli } = uno
    const promoted = await aqui.call('POST', `/api/entornos/${entorno.id}/promover`, {
      token,
      body: { procesos: [{ nombre, huellaAqui, huellaAlli }] },
    })
    expect(promoted.json().resultados).toMatchObject([
      { estado: 'fallido', mensaje: expect.stringContaining('procesos.crear') },
    ])
    const { token: suya } = await otroDiv.signIn('luis')
    await otroDiv.call('DELETE', `/api/auth/claves/${id}`, { token: suya })
    expect((await ask()).json().detail).toMatch(/la clave de API no vale/)
    const probado = (await aqui.call('POST', `/api/entornos/${entorno.id}/probar`, { token })).json()
    expect(probado.pasos.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false, false])
  } finally {
    await otroDiv.close()
  }
})

test('limits are told by their names, and a private network is an admin’s to allow', async () => {
  answer = (_path, response) => json(response, 200, INVENTARIO)
  const procesos = ['a', 'b', 'c', 'd'].map((nombre) => ({ nombre, huellaAqui: 'x', huellaAlli: null }))
  const many = await aqui.call('POST', `/api/entornos/${entornoId}/promover`, { token, body: { procesos } })
  expect(many.json().detail).toBe('Se superó el límite promocionProcesos: el máximo es 3.')
  for (const nombre of ['a', 'b', 'c', 'd', 'e'])
    await aqui.call('POST', '/api/parametros', { token, body: { nombre, tipo: 'texto', valor: 'x' } })
  for (const path of ['/api/inventario', '/api/inventario?procesos=0'])
    expect((await aqui.call('GET', path, { token })).json().detail).toBe(
      'Se superó el límite inventarioNombres: el máximo es 5.',
    )
  const add = (values: object) =>
    aqui.call('POST', '/api/entornos', {
      token,
      body: { ...describeEntorno({ urlBase: otro.url, clave: 'x' }), ...values },
    })
  const cerrado = (await add({ nombre: 'Cerrado', permitirRedPrivada: false })).json()
  const refused = await aqui.call('GET', `/api/entornos/${cerrado.id}/comparar`, { token })
  expect(refused.json()).toMatchObject({
    codigo: 'DIRECCION_NO_PERMITIDA',
    detail: expect.stringContaining('en el entorno'),
  })
  expect((await add({ nombre: 'Otro más' })).json().detail).toBe(
    'Se superó el límite entornosDiv: el máximo es 3.',
  )
  const wrong = await add({
    nombre: 'Malo',
    urlBase: 'https://ana:secreto@otro.es',
    vinculos: { parametros: { iva: '1"' } },
  })
  expect(
    wrong
      .json()
      .errores.map(({ campo }: { campo: string }) => campo)
      .toSorted(),
  ).toEqual(['urlBase', 'vinculos.parametros.iva'])
})
