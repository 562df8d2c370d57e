import { Binario, LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps, openSilentWay } from '../sql/testing.ts'
import { expectLateClosed, expectLeft, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { canConnect } from '../testing-network.ts'
import { mqtt } from './mqtt.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { classifyMqtt } from './mqtt-failure.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 1_883 }
const open = (changes: object = {}, deps = connectDeps()) =>
  mqtt.connect(mqtt.config.parse({ ...ADDRESS, ...changes }), deps)

const prepare = preparerOf(mqtt.objetos)

describe.skipIf(!(await canConnect(ADDRESS)))('with Mosquitto at 127.0.0.1:1883', () => {
  const prefix = `div-prueba/${crypto.randomUUID()}`

  describe.each(['5', '3.1.1'])('in MQTT %s', (protocolo) => {
    let connection: MqttConnection
    const call = (tipoObjeto: string, objeto: object, valores: Record<string, unknown> = {}) =>
      prepare(tipoObjeto, objeto, Object.keys(valores)).run(connection, valores, callContext())

    beforeAll(async () => {
      connection = await open({ protocolo })
    })
    afterAll(() => connection.close())

    test.each([
      ['0', 'texto', 'año ñandú €', 'año ñandú €'],
      ['1', 'json', { nombre: 'Ana', notas: [1, null] }, { nombre: 'Ana', notas: [1, null] }],
      ['2', 'binario', new Binario(Uint8Array.of(0, 255, 10)), new Binario(Buffer.of(0, 255, 10))],
    ])('a message of quality %s is retained and read as %s', async (calidad, formato, mensaje, read) => {
      const tema = `${prefix}/${protocolo}/{id}`
      const valores = { id: formato }
      const sent = await call(
        'publicacion',
        { tema, formato, calidad, retener: true },
        { ...valores, mensaje },
      )
      expect(sent).toEqual({ confirmado: calidad !== '0' })
      const objeto = { tema, formato, esperaMs: 10_000 }
      expect(await call('retenido', objeto, valores)).toEqual({ mensaje: read, existe: true })
      // An empty one takes its place away.
      await call('publicacion', { tema, formato: 'texto', retener: true }, { ...valores, mensaje: null })
      expect(await call('retenido', { tema, esperaMs: 100 }, valores)).toEqual({
        mensaje: null,
        existe: false,
      })
    })

    test('the other side is asked whether it is there', async () => {
      expect(await connection.ping(AbortSignal.timeout(5_000))).toBeUndefined()
    })
  })

  test('a message reaches whoever listens', async () => {
    const { connectAsync } = await import('mqtt')
    const listener = await connectAsync(`mqtt://${ADDRESS.host}:${ADDRESS.puerto}`)
    const heard = new Promise<unknown>((resolve) => {
      listener.on('message', (tema, payload, { qos }) => resolve({ tema, text: String(payload), qos }))
    })
    await listener.subscribeAsync(`${prefix}/avisos`, { qos: 2 })
    const connection = await open()
    const objeto = { tema: `${prefix}/avisos`, formato: 'json', calidad: '2' }
    await prepare('publicacion', objeto, ['mensaje']).run(connection, { mensaje: { n: 1 } }, callContext())
    expect(await heard).toEqual({ tema: `${prefix}/avisos`, text: '{"n":1}', qos: 2 })
    await connection.close()
    await listener.endAsync()
  })

  test.each(['a/b', '+', '#', '$SYS', ''])('a parameter cannot be «%s» in a topic', async (linea) => {
    const connection = await open()
    await expect(
      prepare('retenido', { tema: '{linea}/temperatura' }, ['linea']).run(
        connection,
        { linea },
        callContext(),
      ),
    ).rejects.toMatchObject({
      errores: [{ campo: 'objeto.tema', mensaje: expect.stringContaining('un solo nivel') }],
    })
    await connection.close()
  })

  test('a retained message beyond the limit is refused before it is there whole', async () => {
    const connection = await open()
    const tema = `${prefix}/pesado`
    const publish = prepare('publicacion', { tema, retener: true }, ['mensaje'])
    await publish.run(connection, { mensaje: 'x'.repeat(400_000) }, callContext())
    const narrow = await open({}, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100_000 } }))
    await expect(
      prepare('retenido', { tema, esperaMs: 60_000 }, []).run(narrow, {}, callContext()),
    ).rejects.toMatchObject({ codigo: 'RESPUESTA_DEMASIADO_GRANDE' })
    expect(narrow.usable).toBe(false)
    await publish.run(connection, { mensaje: null }, callContext())
    await connection.close()
  })

  test('a connection that opens when nobody waits any more is closed', () => expectLateClosed(ADDRESS, open))

  test('nobody connects for whom nobody waits when the address is known', async () => {
    const way = await openSilentWay(ADDRESS)
    const abort = new AbortController()
    const deps = connectDeps({ signal: abort.signal })
    const resolve = async (host: string) => {
      abort.abort(new Error('bastante'))
      return deps.red.resolve(host)
    }
    await expect(open(way.config, { ...deps, red: { ...deps.red, resolve } })).rejects.toThrow('bastante')
    expect(way.connected()).toBe(0)
    await way.close()
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: ADDRESS,
      open,
      operation: prepare('publicacion', { tema: 'x' }, ['mensaje']),
      valores: { mensaje: 1 },
    }))
})

test('where nobody listens, that is said', async () => {
  await expect(open({ puerto: 1 })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['publicacion', { tema: 'x' }, [], 'parametros'],
  ['publicacion', { tema: 'x/{id}' }, ['mensaje'], 'objeto.tema'],
  ['retenido', { tema: 'x' }, ['id'], 'parametros'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})

test.each([
  [{ name: 'ErrorWithReasonCode', code: 135 }, 'el usuario no tiene permiso'],
  [{ name: 'ErrorWithReasonCode', code: 5 }, 'el usuario no tiene permiso'],
  [{ name: 'ErrorWithReasonCode', code: 200 }, 'dijo: «Not authorized»'],
  // Mosquitto lets everybody subscribe, and sends nothing to whom it must not.
  [{ name: 'ErrorWithSubackPacket' }, 'no deja leer ese tema: «Not authorized»'],
])('a refusal %j is told as «%s»', (error, motivo) => {
  expect(classifyMqtt(Object.assign(new Error('Not authorized'), error))).toMatchObject({
    clase: 'rechazo',
    motivo,
  })
})
