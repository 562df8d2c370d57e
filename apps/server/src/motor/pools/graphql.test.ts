import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { startTiendaGraphql, type TiendaGraphql } from '@div/servidores/testing-graphql'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createRed } from '../../red/red.ts'
import { createPools, type Pools, type ServidorActivo } from './pools.ts'
import { testServidor } from './test-servidor.ts'
import { testContext, testPorts } from './testing.ts'

let tienda: TiendaGraphql
const pools: Pools[] = []
beforeAll(async () => {
  tienda = await startTiendaGraphql()
})
afterEach(async () => {
  tienda.answerWith(null)
  tienda.seen.length = 0
  await Promise.all(pools.splice(0).map((each) => each.close()))
})
afterAll(() => tienda.close())

/** The settings as they are stored: with the schema that the service told. */
async function storedConfig(config: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const definition = SERVIDORES.graphql
  const parsed = definition?.config.parse({ url: tienda.url, ...config }) ?? {}
  const read = await definition?.completeConfig?.(parsed, {
    servidor: 'Tienda',
    red: createRed({ permitirRedPrivada: true, limits: LIMITS }),
    limits: LIMITS,
    signal: AbortSignal.timeout(LIMITS.conexionMs),
  })
  return { ...parsed, ...read }
}

function servidorOf(config: Record<string, unknown>, permitirRedPrivada = true): ServidorActivo {
  return {
    id: 's1',
    nombre: 'Tienda',
    tipoServidor: 'graphql',
    activo: true,
    permitirRedPrivada,
    config,
    pool: poolSchema.parse({}),
    resiliencia: resilienciaSchema.parse({}),
  }
}

async function call(
  config: Record<string, unknown>,
  objeto: Record<string, unknown>,
  values: Record<string, unknown> = {},
  tipoObjeto = 'consulta',
): Promise<unknown> {
  const servidor = servidorOf(config)
  const created = createPools({
    loadServidor: () => servidor,
    interno: testPorts(),
    limits: LIMITS,
    log: { warn() {} },
  })
  pools.push(created)
  const prepared = created.prepare({
    nodo: 'n1',
    nombreNodo: 'Llamar',
    servidorId: 's1',
    tipoServidor: 'graphql',
    tipoObjeto,
    objeto,
    parametros: Object.keys(values),
  })
  return prepared.call(values, testContext())
}

const SEE = 'query Ver($id: ID!) { cliente(id: $id) { nombre alta saldo direccion { ciudad { nombre } } } }'

test('a service tells its schema, and answers by the variables', async () => {
  const config = await storedConfig()
  const answer = await call(config, { documento: SEE }, { id: '7' })
  expect(answer).toEqual({
    datos: {
      cliente: {
        nombre: 'Ána Núñez',
        alta: '2024-02-29',
        saldo: 12.5,
        direccion: { ciudad: { nombre: 'Asunción' } },
      },
    },
    errores: [],
  })
  expect(tienda.seen.at(-1)).toMatchObject({
    headers: {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
    },
    body: { query: SEE, operationName: 'Ver', variables: { id: '7' } },
  })
})

test('each document that the schema writes by itself is answered', async () => {
  const definition = SERVIDORES.graphql
  const config = await storedConfig()
  const connection = await definition?.connect(definition.config.parse(config), {
    servidor: 'Tienda',
    red: createRed({ permitirRedPrivada: true, limits: LIMITS }),
    limits: LIMITS,
    tiempoMaximoMs: 5_000,
    signal: AbortSignal.timeout(5_000),
  })
  if (!connection) throw new Error('no connection')
  const listed = await definition?.listObjetos?.(connection, { limite: 10 }, AbortSignal.timeout(5_000))
  await connection.close()
  const clientes = listed?.find(({ nombre }) => nombre === 'clientes')
  const answer = await call(
    config,
    { ...clientes?.objeto, tolerante: true },
    { filtro: { texto: 'a' }, limite: 3 },
  )
  expect(answer).toMatchObject({
    datos: { clientes: [{ id: '7', notas: ['a', 'b'], secreto: null }] },
    errores: [{ mensaje: 'no le toca verlo', ruta: 'clientes[0].secreto', codigo: 'FORBIDDEN' }],
  })
})

test('what the service could not tell is a failure with the data that came, unless the node bears it', async () => {
  const config = await storedConfig()
  const documento = '{ clientes { nombre secreto } }'
  await expect(call(config, { documento })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: 'El servidor «Tienda» rechazó la operación: dijo «no le toca verlo» en «clientes[0].secreto».',
    extra: {
      fallos: [{ mensaje: 'no le toca verlo', ruta: 'clientes[0].secreto', codigo: 'FORBIDDEN' }],
      datos: { clientes: [{ nombre: 'Ána Núñez', secreto: null }] },
      reintentable: false,
    },
  })
  expect(await call(config, { documento, tolerante: true })).toMatchObject({ errores: [{}] })
})

test('a mutation changes something, and what fails whole is a failure however much the node bears', async () => {
  const config = await storedConfig()
  const objeto = {
    documento:
      'mutation ($n: String!, $s: Float) { crearCliente(nombre: $n, saldo: $s) { id nombre saldo } }',
    tolerante: true,
  }
  expect(await call(config, objeto, { n: 'Bea', s: null }, 'mutacion')).toEqual({
    datos: { crearCliente: { id: '8', nombre: 'Bea', saldo: null } },
    errores: [],
  })
  await expect(call(config, objeto, { n: '', s: 1 }, 'mutacion')).rejects.toMatchObject({
    message: expect.stringContaining('dijo «falta el nombre» en «crearCliente»'),
  })
})

test('without a schema the service itself judges', async () => {
  const config = await storedConfig({ introspeccion: false })
  expect(tienda.seen).toEqual([])
  await expect(call(config, { documento: '{ apodo }' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining('Cannot query field'),
  })
})

test.each([
  [503, 'text/html', '<h1>luego</h1>', 'contestó 503', true],
  [401, 'application/json', '{"mensaje":"no"}', 'contestó 401', false],
  [200, 'text/html', '<h1>hola</h1>', 'su respuesta no es de GraphQL', false],
  [429, 'application/json', '{"errors":[{"message":"despacio"}]}', 'dijo «despacio»', true],
  [500, 'application/json', '{"data":{"clientes":[]}}', 'contestó 500', false],
])('%i %s %s is a refusal', async (status, type, body, motivo, reintentable) => {
  const config = await storedConfig()
  tienda.answerWith({ status, type, body })
  await expect(call(config, { documento: '{ clientes { id } }' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: `El servidor «Tienda» rechazó la operación: ${motivo}.`,
    extra: { estado: status, reintentable },
  })
})

test('who calls proves it as to any service, the schema is asked for with it too', async () => {
  const config = await storedConfig({
    autenticacion: { tipo: 'bearer', token: 'llave' },
    cabeceras: { 'X-Origen': 'div' },
  })
  await call(config, { documento: '{ clientes { id } }' })
  for (const { headers } of tienda.seen)
    expect(headers).toMatchObject({ authorization: 'Bearer llave', 'x-origen': 'div' })
  expect(tienda.seen).toHaveLength(2)
})

test('another address that tells the schema gets no secret', async () => {
  const { port } = new URL(tienda.url)
  const config = await storedConfig({
    esquema: `http://localhost:${port}/esquema/`,
    autenticacion: { tipo: 'bearer', token: 'llave' },
  })
  expect(config.documentos).not.toBe('')
  expect(tienda.seen[0]?.headers).not.toHaveProperty('authorization')
})

test('the test of a servidor goes through its layers, and private addresses only where it says so', async () => {
  const config = await storedConfig()
  const options = { limits: LIMITS, interno: testPorts() }
  const { ok, pasos } = await testServidor({ ...options, servidor: servidorOf(config) })
  expect([ok, pasos.map(({ nombre }) => nombre)]).toEqual([
    true,
    ['Nombre', 'TCP', 'Inicio de sesión', 'Consulta'],
  ])
  const refused = await testServidor({ ...options, servidor: servidorOf(config, false) })
  expect(refused.pasos[0]).toMatchObject({ nombre: 'Nombre', ok: false })
})
