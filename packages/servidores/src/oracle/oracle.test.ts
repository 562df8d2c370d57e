import { DireccionNoPermitida, LIMITS, monotonicNow } from '@div/contract'
import oracledb from 'oracledb'
import { expect, test, vi } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { callContext, connectDeps } from '../sql/testing.ts'
import { NOBODY_LISTENS } from '../testing-connection.ts'
import { oracle } from './oracle.ts'
import { RESET_SQL } from './oracle-session.ts'
import {
  type Ejecutada,
  openFakeListener,
  oraError,
  REDIRECTS,
  REFUSES,
  type Respuesta,
  resultSet,
} from './testing.ts'
import { connect, ONE, OPENED, open, prepare } from './testing-session.ts'

const SIGNATURE = ['esquema', 'objeto', 'rutina', 'nombre', 'modo', 'tipo', 'defecto', 'lugar']

function signature(filas: readonly (string | null)[][]): Respuesta {
  const campos = SIGNATURE.map((name) => ({ name, dbTypeName: name === 'lugar' ? 'NUMBER' : 'VARCHAR2' }))
  return { resultSet: resultSet(campos, filas) }
}

function cursorOf(length: number) {
  return resultSet([{ name: 'X', dbTypeName: 'VARCHAR2' }], [['x'.repeat(length)]])
}

function lobOf(length: number) {
  return { length, getData: async () => 'x'.repeat(length) }
}

test('a procedure answers its outputs and every set of rows', async () => {
  const cursor = resultSet([{ name: 'X', dbTypeName: 'NUMBER' }], [['1'], ['2']])
  const implicit = resultSet([{ name: 'Y', dbTypeName: 'VARCHAR2' }], [['y']])
  const { call, ejecutadas } = connect(({ sql }) =>
    sql.startsWith('begin')
      ? { outBinds: { p2: '12345678901234567890.5', p3: cursor, p4: 'x!' }, implicitResults: [implicit] }
      : signature([
          ['V', 'PAQ', 'P', 'P_A', 'IN', 'NUMBER', 'N', '1'],
          ['V', 'PAQ', 'P', 'P_B', 'OUT', 'NUMBER', 'N', '2'],
          ['V', 'PAQ', 'P', 'P_C', 'OUT', 'REF CURSOR', 'N', '3'],
          ['V', 'PAQ', 'P', 'P_D', 'IN/OUT', 'VARCHAR2', 'N', '4'],
          ['V', 'PAQ', 'P', 'P_E', 'IN', 'PL/SQL BOOLEAN', 'N', '5'],
          ['V', 'PAQ', 'P', 'P_F', 'IN', 'NUMBER', 'Y', '6'],
        ]),
  )
  expect(await call('procedimiento', { nombre: 'paq.p' }, { p_a: 3, P_D: 'x', P_E: true })).toEqual({
    salidas: { P_B: '12345678901234567890.5', P_D: 'x!' },
    conjuntos: [[{ X: 1 }, { X: 2 }], [{ Y: 'y' }]],
  })
  expect(ejecutadas[1]).toEqual({
    sql: 'begin "V"."PAQ"."P"("P_A" => :p1, "P_B" => :p2, "P_C" => :p3, "P_D" => :p4, "P_E" => (:p5 = 1)); end;',
    binds: {
      p1: { val: 3, type: oracledb.DB_TYPE_NUMBER },
      p2: { dir: oracledb.BIND_OUT, type: oracledb.DB_TYPE_VARCHAR, maxSize: 200 },
      p3: { dir: oracledb.BIND_OUT, type: oracledb.DB_TYPE_CURSOR },
      p4: { dir: oracledb.BIND_INOUT, type: oracledb.DB_TYPE_VARCHAR, maxSize: 32_767, val: 'x' },
      p5: { val: 1, type: oracledb.DB_TYPE_NUMBER },
    },
  })
  expect([cursor.isClosed, implicit.isClosed]).toEqual([true, true])
})

test.each<[string, unknown, unknown]>([
  ['cursors', cursorOf(60), cursorOf(60)],
  ['large objects', lobOf(60), lobOf(60)],
  ['a large object', lobOf(101), null],
  ['a cursor and a large object', cursorOf(60), lobOf(60)],
])('%s of one call are measured together', async (_, p1, p2) => {
  const tipoOf = (value: unknown) =>
    value !== null && Object.hasOwn(Object(value), 'getData') ? 'CLOB' : 'REF CURSOR'
  const { call } = connect(
    ({ sql }) =>
      sql.startsWith('begin')
        ? { outBinds: { p1, p2 } }
        : signature([
            ['V', 'P', null, 'A', 'OUT', tipoOf(p1), 'N', '1'],
            ['V', 'P', null, 'B', 'OUT', tipoOf(p2), 'N', '2'],
          ]),
    // The signature itself is within it: only what the call answers is not.
    { limits: { ...LIMITS, respuestaBytes: 100 } },
  )
  await expect(call('procedimiento', { nombre: 'p' })).rejects.toMatchObject({
    codigo: 'RESPUESTA_DEMASIADO_GRANDE',
  })
})

test('a function answers its result', async () => {
  const { call, ejecutadas } = connect(({ sql }) =>
    sql.startsWith('begin')
      ? { outBinds: { resultado: '8' } }
      : signature([
          ['V', 'DOBLE', null, null, 'OUT', 'NUMBER', 'N', '0'],
          ['V', 'DOBLE', null, 'N', 'IN', 'NUMBER', 'N', '1'],
        ]),
  )
  expect(await call('funcion', { nombre: 'doble' }, { n: 4 })).toEqual({
    salidas: { resultado: 8 },
    conjuntos: [],
  })
  expect(ejecutadas[1]?.sql).toBe('begin :resultado := "V"."DOBLE"("N" => :p1); end;')
  await expect(call('funcion', { nombre: 'doble' }, { z: 4 })).rejects.toMatchObject({
    errores: [{ campo: 'parametros.N' }, { campo: 'parametros.z' }],
  })
})

/** What is answered for a procedure without parameters. */
const answerP = ({ sql }: Ejecutada): Respuesta =>
  sql.startsWith('begin') ? {} : signature([['V', 'P', null, null, null, null, null, null]])

test.each<[string, Respuesta, boolean]>([
  ['as it was', { outBinds: { huella: OPENED } }, true],
  ['otherwise', { outBinds: { huella: '8' } }, false],
  ['so that nobody may look', oraError('ORA-06550', "identifier 'DBMS_SESSION' must be declared"), false],
  ['without an answer', oraError('ORA-03113', 'end-of-file on communication channel'), false],
])('the session that a routine leaves %s goes on or ends, and the call is well', async (_, left, goesOn) => {
  const { call, connection, ejecutadas } = connect(answerP, {}, left)
  expect(await call('procedimiento', { nombre: 'p' })).toEqual({ salidas: {}, conjuntos: [] })
  expect(ejecutadas.map(({ sql }) => sql).slice(1)).toEqual(['begin "V"."P"; end;', RESET_SQL])
  expect(connection.usable).toBe(goesOn)
})

test('a routine that fails may have changed its session too', async () => {
  const fails = (ejecutada: Ejecutada) =>
    ejecutada.sql.startsWith('begin') ? oraError('ORA-20001', 'No hay existencias') : answerP(ejecutada)
  const { call, connection } = connect(fails, {}, { outBinds: { huella: '8' } })
  await expect(call('procedimiento', { nombre: 'p' })).rejects.toThrow('No hay existencias')
  expect(connection.usable).toBe(false)
})

test('within a transaction a session stays as its routines leave it, until the end', async () => {
  const { call, connection, ejecutadas, ordenes } = connect(answerP)
  const looks = () => ejecutadas.filter(({ sql }) => sql === RESET_SQL).length
  await connection.begin('lecturaConfirmada')
  await call('procedimiento', { nombre: 'p' })
  await call('procedimiento', { nombre: 'p' })
  expect(looks()).toBe(0)
  await connection.commit()
  expect([looks(), connection.usable]).toEqual([1, true])
  await connection.begin('lecturaConfirmada')
  await call('procedimiento', { nombre: 'p' })
  await connection.rollback()
  expect([looks(), connection.usable]).toEqual([1, false])
  expect(ordenes).toEqual(['commit', 'rollback'])
})

test('a routine that is not there is told', async () => {
  const { call } = connect(() => signature([]))
  await expect(call('procedimiento', { nombre: 'nada' })).rejects.toThrow('no existe el procedimiento «nada»')
})

test('a cursor that is declared read-only is one for the database too, and undone at its end', async () => {
  const { connection, ejecutadas, ordenes } = connect(ONE)
  const { stream } = prepare('consulta', { sql: 'select f() from dual', soloLectura: true }, [])
  for await (const _ of stream?.(connection, {}, callContext()) ?? [])
    expect(connection.inTransaction).toBe(true)
  expect(ejecutadas.map(({ sql }) => sql)).toEqual(['set transaction read only', 'select f() from dual'])
  expect(ordenes).toEqual(['rollback'])
})

test.each(['select a from t', 'cursor'])(
  'of large objects no more come at once than a batch should hold: %s',
  async (how) => {
    const largo = 'x'.repeat(300_000)
    const filas = Array.from({ length: 20 }, () => [largo])
    const set = resultSet([{ name: 'A', dbTypeName: 'CLOB' }], filas)
    const asked: number[] = []
    const { getRows } = set
    set.getRows = (count) => {
      asked.push(count)
      return getRows(count)
    }
    const { connection, call } = connect(() => ({ resultSet: set }))
    if (how !== 'cursor') await call('consulta', { sql: how })
    else
      for await (const _ of prepare('consulta', { sql: 'select a from t' }, []).stream?.(
        connection,
        {},
        callContext(),
      ) ?? []);
    expect(asked).toEqual([2, 3, 3, 3, 3, 3, 3, 3])
  },
)

test('a cursor reads by batches and is closed where nobody reads on', async () => {
  const filas = Array.from({ length: 1_100 }, (_, n) => [String(n)])
  const set = resultSet([{ name: 'N', dbTypeName: 'NUMBER' }], filas)
  const { connection } = connect(() => ({ resultSet: set }))
  const { stream } = prepare('consulta', { sql: 'select n from t' }, [])
  for await (const batch of stream?.(connection, {}, callContext()) ?? []) {
    expect(batch).toHaveLength(500)
    break
  }
  expect(set.isClosed).toBe(true)
})

test.each([
  [{ filas: 2 }, 'LIMITE_SUPERADO'],
  [{ respuestaBytes: 100 }, 'RESPUESTA_DEMASIADO_GRANDE'],
])('what goes past %j is an error', async (limits, codigo) => {
  const filas = Array.from({ length: 3 }, () => ['x'.repeat(60)])
  const set = resultSet([{ name: 'A', dbTypeName: 'CLOB' }], filas)
  const { call } = connect(() => ({ resultSet: set }), { limits: { ...LIMITS, ...limits } })
  await expect(call('consulta', { sql: 'select a from t' })).rejects.toMatchObject({ codigo })
  expect(set.isClosed).toBe(true)
})

test('a statement ends with the time of its call', async () => {
  const broken = Promise.withResolvers<Record<string, unknown>>()
  const { call, connection, driver, ordenes } = connect(({ sql }) =>
    sql.includes('lenta') ? () => broken.promise : {},
  )
  driver.break = async () => {
    ordenes.push('break')
    broken.reject(oraError('ORA-01013', 'user requested cancel of current operation'))
  }
  const context = callContext({ deadline: monotonicNow() + 30 })
  await expect(call('consulta', { sql: 'delete from lenta' }, {}, context)).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
  })
  expect(ordenes).toEqual(['break'])
  expect(connection.usable).toBe(true)
})

test('a transaction has its level, its savepoints and its end', async () => {
  const { call, connection, ejecutadas, ordenes } = connect(({ sql }) =>
    sql.includes('falla')
      ? oraError('ORA-00060', 'deadlock detected while waiting for resource')
      : { rowsAffected: 1 },
  )
  await connection.begin('lecturaRepetible')
  const context = callContext({ savepoint: true })
  await expect(call('consulta', { sql: 'delete from falla' }, {}, context)).rejects.toMatchObject({
    extra: { codigoNativo: 'ORA-00060', reintentable: true, sinEfecto: true },
  })
  await call('consulta', { sql: 'delete from t' }, {}, context)
  await expect(async () => call('consulta', { sql: 'truncate table t' })).rejects.toThrow(
    'TRUNCATE confirma la transacción',
  )
  await connection.commit()
  expect(ejecutadas.map(({ sql }) => sql)).toEqual([
    'set transaction isolation level serializable',
    'savepoint div_nodo',
    'delete from falla',
    'rollback to savepoint div_nodo',
    'savepoint div_nodo',
    'delete from t',
  ])
  expect(ordenes).toEqual(['commit'])
})

test.each<[string, string, string]>([
  [
    'ORA-00001',
    'unique constraint (V.PK_T) violated',
    'ya hay otra fila con los mismos valores; clave «PK_T»',
  ],
  [
    'ORA-02291',
    'integrity constraint (V.FK) violated - parent key not found',
    'se refiere a otra que no existe; restricción «FK»',
  ],
  [
    'ORA-02292',
    'integrity constraint (V.FK) violated - child record found',
    'hay otras filas que se refieren a esta; restricción «FK»',
  ],
  ['ORA-02290', 'check constraint (V.CK) violated', 'un valor no cumple la restricción «CK»'],
  ['ORA-01400', 'cannot insert NULL into ("V"."T"."A")', 'falta un valor obligatorio en la columna «A»'],
  ['ORA-00904', '"NADA": invalid identifier', 'no existe la columna «NADA»'],
  ['ORA-00942', 'table or view does not exist', 'no existe la tabla o vista, o el usuario no puede verla'],
  ['ORA-20001', 'No hay existencias', 'dijo: «No hay existencias»'],
])('%s (%s) is told', async (code, message, motivo) => {
  const { call, connection } = connect(() => oraError(code, message))
  await expect(call('consulta', { sql: 'delete from t' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining(motivo),
    extra: { codigoNativo: code },
  })
  expect(connection.usable).toBe(true)
})

test.each(['ORA-03113', 'NJS-500', 'NJS-003'])('%s ends the connection', async (code) => {
  const { call, connection } = connect(() => oraError(code, 'end-of-file on communication channel'))
  await expect(call('consulta', { sql: 'delete from t' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
  expect(connection.usable).toBe(false)
})

test('where nobody listens, that is said', async () => {
  await expect(open({ host: '127.0.0.1', puerto: 1, usuario: 'x' })).rejects.toMatchObject(NOBODY_LISTENS)
})

test('a listener that does not know the service is told', async () => {
  const listener = await openFakeListener(
    REFUSES,
    '(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=12514)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))',
  )
  const failing = open(listener.config)
  await expect(failing).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
    message: expect.stringContaining('no conoce ese servicio'),
  })
  await expect(failing).rejects.not.toThrow('muysecreta')
  await listener.close()
})

test('an address that a listener sends on to goes through the guarded network', async () => {
  const listener = await openFakeListener(REDIRECTS, '(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.9)(PORT=1521))')
  const asked: string[] = []
  const { red } = connectDeps()
  const deps = connectDeps({
    red: {
      ...red,
      async resolve(host) {
        asked.push(host)
        if (host === '127.0.0.9') throw new DireccionNoPermitida({ host, direccion: host })
        return { address: host, family: 4 }
      },
    },
  })
  await expect(open(listener.config, deps)).rejects.toMatchObject({ codigo: 'DIRECCION_NO_PERMITIDA' })
  expect(asked).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.9'])
  await listener.close()
})

test('a proxy that a listener sends on to is not connected to', async () => {
  const proxy = await openFakeListener(REFUSES, '')
  const listener = await openFakeListener(
    REDIRECTS,
    `(ADDRESS=(PROTOCOL=tcps)(HOST=127.0.0.1)(PORT=1521)(HTTPS_PROXY=127.0.0.1)(HTTPS_PROXY_PORT=${proxy.config.puerto}))`,
  )
  await expect(open(listener.config)).rejects.toMatchObject({ codigo: 'DIRECCION_NO_PERMITIDA' })
  expect(proxy.reached()).toBe(0)
  await listener.close()
  await proxy.close()
})

test('rows whose column passes what was read are asked for in its SQL, and told once each', async () => {
  const { fila } = oracle.eventos ?? {}
  if (!fila) throw new Error('no event')
  const opciones = { tabla: 'PEDIDOS', columnaCursor: 'ID', columnaClave: 'ID', desde: 'principio' }
  const ids = (...all: string[]) => ({
    resultSet: resultSet(
      [{ name: 'ID', dbTypeName: 'NUMBER' }],
      all.map((id) => [id]),
    ),
  })
  const { connection, ejecutadas } = connect(({ sql }) =>
    sql.includes('>=') ? ids('2', '3') : ids('1', '2'),
  )
  const { told, datos, cursor } = await listenFor(
    fila.prepare({ ...opciones, cadaSegundos: 1 }),
    connection,
    {
      count: 3,
      maximo: 2,
    },
  )
  expect(datos).toEqual([{ fila: { ID: 1 } }, { fila: { ID: 2 } }, { fila: { ID: 3 } }])
  expect(new Set(told.map(({ clave }) => clave)).size).toBe(3)
  expect(cursor).toEqual({ posicion: { tipo: 'valor', valor: 3, claves: ['3'] } })
  const binds = (...all: number[]) => all.map((val) => expect.objectContaining({ val }))
  expect(ejecutadas).toEqual([
    {
      sql: 'select * from "PEDIDOS" where "ID" is not null order by "ID" asc offset 0 rows fetch next :1 rows only',
      binds: binds(2),
    },
    {
      sql: 'select * from "PEDIDOS" where "ID" >= :1 order by "ID" asc offset 0 rows fetch next :2 rows only',
      binds: binds(2, 3),
    },
  ])
})

test.each(['getting a connection', 'setting its session'])('%s ends with its signal', async (step) => {
  const listener = await openFakeListener(REFUSES, null)
  const controller = new AbortController()
  const silent = { execute: () => new Promise(() => {}) }
  const getting = vi.spyOn(oracledb, 'getConnection')
  // Only what is asked of it before it is given on.
  if (step === 'setting its session') getting.mockImplementation(async () => silent as never)
  const opening = open(listener.config, connectDeps({ signal: controller.signal }))
  opening.catch(() => {})
  if (step === 'setting its session') await vi.waitFor(() => expect(getting).toHaveBeenCalled())
  else await listener.asked
  controller.abort(new Error('no more'))
  await expect(opening).rejects.toThrow()
  if (step === 'getting a connection') await listener.left
  getting.mockRestore()
  await listener.close()
})

test.each([
  'begin p; end;',
  'alter session set current_schema = a',
  'ALTER /* */ SYSTEM flush shared_pool',
  'alter2 x',
  'set role dba',
  'declare a number; begin null; end;',
])('%s is not admitted', (sql) => {
  expect(() => prepare('consulta', { sql }, [])).toThrow(
    expect.objectContaining({ codigo: 'DATOS_INVALIDOS' }),
  )
})
