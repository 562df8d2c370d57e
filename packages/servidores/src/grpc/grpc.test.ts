import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LlamadaContext, monotonicNow } from '@div/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { hasOpenssl, makeCertificate } from '../testing-certificate.ts'
import { freePort } from '../testing-network.ts'
import { grpc } from './grpc.ts'
import type { GrpcConnection } from './grpc-connection.ts'
import { reviewProtos } from './stored-protos.ts'
import { ARCHIVOS, startTiendaGrpc, TIENDA, type TiendaGrpc } from './testing.ts'

const deps = connectDeps()
const opened: GrpcConnection[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

async function storedConfig(config: object) {
  const parsed = grpc.config.parse({ host: '127.0.0.1', archivos: ARCHIVOS, ...config })
  return { ...parsed, ...(await grpc.completeConfig?.(parsed, deps)) }
}

async function open(config: object, limits: object = {}, resolve = deps.red.resolve) {
  const connection = await grpc.connect(await storedConfig(config), {
    ...deps,
    red: { ...deps.red, resolve },
    limits: { ...deps.limits, ...limits },
  })
  opened.push(connection)
  return connection
}

function prepare(objeto: object, parametros: readonly string[] = []) {
  const tipo = grpc.objetos.metodo
  if (!tipo) throw new Error('no metodo')
  return tipo.prepare(tipo.objeto.parse(objeto), parametros, deps)
}

const contextOf = (changes: Partial<LlamadaContext> = {}) => ({
  ...callContext(),
  deadline: monotonicNow() + 30_000,
  ...changes,
})

describe('a server of grpc-js', () => {
  let tienda: TiendaGrpc
  beforeAll(async () => {
    tienda = await startTiendaGrpc()
  })
  afterAll(() => tienda.close())

  const call = async (
    metodo: string,
    valores: Record<string, unknown>,
    { context = contextOf(), objeto = {}, config = {}, limits = {} } = {},
  ) => {
    const connection = await open({ puerto: tienda.puerto, ...config }, limits)
    const operation = prepare({ nombre: `tienda.Clientes/${metodo}`, ...objeto }, Object.keys(valores))
    return operation.run(connection, valores, context)
  }

  test('a call goes out with its fields and metadata, and its time, and comes back as data', async () => {
    const answer = await call(
      'Eco',
      {
        id: '9223372036854775807',
        nombre: 'Ána',
        estado: 'ACTIVO',
        direcciones: [{ calle: 'Mayor', numero: 1 }],
        tarjeta: 'visa',
        alta: new Date('2024-02-29T00:00:00Z'),
        extra: { lista: [1, null, { a: true }] },
        origen: 'div',
      },
      {
        objeto: { cabeceras: { 'X-Origen': 'de-{origen}', 'x-datos-bin': 'AAEC' } },
        config: { token: 'llave' },
      },
    )
    expect(answer).toMatchObject({
      mensaje: {
        id: '9223372036854775807',
        nombre: 'Ána',
        estado: 'ACTIVO',
        direcciones: [{ calle: 'Mayor', numero: 1 }],
        tarjeta: 'visa',
        efectivo: null,
        alta: new Date('2024-02-29T00:00:00Z'),
        extra: { lista: [1, null, { a: true }] },
      },
      metadatos: { 'x-origen': 'de-div', 'x-datos-bin': 'AAEC' },
    })
    expect(tienda.metadatos.at(-1)).toMatchObject({ authorization: 'Bearer llave', 'x-origen': 'de-div' })
    expect(tienda.plazoMs()).toBeGreaterThan(0)
    expect(tienda.plazoMs()).toBeLessThanOrEqual(30_000)
  })

  test('one parameter called mensaje is the whole message', async () => {
    const answer = await call('Eco', { mensaje: { id: 7, veces: 3 } })
    expect(answer).toMatchObject({ mensaje: { id: '7', veces: 3 } })
  })

  test.each([
    [3, 'SERVIDOR_RECHAZA', 'INVALID_ARGUMENT', 'no admite lo que se le pide: «falta»', false],
    [5, 'SERVIDOR_RECHAZA', 'NOT_FOUND', 'no existe lo que se pide: «falta»', false],
    [8, 'SERVIDOR_RECHAZA', 'RESOURCE_EXHAUSTED', 'no le quedan recursos: «falta»', true],
    [10, 'SERVIDOR_RECHAZA', 'ABORTED', 'interrumpió la operación: «falta»', true],
    [14, 'SERVIDOR_NO_RESPONDE', 'UNAVAILABLE', 'no está disponible: «falta»', undefined],
    [16, 'SERVIDOR_RECHAZA', 'UNAUTHENTICATED', 'no admite las credenciales: «falta»', false],
  ])('the status %i is %s', async (id, codigo, codigoNativo, motivo, reintentable) => {
    await expect(call('Fallar', { id, que: 'falta' })).rejects.toMatchObject({
      codigo,
      message: expect.stringContaining(motivo),
      extra: { codigoNativo, ...(reintentable !== undefined && { reintentable }) },
    })
  })

  test('a method that the service does not have is told as such', async () => {
    const otra = [{ nombre: 'a.proto', contenido: TIENDA.replace('rpc Fallar', 'rpc Nuevo') }, ARCHIVOS[1]]
    const answer = call('Nuevo', { id: 1 }, { config: { archivos: otra } })
    await expect(answer).rejects.toMatchObject({ extra: { codigoNativo: 'UNIMPLEMENTED' } })
  })

  test('a call that is given up is cancelled at the service', async () => {
    const controller = new AbortController()
    const reason = new Error('nobody waits')
    const connection = await open({ puerto: tienda.puerto })
    await connection.ping(AbortSignal.timeout(10_000))
    const operation = prepare({ nombre: 'tienda.Clientes/Esperar' })
    const waiting = operation.run(connection, {}, contextOf({ signal: controller.signal }))
    const refused = expect(waiting).rejects.toBe(reason)
    // What is under way is on its wire before an answer to what came after it.
    await prepare({ nombre: 'tienda.Clientes/Eco' }).run(connection, {}, contextOf())
    controller.abort(reason)
    await refused
    await tienda.cancelled
  })

  test('a service that does not end in time is left', async () => {
    const context = contextOf({ deadline: monotonicNow() + 50 })
    await expect(call('Esperar', {}, { context })).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
      extra: { codigoNativo: 'DEADLINE_EXCEEDED' },
    })
  })

  test('a stream is a list within its limit, and a cursor without one', async () => {
    const objeto = { flujo: true }
    expect(await call('Contar', { id: 3 }, { objeto })).toMatchObject({
      mensajes: [{ id: '0' }, { id: '1' }, { id: '2' }],
      total: 3,
    })
    await expect(call('Contar', { id: 10 }, { objeto, limits: { elementos: 5 } })).rejects.toMatchObject({
      codigo: 'LIMITE_SUPERADO',
    })
  })

  test('a cursor that is left ends its stream, whose service has not sent all of it', async () => {
    const other = await startTiendaGrpc()
    const connection = await open({ puerto: other.puerto })
    const { stream } = prepare({ nombre: 'tienda.Clientes/Contar', flujo: true }, ['id'])
    let seen = 0
    for await (const batch of stream?.(connection, { id: 1_000_000 }, contextOf()) ?? []) {
      seen += batch.length
      break
    }
    expect(seen).toBeGreaterThan(0)
    // A gigabyte would have been on its way: the service waited for whoever reads.
    expect(other.sent()).toBeLessThan(100_000)
    other.close()
  })

  test('an answer larger than allowed is refused by the limit that says so', async () => {
    const answer = call('Eco', { nombre: 'x'.repeat(5_000) }, { limits: { respuestaBytes: 10_000 } })
    await expect(answer).resolves.toBeDefined()
    await expect(
      call('Contar', { id: 1 }, { objeto: { flujo: true }, limits: { respuestaBytes: 500 } }),
    ).rejects.toMatchObject({ codigo: 'RESPUESTA_DEMASIADO_GRANDE' })
  })

  test.each([
    ['Nada', {}, {}, 'objeto.nombre'],
    ['Contar', {}, {}, 'objeto.flujo'],
    ['Eco', { flujo: true }, {}, 'objeto.flujo'],
    ['Eco', {}, { apodo: 1 }, 'apodo'],
  ])('%s with %j and %j is refused before anything is sent', async (metodo, objeto, valores, campo) => {
    await expect(call(metodo, valores, { objeto })).rejects.toMatchObject({
      errores: [expect.objectContaining({ campo })],
    })
  })

  test('its methods are listed and described', async () => {
    const connection = await open({ puerto: tienda.puerto })
    const listed = await grpc.listObjetos?.(connection, { limite: 10, q: 'CLIENTES/' }, deps.signal)
    expect(listed?.map(({ nombre, clase, objeto }) => [nombre, clase, objeto])).toEqual([
      ['tienda.Clientes/Eco', 'tienda.Cliente', { flujo: false }],
      ['tienda.Clientes/Fallar', 'tienda.Pedido', { flujo: false }],
      ['tienda.Clientes/Esperar', 'tienda.Pedido', { flujo: false }],
      ['tienda.Clientes/Contar', 'flujo de tienda.Pedido', { flujo: true }],
    ])
    const described = await grpc.describeObjeto?.(connection, { nombre: 'tienda.Clientes/Eco' }, deps.signal)
    expect(described).toMatchObject({ descripcion: 'Devuelve lo que recibe' })
    expect(described?.entrada).toEqual(
      expect.arrayContaining([
        { nombre: 'id', tipo: 'texto', requerido: false, descripcion: 'Su clave' },
        {
          nombre: 'estado',
          tipo: 'texto',
          validacion: { valores: ['DESCONOCIDO', 'ACTIVO', 'RETIRADO'] },
          requerido: false,
        },
        { nombre: 'alta', tipo: 'fechaHora', requerido: false },
        { nombre: 'jefe', tipo: 'objeto', requerido: false },
      ]),
    )
    expect(described?.parametros).toContainEqual({
      nombre: 'casas',
      tipo: 'objeto',
      tipoNativo: 'map<int64, tienda.comun.Direccion>',
      nulo: true,
      modo: 'IN',
    })
  })

  test('new files say which methods a process may notice', async () => {
    const before = await storedConfig({})
    const contenido = TIENDA.replace('rpc Fallar (Pedido)', 'rpc Fallar (Cliente)').replace(
      'rpc Esperar',
      'rpc Nuevo',
    )
    const archivos = [{ nombre: 'tienda.proto', contenido }, ...ARCHIVOS.slice(1)]
    const after = grpc.config.parse({ host: 'x', archivos })
    expect(await reviewProtos(after, deps, before)).toMatchObject({
      resumen: 'gRPC · 4 métodos',
      avisos: ['tienda.Clientes/Subir recibe un flujo de mensajes, que no se admite.'],
      cambios: {
        agregadas: ['tienda.Clientes/Nuevo'],
        quitadas: ['tienda.Clientes/Esperar'],
        cambiadas: ['tienda.Clientes/Fallar'],
      },
    })
  })
})

test('the address is the one that the network allows, whatever the environment says', async () => {
  const tienda = await startTiendaGrpc()
  process.env.grpc_proxy = 'http://127.0.0.1:1'
  try {
    const asked: string[] = []
    const connection = await open({ host: 'tienda.ejemplo.com', puerto: tienda.puerto }, {}, async (host) => {
      asked.push(host)
      return { address: '127.0.0.1', family: 4 }
    })
    await connection.ping(AbortSignal.timeout(10_000))
    expect(asked).toEqual(['tienda.ejemplo.com'])
  } finally {
    delete process.env.grpc_proxy
    tienda.close()
  }
})

test('where nobody listens, or nobody speaks gRPC, it does not answer', async () => {
  const closed = await open({ puerto: await freePort() })
  await expect(closed.ping(AbortSignal.timeout(30_000))).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
    message: expect.stringContaining('nadie escucha en ese puerto'),
  })
  const silent = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const puerto = typeof address === 'object' && address ? address.port : 0
  const other = await open({ puerto })
  await expect(other.ping(AbortSignal.timeout(30_000))).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
  silent.close()
})

test('a servidor without definitions is refused', () => {
  expect(() => grpc.checkConfig?.(grpc.config.parse({ host: 'x' }), {})).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo: 'config.archivos' })] }),
  )
})

describe.skipIf(!hasOpenssl)('over TLS with certificates of both sides', () => {
  let folder: string
  let tienda: TiendaGrpc
  let tls: Record<string, unknown>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'div-grpc-'))
    const files = makeCertificate(folder)
    tienda = await startTiendaGrpc(files)
    const certificado = await readFile(files.certificado, 'utf8')
    tls = {
      puerto: tienda.puerto,
      ssl: true,
      sslCa: certificado,
      sslCertificado: certificado,
      sslClave: await readFile(files.clave, 'utf8'),
    }
  })
  afterAll(async () => {
    tienda.close()
    await rm(folder, { recursive: true })
  })
  const onLoopback = async () => ({ address: '127.0.0.1', family: 4 as const })

  test('a client that both know is let in', async () => {
    const connection = await open({ ...tls, host: 'localhost' }, {}, onLoopback)
    const eco = prepare({ nombre: 'tienda.Clientes/Eco' }, ['id'])
    expect(await eco.run(connection, { id: 7 }, contextOf())).toMatchObject({ mensaje: { id: '7' } })
  })

  test.each([
    [{ host: 'otro.ejemplo.com' }, 'su certificado es de otro nombre'],
    [{ host: 'localhost', sslCa: undefined }, 'la autoridad de su certificado no es de confianza'],
    [
      { host: 'localhost', sslCertificado: undefined, sslClave: undefined },
      'no admite el certificado de cliente, o pide uno',
    ],
  ])('with %j it is not', async (changes, motivo) => {
    const connection = await open({ ...tls, ...changes }, {}, onLoopback)
    await expect(connection.ping(AbortSignal.timeout(30_000))).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
      message: `El servidor «Pruebas» no responde: ${motivo}.`,
    })
  })
})
