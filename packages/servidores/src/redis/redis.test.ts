import { Binario, LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { expectLeft, NOBODY_LISTENS, preparerOf, refusalOf } from '../testing-connection.ts'
import { canConnect } from '../testing-network.ts'
import { redis } from './redis.ts'
import type { RedisConnection } from './redis-connection.ts'

const ADDRESS = { host: '127.0.0.1', puerto: 6_379 }
const open = (changes: object = {}, deps = connectDeps()) =>
  redis.connect(redis.config.parse({ ...ADDRESS, ...changes }), deps)

const prepare = preparerOf(redis.objetos)

describe.skipIf(!(await canConnect(ADDRESS)))('with Redis at 127.0.0.1:6379', () => {
  let connection: RedisConnection
  const prefix = `div-prueba-${crypto.randomUUID()}`
  const clave = (name: string) => `${prefix}:${name}`
  const call = (tipoObjeto: string, objeto: object, valores: Record<string, unknown> = {}) =>
    prepare(tipoObjeto, objeto, Object.keys(valores)).run(connection, valores, callContext())

  beforeAll(async () => {
    connection = await open()
  })
  afterAll(async () => {
    for (const { nombre } of await connection.listClaves(
      { q: prefix, limite: 1_000 },
      AbortSignal.timeout(5_000),
    ))
      await connection.send('DEL', [nombre], AbortSignal.timeout(5_000))
    await connection.close()
  })

  test.each([
    ['texto', 'año ñandú €', 'año ñandú €'],
    ['json', { nombre: 'Ana', notas: [1, null] }, { nombre: 'Ana', notas: [1, null] }],
    ['binario', new Binario(Uint8Array.of(0, 255, 10)), new Binario(Buffer.of(0, 255, 10))],
  ])('a value is kept and read as %s', async (formato, valor, read) => {
    const objeto = { clave: `${prefix}:{id}`, formato }
    expect(await call('valor', { ...objeto, operacion: 'guardar' }, { id: formato, valor })).toEqual({
      guardado: true,
    })
    expect(await call('valor', objeto, { id: formato })).toEqual({ valor: read, existe: true })
    expect(await call('valor', { ...objeto, operacion: 'borrar' }, { id: formato })).toEqual({ afectadas: 1 })
    expect(await call('valor', objeto, { id: formato })).toEqual({ valor: null, existe: false })
  })

  test('a value is kept only if its key is not there, and for a time', async () => {
    const objeto = {
      operacion: 'guardar',
      clave: clave('turno'),
      condicion: 'siNoExiste',
      caducidadMs: 60_000,
    }
    expect(await call('valor', objeto, { valor: 1 })).toEqual({ guardado: true })
    expect(await call('valor', objeto, { valor: 2 })).toEqual({ guardado: false })
    const { respuesta } = (await call('comando', { comando: 'PTTL', argumentos: [clave('turno')] })) as {
      respuesta: number
    }
    expect(respuesta).toBeGreaterThan(50_000)
  })

  test('a number grows by what it is told, by one when it is told nothing', async () => {
    const objeto = { operacion: 'incrementar', clave: clave('cuenta') }
    expect(await call('valor', objeto)).toEqual({ valor: 1 })
    expect(await call('valor', objeto, { valor: 2.5 })).toEqual({ valor: 3.5 })
  })

  test('fields of a hash are kept, read and removed', async () => {
    const objeto = { clave: clave('ficha'), formato: 'json' }
    const campos = { nombre: 'Eva', edad: 41, __proto__x: [1] }
    expect(await call('hash', { ...objeto, operacion: 'guardar' }, { campos })).toEqual({ afectadas: 3 })
    expect(await call('hash', objeto)).toEqual({ campos, existe: true })
    expect(await call('hash', { ...objeto, operacion: 'borrar' }, { campos: ['edad', 'otro'] })).toEqual({
      afectadas: 1,
    })
  })

  test('elements are added at one end of a list and taken from the other', async () => {
    const objeto = { clave: clave('cola'), formato: 'json' }
    await call(
      'lista',
      { ...objeto, operacion: 'agregar', extremo: 'final' },
      { elementos: [{ n: 1 }, { n: 2 }, { n: 3 }] },
    )
    expect(await call('lista', { ...objeto, extremo: 'final', maximo: 2 })).toEqual({
      elementos: [{ n: 2 }, { n: 3 }],
      total: 2,
    })
    expect(await call('lista', { ...objeto, operacion: 'sacar', maximo: 2 })).toEqual({
      elementos: [{ n: 1 }, { n: 2 }],
      total: 2,
    })
    await call('lista', { ...objeto, operacion: 'sacar' })
    expect(await call('lista', { ...objeto, operacion: 'sacar' })).toEqual({ elementos: [], total: 0 })
  })

  test('what was taken from a list is told, also where it is not of its format', async () => {
    const objeto = { clave: clave('mezcla') }
    await call(
      'lista',
      { ...objeto, operacion: 'agregar', extremo: 'final' },
      { elementos: ['{"n":1}', 'suelto'] },
    )
    expect(await call('lista', { ...objeto, operacion: 'sacar', formato: 'json' })).toEqual({
      elementos: [{ n: 1 }, 'suelto'],
      total: 2,
    })
  })

  test('what is too much for an answer stays in its list', async () => {
    const objeto = { clave: clave('pesada'), operacion: 'agregar' }
    await call('lista', objeto, { elementos: ['x'.repeat(80_000), 'y'.repeat(80_000)] })
    const narrow = await open({}, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100_000 } }))
    const take = prepare('lista', { ...objeto, operacion: 'sacar' }, [])
    await expect(take.run(narrow, {}, callContext())).rejects.toMatchObject({
      codigo: 'RESPUESTA_DEMASIADO_GRANDE',
    })
    expect(await call('lista', { ...objeto, operacion: 'leer' })).toMatchObject({ total: 2 })
  })

  test('whoever takes from one list at the same time gets each element once, from the end asked for', async () => {
    const objeto = { clave: clave('disputada') }
    const elementos = Array.from({ length: 30 }, (_, n) => String(n))
    await call('lista', { ...objeto, operacion: 'agregar', extremo: 'final' }, { elementos })
    const others = await Promise.all([open(), open(), open()])
    const taken = await Promise.all(
      others.map((other) =>
        prepare('lista', { ...objeto, operacion: 'sacar', extremo: 'final', maximo: 10 }, []).run(
          other,
          {},
          callContext(),
        ),
      ),
    )
    const lists = taken.map((each) => (each as { elementos: string[] }).elementos)
    expect(lists.flat().sort()).toEqual(elementos.toSorted())
    for (const list of lists) expect(list).toEqual(list.toSorted((one, other) => Number(other) - Number(one)))
    expect(await call('lista', objeto)).toEqual({ elementos: [], total: 0 })
    await Promise.all(others.map((other) => other.close()))
  })

  test('what is empty keeps its place among the arguments', async () => {
    const argumentos = [clave('vacia'), '{uno}', clave('otra'), '{dos}']
    await call('comando', { comando: 'MSET', argumentos }, { uno: '', dos: null })
    expect(await call('comando', { comando: 'MGET', argumentos: [clave('vacia'), clave('otra')] })).toEqual({
      respuesta: ['', ''],
    })
  })

  test('an answer beyond the limit is refused before it is there whole', async () => {
    await call('valor', { operacion: 'guardar', clave: clave('grande') }, { valor: 'x'.repeat(300_000) })
    const narrow = await open({}, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100_000 } }))
    await expect(
      prepare('valor', { clave: clave('grande') }, []).run(narrow, {}, callContext()),
    ).rejects.toMatchObject({ codigo: 'RESPUESTA_DEMASIADO_GRANDE' })
    expect(narrow.usable).toBe(false)
  })

  test('a message reaches whoever listens', async () => {
    const { Redis } = await import('ioredis')
    const listener = new Redis(ADDRESS.puerto, ADDRESS.host)
    const heard = new Promise<unknown>((resolve) => {
      listener.on('message', (canal, text) => resolve({ canal, text }))
    })
    await listener.subscribe(clave('avisos'))
    expect(
      await call('mensaje', { canal: clave('{a}'), formato: 'json' }, { a: 'avisos', mensaje: { n: 1 } }),
    ).toEqual({ receptores: 1 })
    expect(await heard).toEqual({ canal: clave('avisos'), text: '{"n":1}' })
    listener.disconnect()
  })

  test('a list is as many arguments of a command', async () => {
    const argumentos = [clave('etiquetas'), '{etiquetas}']
    expect(
      await call('comando', { comando: 'SADD', argumentos }, { etiquetas: ['a', 'b', 'a b\r\nDEL x'] }),
    ).toEqual({ respuesta: 3 })
    expect(await call('comando', { comando: 'SCARD', argumentos: [clave('etiquetas')] })).toEqual({
      respuesta: 3,
    })
  })

  test('keys are found by a part of their name, whatever it means in a pattern', async () => {
    await call('valor', { operacion: 'guardar', clave: clave('a*b') }, { valor: 1 })
    const found = await connection.listClaves({ q: `${prefix}:a*`, limite: 10 }, AbortSignal.timeout(5_000))
    expect(found).toEqual([{ nombre: clave('a*b'), tipoObjeto: 'valor', clase: 'clave' }])
  })

  test('a refusal is told in Spanish, and the connection goes on', async () => {
    await call('lista', { operacion: 'agregar', clave: clave('tipo') }, { elementos: 1 })
    await expect(call('valor', { clave: clave('tipo') })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('la clave guarda otro tipo de dato'),
    })
    expect(connection.usable).toBe(true)
    expect(await connection.ping(AbortSignal.timeout(5_000))).toMatch(/^\d+\.\d+/)
  })

  test('what is not JSON is not read as such', async () => {
    await call('valor', { operacion: 'guardar', clave: clave('roto') }, { valor: '{' })
    await expect(call('valor', { clave: clave('roto'), formato: 'json' })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
    })
  })

  test('a wrong password is told', async () => {
    await expect(open({ usuario: 'nadie', contrasena: 'mal' })).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('el usuario o la contraseña no son correctos'),
    })
  })

  test('who waits no longer leaves a connection that is not used again', () =>
    expectLeft({
      target: ADDRESS,
      open,
      operation: prepare('valor', { clave: 'x' }, []),
    }))
})

test('where nobody listens, that is said', async () => {
  await expect(open({ puerto: 1 })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['valor', { operacion: 'guardar', clave: 'x' }, [], 'parametros'],
  ['valor', { clave: 'x:{id}' }, [], 'objeto.clave'],
  ['valor', { clave: 'x' }, ['id'], 'parametros'],
  ['hash', { operacion: 'guardar', clave: 'x' }, [], 'parametros'],
  ['lista', { operacion: 'agregar', clave: 'x' }, [], 'parametros'],
  ['mensaje', { canal: 'x' }, [], 'parametros'],
  ['comando', { comando: 'TTL', argumentos: ['{id}'] }, [], 'objeto.argumentos[0]'],
])('%s with %j and %j is refused when it is published', (tipoObjeto, objeto, parametros, campo) => {
  expect(() => prepare(tipoObjeto, objeto, parametros)).toThrow(refusalOf(campo))
})

test.each(['FLUSHALL', 'CONFIG', 'EVAL', 'KEYS', 'BLPOP', 'SHUTDOWN'])(
  '%s is none of the commands',
  (comando) => {
    expect(redis.objetos.comando?.objeto.safeParse({ comando }).success).toBe(false)
  },
)
