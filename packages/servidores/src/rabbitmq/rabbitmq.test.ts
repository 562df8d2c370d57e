import { Binario, LIMITS } from '@div/contract'
import type { ChannelModel } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps, openSilentWay } from '../sql/testing.ts'
import { expectLateClosed, expectLeft, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { canConnect } from '../testing-network.ts'
import { rabbitmq } from './rabbitmq.ts'
import type { RabbitmqConnection } from './rabbitmq-connection.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 5_672 }
const open = (changes: object = {}, deps = connectDeps()) =>
  rabbitmq.connect(rabbitmq.config.parse({ ...ADDRESS, contrasena: 'guest', ...changes }), deps)

const prepare = preparerOf(rabbitmq.objetos)

describe.skipIf(!(await canConnect(ADDRESS)))('with RabbitMQ at 127.0.0.1:5672', () => {
  let connection: RabbitmqConnection
  /** What the tests prepare queues with. */
  let setup: ChannelModel
  const prefix = `div-prueba-${crypto.randomUUID()}`
  const call = (tipoObjeto: string, objeto: object, valores: Record<string, unknown> = {}) =>
    prepare(tipoObjeto, objeto, Object.keys(valores)).run(connection, valores, callContext())
  const createCola = async (name: string, options: object = {}) => {
    const channel = await setup.createChannel()
    // Gone with the connection that made it, unless the test says otherwise.
    const { queue } = await channel.assertQueue(`${prefix}-${name}`, { autoDelete: true, ...options })
    await channel.close()
    return queue
  }

  beforeAll(async () => {
    connection = await open()
    const { connect } = await import('amqplib')
    setup = await connect({ hostname: ADDRESS.host, port: ADDRESS.puerto })
  })
  afterAll(async () => {
    const channel = await setup.createChannel()
    for (const name of ['formatos', 'orden', 'roto', 'pesada', 'llena', 'exchange', 'info'])
      await channel.deleteQueue(`${prefix}-${name}`)
    await setup.close()
    await connection.close()
  })

  test.each([
    ['texto', 'año ñandú €', 'año ñandú €'],
    ['json', { nombre: 'Ana', notas: [1, null] }, { nombre: 'Ana', notas: [1, null] }],
    ['binario', new Binario(Uint8Array.of(0, 255, 10)), new Binario(Buffer.of(0, 255, 10))],
  ])('a message goes and comes as %s', async (formato, mensaje, read) => {
    const cola = await createCola('formatos')
    expect(await call('publicacion', { clave: '{cola}', formato }, { cola, mensaje })).toEqual({
      confirmado: true,
      idMensaje: 'ejecucion/n1/1',
    })
    expect(await call('lectura', { cola, formato })).toMatchObject({
      mensajes: [{ mensaje: read }],
      total: 1,
    })
  })

  test('headers and properties go with it', async () => {
    const cola = await createCola('exchange')
    const channel = await setup.createChannel()
    await channel.bindQueue(cola, 'amq.topic', `${prefix}.*.nuevo`)
    const objeto = {
      exchange: 'amq.topic',
      clave: `${prefix}.{pais}.nuevo`,
      formato: 'json',
      cabeceras: { origen: 'div-{pais}' },
      idCorrelacion: 'c-{pais}',
      responderA: 'respuestas',
      tipo: 'pedido',
      caducidadMs: 60_000,
    }
    await call('publicacion', objeto, { pais: 'py', mensaje: { n: 1 } })
    const raw = await channel.get(cola)
    expect(raw).toMatchObject({ properties: { deliveryMode: 2, expiration: '60000' } })
    if (raw) channel.nack(raw)
    await channel.close()
    expect(await call('lectura', { cola, formato: 'json' })).toEqual({
      mensajes: [
        {
          mensaje: { n: 1 },
          exchange: 'amq.topic',
          clave: `${prefix}.py.nuevo`,
          reentregado: true,
          idMensaje: 'ejecucion/n1/1',
          idCorrelacion: 'c-py',
          responderA: 'respuestas',
          tipoContenido: 'application/json',
          tipo: 'pedido',
          fecha: expect.stringMatching(/^\d{4}-.*Z$/),
          cabeceras: { origen: 'div-py' },
        },
      ],
      total: 1,
    })
  })

  test('messages are taken in their order, as many as asked for, and are gone then', async () => {
    const cola = await createCola('orden')
    for (const mensaje of ['a', 'b', 'c']) await call('publicacion', { clave: cola }, { mensaje })
    expect(await call('cola', { cola })).toEqual({ existe: true, mensajes: 3, consumidores: 0 })
    expect(await call('lectura', { cola, maximo: 2 })).toMatchObject({
      mensajes: [{ mensaje: 'a' }, { mensaje: 'b' }],
      total: 2,
    })
    expect(await call('cola', { cola })).toMatchObject({ mensajes: 1 })
    expect(await call('lectura', { cola })).toMatchObject({ mensajes: [{ mensaje: 'c' }] })
    expect(await call('lectura', { cola })).toEqual({ mensajes: [], total: 0 })
  })

  test('what is not the JSON that it should be is told as text, and its queue goes on', async () => {
    const cola = await createCola('roto')
    await call('publicacion', { clave: cola }, { mensaje: '1' })
    await call('publicacion', { clave: cola }, { mensaje: '{' })
    expect(await call('lectura', { cola, formato: 'json' })).toMatchObject({
      mensajes: [{ mensaje: 1 }, { mensaje: '{' }],
    })
    expect(await call('lectura', { cola })).toEqual({ mensajes: [], total: 0 })
  })

  test('a message beyond the limit is refused before it is there whole, and stays in its queue', async () => {
    const cola = await createCola('pesada')
    await call('publicacion', { clave: cola }, { mensaje: 'x'.repeat(400_000) })
    const narrow = await open({}, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100_000 } }))
    await expect(prepare('lectura', { cola }, []).run(narrow, {}, callContext())).rejects.toMatchObject({
      codigo: 'RESPUESTA_DEMASIADO_GRANDE',
    })
    expect(narrow.usable).toBe(false)
    await narrow.close()
    await expect
      .poll(() => call('cola', { cola }), { timeout: 60_000 })
      .toMatchObject({ existe: true, mensajes: 1 })
  })

  test('a message that no queue takes is a failure, unless it need not arrive', async () => {
    const objeto = { clave: `${prefix}-nadie` }
    await expect(call('publicacion', objeto, { mensaje: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('ninguna cola recibe el mensaje'),
    })
    expect(await call('publicacion', { ...objeto, obligatorio: false }, { mensaje: 1 })).toMatchObject({
      confirmado: true,
    })
  })

  test('a message that the server does not accept is a failure', async () => {
    const cola = await createCola('llena', {
      arguments: { 'x-max-length': 1, 'x-overflow': 'reject-publish' },
    })
    await call('publicacion', { clave: cola }, { mensaje: 1 })
    await expect(call('publicacion', { clave: cola }, { mensaje: 2 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('no aceptó el mensaje'),
    })
  })

  test('an exchange that is not there is told, and the connection goes on', async () => {
    await expect(call('publicacion', { exchange: `${prefix}-x` }, { mensaje: 1 })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('no existe lo que se nombra'),
    })
    expect(connection.usable).toBe(true)
    const cola = await createCola('formatos')
    await call('publicacion', { clave: cola }, { mensaje: 1 })
    expect(await call('lectura', { cola })).toMatchObject({ total: 1 })
  })

  test('a queue is found by its whole name', async () => {
    const cola = await createCola('info')
    const signal = AbortSignal.timeout(5_000)
    expect(await connection.listColas({ q: cola }, signal)).toEqual([
      { nombre: cola, tipoObjeto: 'lectura', clase: 'cola' },
    ])
    expect(await connection.listColas({ q: `${prefix}-ninguna` }, signal)).toEqual([])
    expect(await call('cola', { cola: `${prefix}-ninguna` })).toEqual({
      existe: false,
      mensajes: 0,
      consumidores: 0,
    })
    await expect(call('lectura', { cola: `${prefix}-ninguna` })).rejects.toMatchObject({
      message: expect.stringContaining('no existe lo que se nombra'),
    })
    expect(await connection.ping(signal)).toMatch(/^\d+\.\d+/)
  })

  test.each([
    [{ contrasena: 'mal' }, 'el usuario o la contraseña no son correctos'],
    [{ hostVirtual: 'ninguno' }, 'no existe ese host virtual'],
  ])('who may not come in with %j is told why', async (changes, motivo) => {
    await expect(open(changes)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
    })
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: ADDRESS,
      open,
      operation: prepare('cola', { cola: 'x' }, []),
    }))

  test('who no longer waits for a connection is told so at once', async () => {
    const way = await openSilentWay(ADDRESS)
    way.fallSilent()
    const abort = new AbortController()
    const opening = open(way.config, connectDeps({ signal: abort.signal }))
    abort.abort(new Error('bastante'))
    await expect(opening).rejects.toThrow('bastante')
    await way.close()
  })

  test('a connection that opens when nobody waits any more is closed, and nothing breaks', () =>
    expectLateClosed(ADDRESS, open))
})

test('where nobody listens, that is said', async () => {
  await expect(open({ puerto: 1 })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['publicacion', { clave: 'x' }, [], 'parametros'],
  ['publicacion', {}, ['mensaje'], 'objeto.clave'],
  ['publicacion', { clave: 'x:{id}' }, ['mensaje'], 'objeto.clave'],
  ['publicacion', { clave: 'x', cabeceras: { a: '{id}' } }, ['mensaje'], 'objeto.cabeceras.a'],
  ['lectura', { cola: 'x' }, ['id'], 'parametros'],
  ['cola', { cola: '{id}' }, [], 'objeto.cola'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})
