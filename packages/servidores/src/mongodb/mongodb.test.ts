import { Binario, LIMITS } from '@div/contract'
import { BSON } from 'mongodb'
import { afterEach, describe, expect, test } from 'vitest'
import { callContext, connectDeps } from '../sql/testing.ts'
import { NOBODY_LISTENS } from '../testing-connection.ts'
import { mongodb } from './mongodb.ts'
import type { MongodbConnection } from './mongodb-connection.ts'
import { cursorOf, type FakeMongod, openFakeMongod, type Respuesta } from './testing.ts'

const { Binary, Decimal128, Long, MinKey, ObjectId, Timestamp, UUID } = BSON
const ID = '65f0c0ffee65f0c0ffee65f0'

type Answers = Record<string, (comando: BSON.Document) => Respuesta>

const open = (config: object, deps = connectDeps()) =>
  mongodb.connect(mongodb.config.parse({ baseDatos: 'prueba', ...config }), deps)

function prepare(tipoObjeto: string, objeto: object, parametros: readonly string[]) {
  const tipo = mongodb.objetos[tipoObjeto]
  if (!tipo) throw new Error(`no ${tipoObjeto}`)
  return tipo.prepare(tipo.objeto.parse({ coleccion: 'datos', ...objeto }), parametros, connectDeps())
}

describe('with a server that speaks the protocol', () => {
  let server: FakeMongod | undefined
  let connection: MongodbConnection | undefined

  async function connect(answers: Answers, deps = connectDeps()): Promise<MongodbConnection> {
    server = await openFakeMongod(answers)
    connection = await open(server.config, deps)
    return connection
  }

  async function call(
    answers: Answers,
    objeto: object,
    valores: Record<string, unknown> = {},
    tipoObjeto = 'coleccion',
  ): Promise<unknown> {
    const made = await connect(answers)
    return prepare(tipoObjeto, objeto, Object.keys(valores)).run(made, valores, callContext())
  }

  afterEach(async () => {
    await connection?.close()
    await server?.close()
    connection = undefined
    server = undefined
  })

  test.each<[unknown, unknown]>([
    ['año ñandú €', 'año ñandú €'],
    [7, 7],
    [1.5, 1.5],
    [Number.NaN, 'NaN'],
    [Long.fromString('9007199254740991'), 9_007_199_254_740_991],
    [Long.fromString('-9223372036854775808'), '-9223372036854775808'],
    [Decimal128.fromString('10.50'), 10.5],
    [Decimal128.fromString('1234567890123456789012345678.901234'), '1234567890123456789012345678.901234'],
    [Decimal128.fromString('Infinity'), 'Infinity'],
    [true, true],
    [null, null],
    [new Date('2026-11-21T10:20:30.456Z'), new Date('2026-11-21T10:20:30.456Z')],
    [new ObjectId(ID), ID],
    [new UUID('0f8fad5b-d9cb-469f-a165-70867728950e'), '0f8fad5b-d9cb-469f-a165-70867728950e'],
    [new Binary(Buffer.of(0, 255)), new Binario(Uint8Array.of(0, 255))],
    [/^a.b$/i, '/^a.b$/i'],
    [new Timestamp({ t: 1, i: 2 }), '4294967298'],
    [new MinKey(), 'MinKey'],
    [{ a: [{ b: new ObjectId(ID) }] }, { a: [{ b: ID }] }],
  ])('%j is read as %j', async (stored, read) => {
    const find = () => cursorOf([{ valor: stored }], 10).first()
    expect(await call({ find }, {})).toEqual({ filas: [{ valor: read }], total: 1 })
  })

  test('a search sends what its node says', async () => {
    const objeto = {
      filtro: { ciudad: '{ciudad}' },
      campos: ['nombre', 'cliente.correo'],
      orden: [{ campo: 'nombre' }, { campo: 'edad', sentido: 'desc' }],
      limite: { parametro: 'cuantos' },
      desplazamiento: 20,
    }
    const find = () => cursorOf([], 10).first()
    await call({ find }, objeto, { ciudad: 'Cali', cuantos: 5 })
    expect(server?.comandos).toEqual([
      {
        find: 'datos',
        filter: { ciudad: 'Cali' },
        projection: {
          _id: { $numberInt: '0' },
          nombre: { $numberInt: '1' },
          'cliente.correo': { $numberInt: '1' },
        },
        sort: { nombre: { $numberInt: '1' }, edad: { $numberInt: '-1' } },
        skip: { $numberInt: '20' },
        limit: { $numberInt: '5' },
        batchSize: expect.anything(),
      },
    ])
  })

  test('a cursor is read by batches, and closed where nobody reads on', async () => {
    const documentos = Array.from({ length: 5 }, (_, n) => ({ n }))
    let cursor = cursorOf(documentos, 2)
    const made = await connect({ find: () => cursor.first(), getMore: () => cursor.getMore() })
    const { stream } = prepare('coleccion', {}, [])
    const batches: unknown[] = []
    for await (const batch of stream?.(made, {}, callContext()) ?? []) batches.push(batch)
    expect(batches).toEqual([[{ n: 0 }, { n: 1 }], [{ n: 2 }, { n: 3 }], [{ n: 4 }]])

    cursor = cursorOf(documentos, 2)
    for await (const batch of stream?.(made, {}, callContext()) ?? []) {
      expect(batch).toHaveLength(2)
      break
    }
    expect(server?.comandos.at(-1)).toMatchObject({ killCursors: 'datos', cursors: [{ $numberLong: '77' }] })
    expect(made.usable).toBe(true)
  })

  test('a document is inserted with the types of its fields, and its id told', async () => {
    const objeto = {
      operacion: 'insertar',
      tipos: [
        { campo: '_id', tipo: 'objectId' },
        { campo: 'lineas.precio', tipo: 'decimal' },
      ],
    }
    const documento = { _id: ID, lineas: [{ precio: 1.5 }, { precio: '2.70' }] }
    expect(await call({ insert: () => ({ ok: 1, n: 1 }) }, objeto, { documento })).toEqual({
      afectadas: 1,
      id: ID,
    })
    expect(server?.comandos).toMatchObject([
      {
        insert: 'datos',
        documents: [
          {
            _id: { $oid: ID },
            lineas: [{ precio: { $numberDecimal: '1.5' } }, { precio: { $numberDecimal: '2.70' } }],
          },
        ],
      },
    ])
  })

  test('a document may be written in the node', async () => {
    const objeto = { operacion: 'insertar', documento: { _id: '{id}', nombre: 'Sr. {nombre}' } }
    await call({ insert: () => ({ ok: 1, n: 1 }) }, objeto, { id: 'c1', nombre: 'Ruiz' })
    expect(server?.comandos).toMatchObject([{ documents: [{ _id: 'c1', nombre: 'Sr. Ruiz' }] }])
  })

  test('many documents are inserted in their order, and none is nothing to do', async () => {
    const answers = { insert: () => ({ ok: 1, n: 2 }) }
    const objeto = { operacion: 'insertarMasivo' }
    expect(await call(answers, objeto, { documentos: [{ _id: 1 }, { _id: 2 }] })).toEqual({
      afectadas: 2,
      ids: [1, 2],
    })
    expect(server?.comandos).toMatchObject([
      { documents: [{ _id: { $numberInt: '1' } }, { _id: { $numberInt: '2' } }], ordered: true },
    ])
    const none = prepare('coleccion', objeto, ['documentos'])
    if (!connection) throw new Error('not connected')
    expect(await none.run(connection, { documentos: [] }, callContext())).toEqual({ afectadas: 0, ids: [] })
  })

  test('changes that a parameter brings are values of fields', async () => {
    const objeto = { operacion: 'actualizar', filtro: { _id: '{id}' } }
    const valores = { id: 3, cambios: { estado: 'ok', 'cliente.nombre': '$x' } }
    expect(await call({ update: () => ({ ok: 1, n: 1, nModified: 0 }) }, objeto, valores)).toEqual({
      afectadas: 1,
      modificadas: 0,
      id: null,
    })
    expect(server?.comandos).toMatchObject([
      {
        update: 'datos',
        updates: [
          {
            q: { _id: { $numberInt: '3' } },
            u: { $set: { estado: 'ok', 'cliente.nombre': '$x' } },
            multi: true,
          },
        ],
      },
    ])
  })

  test('what was not there is made where the node says so', async () => {
    const objeto = {
      operacion: 'actualizar',
      filtro: { correo: '{correo}' },
      cambios: { $inc: { visitas: 1 } },
      crear: true,
      soloUno: true,
    }
    const update = () => ({ ok: 1, n: 1, nModified: 0, upserted: [{ index: 0, _id: new ObjectId(ID) }] })
    expect(await call({ update }, objeto, { correo: 'a@b.co' })).toEqual({
      afectadas: 1,
      modificadas: 0,
      id: ID,
    })
    expect(server?.comandos).toMatchObject([{ updates: [{ q: { correo: 'a@b.co' }, upsert: true }] }])
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('removing only one (%j) limits it to %d', async (soloUno, limit) => {
    const objeto = { operacion: 'eliminar', filtro: { a: '{a}' }, soloUno }
    expect(await call({ delete: () => ({ ok: 1, n: 4 }) }, objeto, { a: 'x' })).toEqual({ afectadas: 4 })
    expect(server?.comandos).toMatchObject([
      { deletes: [{ q: { a: 'x' }, limit: { $numberInt: String(limit) } }] },
    ])
  })

  test.each<[string, object, Record<string, unknown>]>([
    ['eliminar', { a: '{x}' }, { x: null }],
    ['eliminar', { a: '{x}' }, { x: undefined }],
    ['eliminar', { a: { $in: '{x}' } }, { x: ['a', null] }],
    ['eliminar', { $or: [{ a: { $ne: 1 } }, { b: { $regex: '^{x}' } }] }, { x: null }],
    ['eliminar', { a: { $oid: '{x}' } }, { x: null }],
    ['actualizar', { a: { $gte: '{x}' } }, { x: null }],
    ['actualizar', { a: 'n-{x}' }, {}],
  ])('%s by %j touches nothing when the call brings %j', async (operacion, filtro, valores) => {
    const cambios = operacion === 'actualizar' ? { $set: { b: 1 } } : {}
    const operation = prepare('coleccion', { operacion, filtro, cambios }, ['x'])
    const made = await connect({})
    await expect(operation.run(made, valores, callContext())).rejects.toMatchObject({
      codigo: 'DATOS_INVALIDOS',
      errores: [{ campo: 'x' }],
    })
    expect(server?.comandos).toEqual([])
  })

  test('a null that is written in the node means the documents without the field', async () => {
    const objeto = { operacion: 'eliminar', filtro: { a: null, b: '{x}' } }
    await call({ delete: () => ({ ok: 1, n: 1 }) }, objeto, { x: 0 })
    expect(server?.comandos).toMatchObject([{ deletes: [{ q: { a: null, b: { $numberInt: '0' } } }] }])
  })

  test('an aggregation answers what comes of its last stage', async () => {
    const aggregate = () => cursorOf([{ _id: 'a', total: Long.fromNumber(3) }], 10).first()
    const etapas = [{ $match: { tipo: '{tipo}' } }, { $group: { _id: '$tipo', total: { $sum: 1 } } }]
    expect(await call({ aggregate }, { etapas }, { tipo: 'a' }, 'agregacion')).toEqual({
      filas: [{ _id: 'a', total: 3 }],
      total: 1,
    })
    expect(server?.comandos).toMatchObject([
      {
        aggregate: 'datos',
        pipeline: [
          { $match: { tipo: 'a' } },
          { $group: { _id: '$tipo', total: { $sum: { $numberInt: '1' } } } },
        ],
      },
    ])
  })

  test.each<[string, unknown]>([
    ['filtro', { a: { $ne: null } }],
    ['cambios', { $unset: { a: 1 } }],
    ['documento', { a: [{ $where: 'x' }] }],
    ['documento', { a: { _bsontype: 'Long' } }],
  ])('what a call brings as %s is never an operator', async (nombre, brought) => {
    const objetos: Record<string, object> = {
      filtro: { filtro: { a: '{filtro}' } },
      cambios: { operacion: 'actualizar', todos: true },
      documento: { operacion: 'insertar' },
    }
    await expect(call({}, objetos[nombre] ?? {}, { [nombre]: brought })).rejects.toMatchObject({
      codigo: 'DATOS_INVALIDOS',
    })
    expect(server?.comandos).toEqual([])
  })

  test.each<[object, object, string]>([
    [
      {
        code: 11_000,
        errmsg: 'E11000 duplicate key error collection: p.datos index: correo_1 dup key: { correo: "x" }',
      },
      { codigo: 'SERVIDOR_RECHAZA', extra: { codigoNativo: '11000', reintentable: false } },
      'ya hay otro documento con los mismos valores; índice «correo_1»',
    ],
    [
      { code: 112, errmsg: 'WriteConflict' },
      { codigo: 'SERVIDOR_RECHAZA', extra: { codigoNativo: '112', reintentable: true, sinEfecto: true } },
      'otra operación cambió los mismos documentos',
    ],
    [
      { code: 13, errmsg: 'not authorized on p' },
      { codigo: 'SERVIDOR_RECHAZA' },
      'el usuario no tiene permiso: «not authorized on p»',
    ],
    [{ code: 10_107, errmsg: 'not primary' }, { codigo: 'SERVIDOR_RECHAZA' }, 'no es el primario'],
    [{ code: 9, errmsg: 'unknown operator: $foo' }, { codigo: 'SERVIDOR_RECHAZA' }, 'unknown operator'],
    [{ code: 11_600, errmsg: 'shutdown' }, { codigo: 'SERVIDOR_NO_RESPONDE' }, 'no responde'],
  ])('the failure %j is told as %j', async (failure, error, words) => {
    const failing = call({ find: () => ({ ok: 0, ...failure }) }, {})
    await expect(failing).rejects.toMatchObject({ ...error, message: expect.stringContaining(words) })
  })

  test('of many documents it is told how many were inserted before the one that failed', async () => {
    const writeErrors = [{ index: 1, code: 11_000, errmsg: 'E11000 dup index: _id_ dup key: { _id: 2 }' }]
    const failing = call(
      { insert: () => ({ ok: 1, n: 1, writeErrors }) },
      { operacion: 'insertarMasivo' },
      { documentos: [{ _id: 1 }, { _id: 2 }] },
    )
    await expect(failing).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('índice «_id_»; antes se insertaron 1 documentos'),
    })
  })

  test('a connection that breaks is told, and not used again', async () => {
    await expect(call({ find: () => 'colgar' }, {})).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    expect(connection?.usable).toBe(false)
  })

  test('who waits no longer leaves a connection that is not used again', async () => {
    const asked = Promise.withResolvers<void>()
    const made = await connect({
      find() {
        asked.resolve()
        return 'nada'
      },
    })
    const abort = new AbortController()
    const waiting = prepare('coleccion', {}, []).run(made, {}, callContext({ signal: abort.signal }))
    await asked.promise
    abort.abort(new Error('bastante'))
    await expect(waiting).rejects.toThrow('bastante')
    expect(made.usable).toBe(false)
  })

  test.each([
    [{ filas: 2 }, 'LIMITE_SUPERADO'],
    [{ respuestaBytes: 100 }, 'RESPUESTA_DEMASIADO_GRANDE'],
  ])('what goes past %j is an error', async (limits, codigo) => {
    const documentos = Array.from({ length: 3 }, (_, n) => ({ n, texto: 'x'.repeat(60) }))
    const deps = connectDeps({ limits: { ...LIMITS, ...limits } })
    const made = await connect({ find: () => cursorOf(documentos, 10).first() }, deps)
    await expect(prepare('coleccion', {}, []).run(made, {}, callContext())).rejects.toMatchObject({ codigo })
  })

  test('a wrong password is told, and no secret', async () => {
    server = await openFakeMongod({
      saslStart: () => ({ ok: 0, code: 18, errmsg: 'Authentication failed.' }),
    })
    const failing = open({ ...server.config, usuario: 'eva', contrasena: 'muysecreta' })
    await expect(failing).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining('el usuario o la contraseña no son correctos'),
    })
    expect(JSON.stringify(server.comandos)).not.toContain('muysecreta')
  })

  test('collections are listed, and described by what some documents hold', async () => {
    const listCollections = () => ({
      ok: 1,
      cursor: {
        id: Long.ZERO,
        ns: 'prueba.$cmd.listCollections',
        firstBatch: [
          { name: 'ventas', type: 'collection' },
          { name: 'ventas_mes', type: 'view' },
          { name: 'system.views', type: 'collection' },
        ],
      },
    })
    const documentos = [
      { _id: new ObjectId(ID), total: 1, cliente: { nombre: 'Ana' }, lineas: [] },
      { _id: new ObjectId(ID), total: 1.5, cliente: { nombre: null } },
    ]
    const made = await connect({ listCollections, find: () => cursorOf(documentos, 10).first() })
    const { signal } = callContext()
    expect(await made.listColecciones({ q: 'VENTAS', limite: 10 }, signal)).toEqual([
      { nombre: 'ventas', tipoObjeto: 'coleccion', clase: 'coleccion' },
      { nombre: 'ventas_mes', tipoObjeto: 'coleccion', clase: 'vista' },
    ])
    expect(await made.describe({ nombre: 'ventas' }, signal)).toEqual({
      nombre: 'ventas',
      tipoObjeto: 'coleccion',
      clase: 'coleccion',
      columnas: [
        { nombre: '_id', tipo: 'texto', tipoNativo: 'objectId', nulo: false, clave: true },
        { nombre: 'total', tipo: 'decimal', tipoNativo: 'int | double', nulo: false },
        { nombre: 'cliente', tipo: 'objeto', tipoNativo: 'object', nulo: false },
        { nombre: 'cliente.nombre', tipo: 'texto', tipoNativo: 'string', nulo: true },
        { nombre: 'lineas', tipo: 'lista', tipoNativo: 'array', nulo: true },
      ],
      parametros: [],
    })
  })

  test('its version is told', async () => {
    const made = await connect({ buildInfo: () => ({ ok: 1, version: '8.0.4' }) })
    expect(await made.ping(callContext().signal)).toBe('8.0.4')
  })
})

test('where nobody listens, that is said', async () => {
  await expect(open({ host: '127.0.0.1', puerto: 1 })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each<[object, string[], string]>([
  [{ operacion: 'insertar' }, [], 'parametros'],
  [{ operacion: 'insertarMasivo' }, [], 'parametros'],
  [{ operacion: 'actualizar', filtro: { a: 1 } }, [], 'parametros'],
  [{ operacion: 'actualizar' }, ['cambios'], 'objeto.filtro'],
  [{ operacion: 'eliminar' }, [], 'objeto.filtro'],
  [{ filtro: { a: '{b}' } }, [], 'objeto.filtro.a'],
  [{ filtro: { a: 1 } }, ['sobra'], 'parametros'],
  [{ limite: { parametro: 'n' } }, [], 'objeto.limite'],
])('%j with %j is refused when it is published', (objeto, parametros, campo) => {
  expect(() => prepare('coleccion', objeto, parametros)).toThrow(
    expect.objectContaining({ errores: [expect.objectContaining({ campo })] }),
  )
})

test.each([
  [{ operacion: 'actualizar', filtro: { a: 1 } }, ['cambios'], true],
  [{ operacion: 'actualizar', filtro: { a: 1 }, cambios: { $inc: { n: 1 } } }, [], false],
  [{ operacion: 'actualizar', filtro: { a: 1 }, crear: true }, ['cambios'], false],
  [{ operacion: 'eliminar', filtro: { a: 1 } }, [], true],
  [{ operacion: 'eliminar', filtro: { a: 1 }, soloUno: true }, [], false],
])('%j may be made again: %j %j', (objeto, parametros, repetible) => {
  expect(prepare('coleccion', objeto, parametros).repetible).toBe(repetible)
})
