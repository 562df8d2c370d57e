import { Binario, Fecha, LIMITS } from '@div/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  callContext,
  hasMariadb,
  openMariadb,
  openPostgresql,
  openSqlite,
  type TestDatabase,
} from './testing.ts'

/** What differs is only how each system spells its types. */
const SYSTEMS = [
  {
    nombre: 'PostgreSQL',
    open: openPostgresql,
    skip: false,
    instante: 'timestamptz(3)',
    binario: 'bytea',
    slow: 'select pg_sleep(10)',
    many: (rows: number) => `select n from generate_series(1, ${rows}) as g(n)`,
  },
  {
    nombre: 'MariaDB (skipped unless 127.0.0.1:3306 answers)',
    open: openMariadb,
    skip: !(await hasMariadb()),
    instante: 'datetime(3)',
    binario: 'blob',
    slow: 'select sleep(10)',
    many: (rows: number) => `select seq as n from seq_1_to_${rows}`,
  },
  {
    nombre: 'SQLite',
    open: openSqlite,
    skip: false,
    instante: 'timestamp',
    binario: 'blob',
    slow: 'with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) from c',
    many: (rows: number) =>
      `with recursive c(n) as (select 1 union all select n + 1 from c where n < ${rows}) select n from c`,
  },
]

const INSTANT = new Date('2026-11-21T10:20:30.456Z')

describe.each(SYSTEMS)('$nombre', ({ open, skip, instante, binario, slow, many }) => {
  let database: TestDatabase

  beforeAll(async () => {
    if (skip) return
    database = await open()
    await database.sql(
      'create table clientes (id integer primary key, nombre varchar(50) not null, ciudad varchar(50))',
    )
    await database.sql(
      `create table pedidos (id integer primary key, cliente_id integer not null references clientes (id), total decimal(10, 2) check (total > 0))`,
    )
    await database.sql(
      `create table valores (id integer primary key, entero integer, largo bigint, exacto decimal(40, 10), real_ double precision,
         logico boolean, dia date, momento ${instante}, documento json, bytes ${binario}, texto varchar(100))`,
    )
    await database.sql(
      "insert into clientes values (1, 'Ana', 'Lima'), (2, 'Luis', null), (3, 'Eva', 'Lima')",
    )
  })
  afterAll(() => database?.drop())

  test.skipIf(skip)('a reading answers its rows and how many they are', async () => {
    expect(
      await database.sql('select id, nombre from clientes where id >= :desde order by id', { desde: 2 }),
    ).toEqual({
      filas: [
        { id: 2, nombre: 'Luis' },
        { id: 3, nombre: 'Eva' },
      ],
      total: 2,
    })
  })

  test.skipIf(skip)('a writing answers how many rows it touched', async () => {
    const sql = 'update clientes set ciudad = :ciudad where id = :id'
    expect(await database.sql(sql, { ciudad: null, id: 2 })).toEqual({ afectadas: 1 })
    expect(await database.sql(sql, { ciudad: null, id: 99 })).toEqual({ afectadas: 0 })
  })

  test.skipIf(skip).each([
    [[1, 3], [], [1, 3]],
    [[], [1], []],
    [[1, 2, 3], [], [1, 2, 3]],
    [[1, 2, 3], [2], [1, 3]],
  ])('lists %j without %j', async (ids, sin, expected) => {
    const sql = 'select id from clientes where id in (:ids) and id not in (:sin) order by id'
    const { filas } = rowsOf(await database.sql(sql, { ids, sin }))
    expect(filas.map((fila) => fila.id)).toEqual(expected)
  })

  test.skipIf(skip)('of JSON no digit is lost, and nothing nests deeper than runs bear', async () => {
    const document = '{"id": 9007199254740993, "total": 12345678901234567.89, "n": [[[1.5]]]}'
    await database.sql(`insert into valores (id, documento) values (80, '${document}')`)
    const select = 'select documento from valores where id = 80'
    expect(rowsOf(await database.sql(select)).filas).toEqual([
      { documento: { id: '9007199254740993', total: '12345678901234567.89', n: [[[1.5]]] } },
    ])
    const shallow = await database.connect({}, { limits: { ...LIMITS, profundidad: 3 } })
    const refused = { codigo: 'LIMITE_SUPERADO' }
    await expect(shallow.sql(select)).rejects.toMatchObject(refused)
    const stream = async () => {
      for await (const _ of shallow.stream(select));
    }
    await expect(stream()).rejects.toMatchObject(refused)
    expect(shallow.connection.usable).toBe(true)
    await shallow.connection.close()
    await database.sql('delete from valores where id = 80')
  })

  test.skipIf(skip)('values never become SQL', async () => {
    const nombre = `x'); drop table clientes; -- " \\' \\`
    await database.sql('insert into clientes (id, nombre) values (90, :nombre)', { nombre })
    expect(await database.sql('select nombre from clientes where id = 90')).toEqual({
      filas: [{ nombre }],
      total: 1,
    })
    await database.sql('delete from clientes where id = 90')
  })

  test.skipIf(skip).each<[string, unknown]>([
    ['entero', 2_147_483_647],
    ['largo', 9_007_199_254_740_991],
    ['largo', '9007199254740993'],
    ['largo', -1],
    ['real_', 0.1],
    ['real_', -1.5e300],
    ['logico', true],
    ['logico', false],
    ['dia', new Fecha(2024, 2, 29)],
    ['dia', new Fecha(1, 1, 1)],
    ['momento', INSTANT],
    ['documento', { a: [1, 'dos', null, { b: true }] }],
    ['documento', [1, 2]],
    ['bytes', new Binario(Uint8Array.of(0, 255, 39, 92))],
    ['texto', 'ñandú 😀 \n\t\\'],
    ['texto', ''],
    ['exacto', 12.5],
  ])('%s brings back %j', async (columna, value) => {
    await database.sql('delete from valores')
    await database.sql(`insert into valores (id, ${columna}) values (1, :valor)`, { valor: value })
    const { filas } = rowsOf(
      await database.sql(`select ${columna} as valor, texto is null as nulo from valores`),
    )
    expect(filas[0]?.valor).toEqual(value)
    await database.sql(`update valores set ${columna} = :valor`, { valor: null })
    expect(rowsOf(await database.sql(`select ${columna} as valor from valores`)).filas).toEqual([
      { valor: null },
    ])
  })

  test.skipIf(skip)('the table operations write, read, change and remove rows', async () => {
    await database.sql('delete from valores')
    const tabla = (objeto: Record<string, unknown>, parametros: Record<string, unknown> = {}) =>
      database.call('tabla', { tabla: 'valores', ...objeto }, parametros)
    const row = { id: 1, texto: '50% de_todo!', dia: new Fecha(2026, 1, 2) }
    expect(await tabla({ operacion: 'insertar', columnas: ['id', 'texto', 'dia'] }, row)).toEqual({
      afectadas: 1,
    })
    expect(
      await tabla(
        { operacion: 'insertar', columnas: ['id', 'texto'], devolver: ['id', 'texto'] },
        { id: 2, texto: 'dos' },
      ),
    ).toEqual({ afectadas: 1, filas: [{ id: 2, texto: 'dos' }] })
    const columnas = [{ columna: 'texto', alias: 'valor' }]
    const contains = {
      operacion: 'seleccionar',
      columnas,
      filtro: [{ columna: 'texto', operador: 'contiene', parametro: 'q' }],
    }
    expect(await tabla(contains, { q: '0% DE_' })).toEqual({ filas: [{ valor: '50% de_todo!' }], total: 1 })
    expect(await tabla(contains, { q: '0%d' })).toEqual({ filas: [], total: 0 })
    const page = { operacion: 'seleccionar', columnas: ['id'], orden: [{ columna: 'id', sentido: 'desc' }] }
    expect(await tabla({ ...page, limite: { parametro: 'l' }, desplazamiento: 1 }, { l: 1 })).toEqual({
      filas: [{ id: 1 }],
      total: 1,
    })
    expect(await tabla({ ...page, desplazamiento: { parametro: 'd' } }, { d: 1 })).toMatchObject({ total: 1 })
    const both = [{ columna: 'id', operador: 'en', parametro: 'ids' }]
    expect(
      await tabla(
        { operacion: 'actualizar', columnas: ['texto'], filtro: both },
        { ids: [1, 2], texto: 'x' },
      ),
    ).toEqual({ afectadas: 2 })
    expect(await tabla({ operacion: 'eliminar', filtro: [{ columna: 'id' }] }, { id: 1 })).toEqual({
      afectadas: 1,
    })
    expect(await tabla({ operacion: 'eliminar', todas: true })).toEqual({ afectadas: 1 })
  })

  test.skipIf(skip)('a bulk insert brings every value over, or nothing', async () => {
    await database.sql('delete from valores')
    const columnas = [
      'id',
      { columna: 'texto', parametro: 't' },
      'exacto',
      'dia',
      'momento',
      'documento',
      'bytes',
      'logico',
    ]
    const insert = (filas: unknown) =>
      database.call('tabla', { tabla: 'valores', operacion: 'insertarMasivo', columnas }, { filas })
    const odd = ['a\tb', '\\N', '\\', '', 'NULL', '"x"', "o'o", 'línea\r\notra', null]
    const filas = Array.from({ length: 2_500 }, (_, index) => ({
      id: index,
      t: odd[index % odd.length],
      exacto: index / 4,
      dia: new Fecha(2026, 1, 1),
      momento: INSTANT,
      documento: { n: [index, '\\"'] },
      bytes: new Binario(Uint8Array.of(index % 256, 92)),
      logico: index % 2 === 0,
    }))
    expect(await insert(filas)).toEqual({ afectadas: 2_500 })
    const sql =
      'select id, texto as t, exacto, dia, momento, documento, bytes, logico from valores where id < 9 order by id'
    expect(rowsOf(await database.sql(sql)).filas).toEqual(filas.slice(0, 9))
    const again = [...Array.from({ length: 1_500 }, (_, index) => ({ id: 5_000 + index })), { id: 1 }]
    await expect(insert(again)).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
    expect(await database.sql('select count(*) as n from valores')).toEqual({
      filas: [{ n: 2_500 }],
      total: 1,
    })
    await expect(insert('x')).rejects.toMatchObject({ errores: [{ campo: 'filas' }] })
    await expect(insert([{ id: 9_000 }, 7])).rejects.toMatchObject({ errores: [{ campo: 'filas[1]' }] })
  })

  test.skipIf(skip)('a cursor brings all rows in batches, also when it is left early', async () => {
    let total = 0
    for await (const batch of database.stream(many(1_700))) total += batch.length
    expect(total).toBe(1_700)
    for await (const batch of database.stream(many(100_000))) {
      expect(batch[0]).toEqual({ n: 1 })
      break
    }
    expect(await database.sql('select 1 as uno')).toEqual({ filas: [{ uno: 1 }], total: 1 })
    for await (const _ of database.stream('select id from clientes where id < 0')) throw new Error('no rows')
  })

  test.skipIf(skip)('other calls of a transaction run between the batches of a cursor', async () => {
    const { connection } = database
    await connection.begin('lecturaConfirmada')
    let total = 0
    for await (const batch of database.stream(many(1_200))) {
      total += batch.length
      await database.sql('update clientes set ciudad = ciudad')
    }
    await connection.commit()
    expect(total).toBe(1_200)
  })

  test.skipIf(skip)('more rows than the limit are an error and not a cut', async () => {
    const read = (maxFilas: number) => database.call('consulta', { sql: many(50), maxFilas })
    expect(await read(50)).toMatchObject({ total: 50 })
    await expect(read(49)).rejects.toMatchObject({
      codigo: 'LIMITE_SUPERADO',
      message: 'Se superó el límite filas: el máximo es 49.',
    })
    expect(await read(50)).toMatchObject({ total: 50 })
  })

  test.skipIf(skip)('an answer of too many bytes is an error', async () => {
    const { connection, sql } = await database.connect({}, { limits: { ...LIMITS, respuestaBytes: 10_000 } })
    await expect(
      sql(`select 'un texto que pesa' as texto from (${many(100_000)}) as muchos`),
    ).rejects.toMatchObject({
      codigo: 'RESPUESTA_DEMASIADO_GRANDE',
    })
    expect(await sql('select 1 as uno')).toMatchObject({ total: 1 })
    await connection.close()
  })

  test.skipIf(skip)('a writing that would answer too many rows leaves nothing behind', async () => {
    const few = await database.connect({}, { limits: { ...LIMITS, filas: 2 } })
    const objeto = {
      tabla: 'clientes',
      operacion: 'eliminar',
      filtro: [{ columna: 'id', operador: '>', parametro: 'id' }],
      devolver: ['id'],
    }
    await expect(few.call('tabla', objeto, { id: 0 })).rejects.toMatchObject({ codigo: 'LIMITE_SUPERADO' })
    expect(await database.sql('select count(*) as n from clientes')).toMatchObject({ filas: [{ n: 3 }] })
    await few.connection.close()
  })

  test.skipIf(skip)('a statement ends with the time of its call, and hits nothing that follows', async () => {
    const { connection, sql } = await database.connect()
    const began = Date.now()
    await expect(sql(slow, {}, callContext({ deadline: began + 100 }))).rejects.toMatchObject({
      codigo: 'TIEMPO_AGOTADO',
    })
    expect(Date.now() - began).toBeLessThan(5_000)
    for (let each = 0; connection.usable && each < 20; each++) {
      expect(await sql('select 1 as uno')).toEqual({ filas: [{ uno: 1 }], total: 1 })
    }
    await connection.close()
  })

  test.skipIf(skip)('a call that is aborted stops its statement', async () => {
    const { connection, sql } = await database.connect()
    const reason = new Error('stop')
    await expect(sql(slow, {}, callContext({ signal: abortAfter(60, reason) }))).rejects.toBe(reason)
    await connection.close()
  })

  test.skipIf(skip)('a transaction that is rolled back leaves nothing', async () => {
    const { connection } = database
    for (const aislamiento of ['lecturaConfirmada', 'lecturaRepetible', 'serializable'] as const) {
      await connection.begin(aislamiento)
      await database.sql("insert into clientes values (70, 'Nadie', null)")
      await connection.rollback()
    }
    expect(await database.sql('select id from clientes where id = 70')).toEqual({ filas: [], total: 0 })
  })

  test.skipIf(skip)('inside a savepoint a failure leaves the transaction usable', async () => {
    const { connection } = database
    await connection.begin('lecturaConfirmada')
    await database.sql("insert into clientes values (71, 'Uno', null)")
    const repeated = database.sql(
      "insert into clientes values (71, 'Dos', null)",
      {},
      callContext({ savepoint: true }),
    )
    await expect(repeated).rejects.toMatchObject({ codigo: 'SERVIDOR_RECHAZA' })
    await database.sql("insert into clientes values (72, 'Dos', null)", {}, callContext({ savepoint: true }))
    await connection.commit()
    expect(await database.sql('select id from clientes where id > 70 order by id')).toMatchObject({
      total: 2,
    })
    await database.sql('delete from clientes where id > 70')
  })

  test.skipIf(skip).each([
    ["insert into clientes values (1, 'Otra', null)", 'ya hay otra fila'],
    ['insert into clientes (id) values (80)', 'falta un valor obligatorio'],
    ['insert into pedidos values (1, 99, 10)', 'se refiere a otra que no existe'],
    ['insert into pedidos values (1, 1, -1)', 'no cumple la restricción'],
    ['select * from nada', 'no existe la tabla'],
    ['select nada from clientes', 'no existe la columna «nada»'],
    ['select id form clientes x', 'error de sintaxis'],
  ])('%s says what is wrong', async (sql, motivo) => {
    await expect(database.sql(sql)).rejects.toMatchObject({
      codigo: 'SERVIDOR_RECHAZA',
      message: expect.stringContaining(motivo),
      extra: { codigoNativo: expect.stringMatching(/./), reintentable: false },
    })
    expect(database.connection.usable).toBe(true)
  })

  const repeated = 'más de una columna «x»; dé a cada una su propio alias'

  test.skipIf(skip)('a column that comes twice is refused by its name, and not lost', async () => {
    const { connection } = database
    for (const sql of [
      'select 1 as x, 2 as x',
      'select a.id as x, b.nombre as x from clientes a, clientes b',
    ]) {
      for (let times = 0; times < 2; times++) {
        await expect(database.sql(sql)).rejects.toMatchObject({
          codigo: 'SERVIDOR_RECHAZA',
          message: expect.stringContaining(repeated),
        })
      }
    }
    const reading = async () => {
      for await (const _ of database.stream(`select n as x, n as x from (${many(5_000)}) t`));
    }
    await expect(reading()).rejects.toThrow(repeated)
    await connection.begin('lecturaConfirmada')
    await expect(database.sql('select 1 as x, 2 as x', {}, callContext({ savepoint: true }))).rejects.toThrow(
      repeated,
    )
    expect(await database.sql('select 1 as x, 2 as y')).toEqual({ filas: [{ x: 1, y: 2 }], total: 1 })
    await connection.commit()
    expect(connection.usable).toBe(true)
  })

  test.skipIf(skip)('writes nothing when it answers a column twice', async () => {
    const sql = "insert into clientes (id, nombre) values (90, 'Nadie') returning id as x, nombre as x"
    await expect(database.sql(sql)).rejects.toThrow(repeated)
    expect(await database.sql('select id from clientes where id = 90')).toMatchObject({ total: 0 })
  })

  test.skipIf(skip)('a read-only server refuses what writes', async () => {
    const { connection, sql } = await database.connect({ soloLectura: true })
    await expect(sql('delete from clientes')).rejects.toThrow('solo lectura')
    expect(await sql('select count(*) as n from clientes')).toEqual({ filas: [{ n: 3 }], total: 1 })
    await connection.close()
  })

  test.skipIf(skip)('a consulta that is declared read-only reads', async () => {
    const read = database.call('consulta', { sql: 'select count(*) as n from clientes', soloLectura: true })
    expect(await read).toEqual({ filas: [{ n: 3 }], total: 1 })
    const ids: unknown[] = []
    const rows = database.stream('select id from clientes order by id', {}, { soloLectura: true })
    for await (const batch of rows) ids.push(...batch)
    expect(ids).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    // Its transaction is over.
    expect(database.connection.inTransaction).toBe(false)
    expect(await database.sql('update clientes set ciudad = ciudad where id = 1')).toMatchObject({})
  })

  test.skipIf(skip)('clock times without zone are of the configured zone', async () => {
    const { connection, sql } = await database.connect({ zonaHoraria: '-05:00' })
    await sql('delete from valores')
    await sql('insert into valores (id, momento) values (1, :momento)', { momento: INSTANT })
    expect(await sql('select momento from valores')).toEqual({ filas: [{ momento: INSTANT }], total: 1 })
    await connection.close()
  })

  test.skipIf(skip)('tables are listed and described', async () => {
    const { connection } = database
    const { signal } = callContext()
    const objetos = await connection.listObjetos({ tipoObjeto: 'tabla', q: 'CLIENTES', limite: 10 }, signal)
    expect(objetos).toEqual([
      expect.objectContaining({ nombre: 'clientes', tipoObjeto: 'tabla', clase: 'tabla' }),
    ])
    expect(await connection.listObjetos({ limite: 2 }, signal)).toHaveLength(2)
    const detalle = await connection.describeObjeto({ nombre: 'pedidos', tipoObjeto: 'tabla' }, signal)
    expect(detalle?.columnas).toEqual([
      expect.objectContaining({ nombre: 'id', tipo: 'entero', nulo: false, clave: true }),
      expect.objectContaining({
        nombre: 'cliente_id',
        nulo: false,
        referencia: { objeto: 'clientes', columna: 'id' },
      }),
      expect.objectContaining({ nombre: 'total', tipo: 'decimal', nulo: true }),
    ])
    expect(await connection.describeObjeto({ nombre: 'nada' }, signal)).toBeUndefined()
  })
})

function rowsOf(output: unknown): { filas: Record<string, unknown>[] } {
  if (typeof output === 'object' && output !== null && 'filas' in output && Array.isArray(output.filas)) {
    return { filas: output.filas }
  }
  throw new Error('no rows')
}

function abortAfter(ms: number, reason: Error): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(reason), ms)
  return controller.signal
}
