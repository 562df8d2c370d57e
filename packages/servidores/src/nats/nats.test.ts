import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Binario, LIMITS } from '@div/contract'
import type { ConsumerConfig } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { expectLeft, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { canConnect, freePort, startServer, stopServer } from '../testing-network.ts'
import { nats } from './nats.ts'
import type { NatsServerConnection } from './nats-connection.ts'
import { publicacion } from './publicacion.ts'

const NATS_SERVER = '/usr/sbin/nats-server'
const ADDRESS = { host: '127.0.0.1', puerto: 4_222 }
const open = (changes: object = {}, deps = connectDeps()) =>
  nats.connect(nats.config.parse({ ...ADDRESS, ...changes }), deps)

const prepare = preparerOf(nats.objetos)

describe.skipIf(!(await canConnect(ADDRESS)))('with NATS at 127.0.0.1:4222', () => {
  let connection: NatsServerConnection
  /** What the tests prepare streams and listen with. */
  let setup: NatsConnection
  const prefix = `div-prueba-${crypto.randomUUID()}`
  const call = (
    tipoObjeto: string,
    objeto: object,
    valores: Record<string, unknown> = {},
    context = callContext(),
  ) => prepare(tipoObjeto, objeto, Object.keys(valores)).run(connection, valores, context)
  const manager = async () => {
    const { jetstreamManager } = await import('@nats-io/jetstream')
    return jetstreamManager(setup)
  }
  const createFlujo = async (name: string, consumer: Partial<ConsumerConfig> = {}) => {
    const { AckPolicy } = await import('@nats-io/jetstream')
    const { streams, consumers } = await manager()
    const flujo = `${prefix}-${name}`
    await streams.add({ name: flujo, subjects: [`${flujo}.>`], storage: 'memory' })
    await consumers.add(flujo, { durable_name: 'div', ack_policy: AckPolicy.Explicit, ...consumer })
    return { flujo, consumidor: 'div' }
  }

  beforeAll(async () => {
    connection = await open()
    const { connect } = await import('@nats-io/transport-node')
    setup = await connect({ servers: `${ADDRESS.host}:${ADDRESS.puerto}` })
  })
  afterAll(async () => {
    const { streams } = await manager()
    for (const name of await streams.names().next()) if (name.startsWith(prefix)) await streams.delete(name)
    await setup.close()
    await connection.close()
  })

  test.each([
    ['texto', 'año ñandú €', 'año ñandú €'],
    ['json', { nombre: 'Ana', notas: [1, null] }, { nombre: 'Ana', notas: [1, null] }],
    ['binario', new Binario(Uint8Array.of(0, 255, 10)), new Binario(Buffer.of(0, 255, 10))],
  ])('a message is kept by a stream and taken from it as %s', async (formato, mensaje, read) => {
    const from = await createFlujo(formato)
    const asunto = `${from.flujo}.{pais}.nuevo`
    const objeto = { asunto, formato, cabeceras: { origen: 'div-{pais}' } }
    expect(await call('publicacion', objeto, { pais: 'py', mensaje })).toEqual({
      flujo: from.flujo,
      secuencia: 1,
      duplicado: false,
    })
    expect(await call('lectura', { ...from, maximo: 1, formato })).toEqual({
      mensajes: [
        {
          mensaje: read,
          asunto: `${from.flujo}.py.nuevo`,
          secuencia: 1,
          entregas: 1,
          fecha: expect.stringMatching(/^\d{4}-.*Z$/),
          cabeceras: { origen: 'div-py', 'Nats-Msg-Id': 'ejecucion/n1/1' },
          confirmado: true,
        },
      ],
      total: 1,
    })
  })

  test('the same call again keeps nothing more', async () => {
    const from = await createFlujo('repetido')
    const objeto = { asunto: `${from.flujo}.a` }
    await call('publicacion', objeto, { mensaje: 1 })
    expect(await call('publicacion', objeto, { mensaje: 1 })).toMatchObject({ duplicado: true })
    const context = { ...callContext(), claveIdempotencia: 'ejecucion/n1/2' }
    expect(await call('publicacion', objeto, { mensaje: 2 }, context)).toMatchObject({ secuencia: 2 })
    expect(await call('lectura', { ...from, maximo: 2 })).toMatchObject({ total: 2 })
    // Both are acknowledged.
    const { consumers } = await manager()
    expect(await consumers.info(from.flujo, 'div')).toMatchObject({ num_ack_pending: 0, num_pending: 0 })
    expect(await call('lectura', from)).toEqual({ mensajes: [], total: 0 })
  })

  test('what is not the JSON that it should be is told as text, once', async () => {
    const from = await createFlujo('roto')
    await call('publicacion', { asunto: `${from.flujo}.a` }, { mensaje: '{' })
    expect(await call('lectura', { ...from, maximo: 1, formato: 'json' })).toMatchObject({
      mensajes: [{ mensaje: '{', entregas: 1 }],
    })
    expect(await call('lectura', from)).toEqual({ mensajes: [], total: 0 })
  })

  test('what an answer cannot hold is left for the next, also where it is delivered only once', async () => {
    const from = await createFlujo('lleno', { max_deliver: 1 })
    for (const n of [1, 2, 3]) {
      const context = { ...callContext(), claveIdempotencia: `lleno/${n}` }
      await call(
        'publicacion',
        { asunto: `${from.flujo}.a` },
        { mensaje: `${n}${'x'.repeat(600_000)}` },
        context,
      )
    }
    // A message of this server may have 1 MB.
    const narrow = await open({}, connectDeps({ limits: { ...LIMITS, respuestaBytes: 1_500_000 } }))
    const seen: string[] = []
    for (let read = 0; read < 3; read++) {
      const answer = await prepare('lectura', from, []).run(narrow, {}, callContext())
      for (const { mensaje } of (answer as { mensajes: { mensaje: string }[] }).mensajes)
        seen.push(mensaje.slice(0, 1))
    }
    expect(seen).toEqual(['1', '2', '3'])
    await narrow.close()
  })

  test('the wait leaves time to acknowledge what came first', async () => {
    const from = await createFlujo('corto', { ack_wait: 4_000_000_000 })
    await call('publicacion', { asunto: `${from.flujo}.a` }, { mensaje: 1 })
    expect(await call('lectura', { ...from, maximo: 2, esperaMs: 60_000 })).toMatchObject({
      mensajes: [{ mensaje: '1', confirmado: true }],
      total: 1,
    })
  })

  test('a consumer that wants no acknowledgements gets none', async () => {
    const from = await createFlujo('suelto', { ack_policy: 'none' })
    await call('publicacion', { asunto: `${from.flujo}.a` }, { mensaje: 1 })
    expect(await call('lectura', { ...from, maximo: 1 })).toMatchObject({
      mensajes: [{ mensaje: '1', confirmado: true }],
    })
  })

  test('a direct message reaches whoever listens, and a request is answered', async () => {
    const { headers } = await import('@nats-io/transport-node')
    const asunto = `${prefix}.eco`
    const heard: string[] = []
    setup.subscribe(asunto, {
      callback: (_, message) => {
        heard.push(message.string())
        const answer = headers()
        answer.set('de', 'eco')
        message.respond(message.data, { headers: answer })
      },
    })
    await setup.flush()
    expect(
      await call('publicacion', { entrega: 'directa', asunto, formato: 'json' }, { mensaje: 1 }),
    ).toEqual({ enviado: true })
    expect(await call('peticion', { asunto, formato: 'json' }, { mensaje: { n: 1 } })).toEqual({
      respuesta: { n: 1 },
      cabeceras: { de: 'eco' },
    })
    expect(heard).toEqual(['1', '{"n":1}'])
  })

  test.each([
    ['peticion', { asunto: `${prefix}.nadie` }, 'nadie atiende ese asunto'],
    ['publicacion', { asunto: `${prefix}.nadie` }, 'ningún flujo guarda ese asunto'],
  ])('%s where nobody is there is told, and the connection goes on', async (tipoObjeto, objeto, motivo) => {
    await expect(call(tipoObjeto, objeto, { mensaje: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
    })
    expect(connection.usable).toBe(true)
  })

  test('whoever hears a request and says nothing is told', async () => {
    const asunto = `${prefix}.mudo`
    setup.subscribe(asunto, { callback: () => {} })
    await setup.flush()
    await expect(call('peticion', { asunto, esperaMs: 50 }, { mensaje: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('nadie contestó en 50 ms'),
    })
    expect(connection.usable).toBe(true)
  })

  test('a stream or a consumer that is not there is told', async () => {
    const { flujo } = await createFlujo('vacio')
    await expect(call('lectura', { flujo: `${prefix}-x`, consumidor: 'div' })).rejects.toMatchObject({
      message: expect.stringContaining('no existe ese flujo'),
    })
    await expect(call('lectura', { flujo, consumidor: 'otro' })).rejects.toMatchObject({
      message: expect.stringContaining('el flujo no tiene ese consumidor'),
    })
    expect(connection.usable).toBe(true)
  })

  test.each(['a b', 'a.b', '*', '>', '$JS', '$', ''])(
    'a parameter cannot be «%s» in a subject',
    async (pais) => {
      await expect(
        call('publicacion', { asunto: '{pais}.nuevo' }, { pais, mensaje: 1 }),
      ).rejects.toMatchObject({
        errores: [{ campo: 'objeto.asunto', mensaje: expect.stringContaining('un solo nivel') }],
      })
    },
  )

  test('streams are found by a part of their name', async () => {
    const { flujo } = await createFlujo('catalogo')
    const signal = AbortSignal.timeout(5_000)
    expect(await connection.listFlujos({ q: `${prefix}-CATA`, limite: 10 }, signal)).toEqual([
      { nombre: flujo, tipoObjeto: 'lectura', clase: 'flujo' },
    ])
    expect(await connection.ping(signal)).toMatch(/^\d+\.\d+/)
  })

  test('a server without TLS is not spoken to in clear where TLS is asked for', async () => {
    await expect(open({ ssl: true })).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
      message: expect.stringContaining('no ofrece TLS'),
    })
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: ADDRESS,
      open,
      operation: prepare('publicacion', { entrega: 'directa', asunto: 'x' }, ['mensaje']),
      valores: { mensaje: 1 },
    }))
})

test.skipIf(!existsSync(NATS_SERVER))(
  'a message whose acknowledgement is not taken is told as such, and hides none of the others',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'div-nats-'))
    const puerto = await freePort()
    await writeFile(
      join(folder, 'config'),
      `listen: "127.0.0.1:${puerto}"
      jetstream: { store_dir: "${folder}" }
      authorization: { users: [
        { user: todo, password: todo },
        { user: sordo, password: sordo, permissions: { publish: { allow: ">", deny: "$JS.ACK.pedidos.div.1.1.>" } } }
      ] }`,
    )
    const server = await startServer(NATS_SERVER, ['-c', join(folder, 'config')], puerto)
    const { connect } = await import('@nats-io/transport-node')
    const setup = await connect({ servers: `127.0.0.1:${puerto}`, user: 'todo', pass: 'todo' })
    const { AckPolicy, jetstream, jetstreamManager } = await import('@nats-io/jetstream')
    const { streams, consumers } = await jetstreamManager(setup)
    await streams.add({ name: 'pedidos', subjects: ['pedidos'] })
    await consumers.add('pedidos', { durable_name: 'div', ack_policy: AckPolicy.Explicit })
    for (const text of ['uno', 'dos']) await jetstream(setup).publish('pedidos', text)
    const sordo = { puerto, usuario: 'sordo', contrasena: 'sordo' }
    const deaf = await open(sordo, connectDeps({ tiempoMaximoMs: 1_000 }))
    const lectura = prepare('lectura', { flujo: 'pedidos', consumidor: 'div', maximo: 2 }, [])
    expect(await lectura.run(deaf, {}, callContext())).toMatchObject({
      mensajes: [
        { mensaje: 'uno', confirmado: false },
        { mensaje: 'dos', confirmado: true },
      ],
    })
    await deaf.close()
    await setup.close()
    await stopServer(server)
    await rm(folder, { recursive: true })
  },
)

test('where nobody listens, that is said', async () => {
  await expect(open({ puerto: 1 })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['publicacion', { asunto: 'x' }, [], 'parametros'],
  ['publicacion', { asunto: 'x.{id}' }, ['mensaje'], 'objeto.asunto'],
  ['peticion', { asunto: 'x' }, [], 'parametros'],
  ['lectura', { flujo: '{id}', consumidor: 'x' }, [], 'objeto.flujo'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})

test.each([
  [{ Authorization: 'Bearer secreto' }, false],
  [{ 'X-Api-Key': 'secreto{id}' }, false],
  [{ Authorization: 'Bearer {id}' }, true],
  [{ 'x-api-key': '{id}', origen: 'div' }, true],
])('credentials are not written in headers, they come in a parameter: %j', (cabeceras, isTaken) => {
  const { success } = publicacion.objeto.safeParse({ asunto: 'x', cabeceras })
  expect(success).toBe(isTaken)
})
