import { LIMITS, monotonicNow } from '@div/contract'
import { expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { callContext, connectDeps } from '../sql/testing.ts'
import { NOBODY_LISTENS } from '../testing-connection.ts'
import { sqlserver } from './sqlserver.ts'
import {
  BIT,
  bit,
  done,
  doneInProc,
  doneProc,
  failure,
  INT,
  int,
  NVARCHAR,
  nvarchar,
  type Pedido,
  returnValue,
  rows,
} from './testing.ts'
import { answerRows, ONE, open, prepare, withFakeSqlserver } from './testing-session.ts'

const { asked, call, connect, isUsable, pedidos, start } = withFakeSqlserver()

const SIGNATURE = (argumentos: [string, boolean, string][], clase: string) =>
  answerRows(
    rows(
      ['esquema', 'clase', 'nombre', 'sale', 'tipo'].map((nombre) => ({
        nombre,
        tipo: nombre === 'sale' ? BIT : NVARCHAR,
      })),
      argumentos.map(([nombre, sale, tipo]) => [
        nvarchar('dbo'),
        nvarchar(clase),
        nvarchar(nombre),
        bit(sale),
        nvarchar(tipo),
      ]),
    ),
  )

test('a procedure answers its outputs and every set of rows', async () => {
  const signature = SIGNATURE(
    [
      ['@a', false, 'int'],
      ['@b', true, 'decimal'],
      ['@c', true, 'int'],
    ],
    'P',
  )
  const answer = Buffer.concat([
    rows(
      [
        { nombre: 'x', tipo: INT },
        { nombre: '', tipo: NVARCHAR },
      ],
      [[int(1), nvarchar('y')]],
    ),
    doneInProc(1),
    rows([{ nombre: 'z', tipo: INT }], [[int(2)], [int(null)]]),
    doneInProc(2),
    returnValue({ nombre: '@b', tipo: NVARCHAR }, nvarchar('12345678901234567890.5')),
    returnValue({ nombre: '@c', tipo: INT }, int(9)),
    doneProc(),
  ])
  const valores = { a: 3, b: '1.5' }
  expect(
    await call(
      ({ esProcedimiento }) => (esProcedimiento ? answer : signature),
      'procedimiento',
      { nombre: 'p' },
      valores,
    ),
  ).toEqual({
    salidas: { b: '12345678901234567890.5', c: 9 },
    conjuntos: [[{ x: 1, columna2: 'y' }], [{ z: 2 }, { z: null }]],
  })
  expect(pedidos()[1]).toEqual({
    texto: '[dbo].[p]',
    esProcedimiento: true,
    esDeSesion: false,
    parametros: [
      { nombre: '@a', tipo: 'IntN', value: 3, sale: false },
      { nombre: '@b', tipo: 'NVarChar', value: '1.5', sale: true },
      { nombre: '@c', tipo: 'IntN', value: null, sale: true },
    ],
  })
})

test('a parameter that the procedure does not have is told', async () => {
  const signature = SIGNATURE([['@a', false, 'int']], 'P')
  await expect(call(() => signature, 'procedimiento', { nombre: 'p' }, { z: 1 })).rejects.toMatchObject({
    errores: [{ campo: 'parametros.z' }],
  })
})

test.each([
  ['FN', 'select [dbo].[f](@p1, default) as resultado', { salidas: { resultado: 1 }, conjuntos: [] }],
  ['IF', 'select * from [dbo].[f](@p1, default)', { salidas: {}, conjuntos: [[{ resultado: 1 }]] }],
])('a function of class %s is called as %s', async (clase, texto, salida) => {
  const signature = SIGNATURE(
    [
      ['@n', false, 'int'],
      ['@m', false, 'int'],
    ],
    clase,
  )
  const result = answerRows(rows([{ nombre: 'resultado', tipo: INT }], [[int(1)]]))
  const answer = (pedido: Pedido) => (pedido.texto.includes('sys.objects') ? signature : result)
  expect(await call(answer, 'funcion', { nombre: 'f' }, { n: 4 })).toEqual(salida)
  expect(asked()?.[1]).toBe(texto)
})

test('a cursor reads by batches, and stops a statement that nobody reads on', async () => {
  const filas = Array.from({ length: 1_200 }, (_, n) => [int(n)])
  const tokens = Buffer.concat([rows([{ nombre: 'n', tipo: INT }], filas), done({ count: 1_200 })])
  const made = await connect(({ texto }) =>
    texto.includes('from t') ? tokens : Buffer.concat([ONE, done()]),
  )
  const { stream } = prepare('consulta', { sql: 'select n from t' }, [])
  const sizes: number[] = []
  for await (const batch of stream?.(made, {}, callContext()) ?? []) sizes.push(batch.length)
  expect(sizes.reduce((total, size) => total + size)).toBe(1_200)
  expect(sizes.length).toBeGreaterThan(1)
  for await (const batch of stream?.(made, {}, callContext()) ?? []) {
    expect(batch[0]).toEqual({ n: 0 })
    break
  }
  expect(await prepare('consulta', { sql: 'select uno from u' }, []).run(made, {}, callContext())).toEqual({
    filas: [{ uno: 1 }],
    total: 1,
  })
  expect(made.usable).toBe(true)
})

test('a statement ends with the time of its call, and the connection goes on', async () => {
  const made = await connect(({ texto }) => (texto.includes('lenta') ? 'nada' : Buffer.concat([ONE, done()])))
  const context = callContext({ deadline: monotonicNow() + 50 })
  await expect(
    prepare('consulta', { sql: 'select a from lenta' }, []).run(made, {}, context),
  ).rejects.toMatchObject({
    codigo: 'TIEMPO_AGOTADO',
  })
  expect(made.usable).toBe(true)
  expect(
    await prepare('consulta', { sql: 'select uno from t' }, []).run(made, {}, callContext()),
  ).toMatchObject({ total: 1 })
})

test('a transaction has its level, its savepoints and its end', async () => {
  const made = await connect(({ texto }) =>
    texto.includes('falla')
      ? Buffer.concat([
          failure({
            number: 2627,
            message: "Violation of UNIQUE KEY constraint 'u'. The duplicate key value is (x).",
          }),
          done({ isError: true }),
        ])
      : done(),
  )
  await made.begin('serializable')
  const context = callContext({ savepoint: true })
  await expect(prepare('consulta', { sql: 'delete from falla' }, []).run(made, {}, context)).rejects.toThrow(
    'clave «u»',
  )
  await prepare('consulta', { sql: 'delete from t' }, []).run(made, {}, context)
  await made.commit()
  expect(asked()).toEqual([
    'set transaction isolation level serializable',
    'begin transaction',
    'save transaction div_nodo',
    'delete from falla',
    'rollback transaction div_nodo',
    'save transaction div_nodo',
    'delete from t',
    'commit transaction; set transaction isolation level read committed',
  ])
})

test('nothing more runs in a transaction that the database undid', async () => {
  const message = 'Transaction (Process ID 52) was deadlocked on lock resources'
  const made = await connect(({ texto }) =>
    texto.startsWith('delete')
      ? Buffer.concat([failure({ number: 1205, message }), done({ isError: true })])
      : done(),
  )
  await made.begin('lecturaConfirmada')
  const { run } = prepare('consulta', { sql: 'delete from t' }, [])
  await expect(run(made, {}, callContext())).rejects.toMatchObject({
    extra: { codigoNativo: '1205', reintentable: true, sinEfecto: true },
  })
  await expect(run(made, {}, callContext())).rejects.toThrow('deshizo la transacción')
  await expect(made.commit()).rejects.toThrow('deshizo la transacción')
  await made.rollback()
  expect(made.usable).toBe(true)
})

test.each<[number, string, string]>([
  [
    2627,
    "Violation of PRIMARY KEY constraint 'pk_t'. Cannot insert duplicate key in object 'dbo.t'. The duplicate key value is (secreto).",
    'ya hay otra fila con los mismos valores; clave «pk_t»',
  ],
  [
    2601,
    "Cannot insert duplicate key row in object 'dbo.t' with unique index 'ix_t'. The duplicate key value is (secreto).",
    'ya hay otra fila con los mismos valores; clave «ix_t»',
  ],
  [
    547,
    'The INSERT statement conflicted with the FOREIGN KEY constraint "fk". The conflict occurred in database "d", table "dbo.o", column \'id\'.',
    'la fila se refiere a otra que no existe; restricción «fk»',
  ],
  [
    547,
    'The DELETE statement conflicted with the REFERENCE constraint "fk". The conflict occurred in database "d".',
    'hay otras filas que se refieren a esta; restricción «fk»',
  ],
  [
    547,
    'The UPDATE statement conflicted with the CHECK constraint "ck". The conflict occurred in database "d".',
    'un valor no cumple la restricción «ck»',
  ],
  [
    515,
    "Cannot insert the value NULL into column 'a', table 'd.dbo.t'; column does not allow nulls. INSERT fails.",
    'falta un valor obligatorio en la columna «a»',
  ],
  [208, "Invalid object name 'nada'.", 'no existe el objeto «nada»'],
  [102, "Incorrect syntax near 'form'.", 'error de sintaxis cerca de «form»'],
  [50000, 'No hay existencias', 'dijo: «No hay existencias»'],
])('the failure %d (%s) is told', async (number, message, motivo) => {
  const failing = call(
    () => Buffer.concat([failure({ number, message }), done({ isError: true })]),
    'consulta',
    { sql: 'delete from t' },
  )
  await expect(failing).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining(motivo),
    extra: { codigoNativo: String(number) },
  })
  await expect(failing).rejects.not.toThrow('secreto')
  expect(isUsable()).toBe(true)
})

test('the first of several failures is told', async () => {
  const tokens = [
    failure({ number: 2812, message: "Could not find stored procedure 'p'." }),
    failure({ number: 50_001, message: 'after it' }),
    done({ isError: true }),
  ]
  await expect(call(() => Buffer.concat(tokens), 'consulta', { sql: 'exec p' })).rejects.toThrow(
    'no existe la rutina «p»',
  )
})

test('a failure that ends the connection leaves it unused', async () => {
  const tokens = [failure({ number: 4_014, message: 'A fatal error', severity: 20 }), done({ isError: true })]
  await expect(call(() => Buffer.concat(tokens), 'consulta', { sql: 'delete from t' })).rejects.toMatchObject(
    { codigo: 'SERVIDOR_NO_RESPONDE' },
  )
  expect(isUsable()).toBe(false)
})

test('a connection that breaks is told, and not used again', async () => {
  await expect(call(() => 'colgar', 'consulta', { sql: 'select 1 as a' })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
  expect(isUsable()).toBe(false)
})

test.each([
  [{ filas: 2 }, 'LIMITE_SUPERADO'],
  [{ respuestaBytes: 100 }, 'RESPUESTA_DEMASIADO_GRANDE'],
])('what goes past %j is an error', async (limits, codigo) => {
  const filas = Array.from({ length: 3 }, () => [nvarchar('x'.repeat(60))])
  const tokens = Buffer.concat([rows([{ nombre: 'a', tipo: NVARCHAR }], filas), done({ count: 3 })])
  const made = await connect(() => tokens, connectDeps({ limits: { ...LIMITS, ...limits } }))
  await expect(
    prepare('consulta', { sql: 'select a from t' }, []).run(made, {}, callContext()),
  ).rejects.toMatchObject({ codigo })
})

test('the sets of an answer are measured together', async () => {
  const set = rows([{ nombre: 'a', tipo: NVARCHAR }], [[nvarchar('x'.repeat(60))]])
  const tokens = Buffer.concat([set, done({ count: 1, hasMore: true }), set, done({ count: 1 })])
  const made = await connect(() => tokens, connectDeps({ limits: { ...LIMITS, respuestaBytes: 100 } }))
  await expect(
    prepare('consulta', { sql: 'select a from t' }, []).run(made, {}, callContext()),
  ).rejects.toMatchObject({ codigo: 'RESPUESTA_DEMASIADO_GRANDE' })
})

test.each(['select a from t', 'delete from t', 'exec p'])(
  'what «%s» sets is not left to whoever uses the connection next',
  async (sql) => {
    await call(() => Buffer.concat([ONE, done({ count: 1 })]), 'consulta', { sql })
    expect(pedidos()).toEqual([{ texto: sql, parametros: [], esProcedimiento: false, esDeSesion: false }])
  },
)

test('two columns of one name are refused', async () => {
  const twice = rows(
    [
      { nombre: 'a', tipo: INT },
      { nombre: 'a', tipo: INT },
    ],
    [[int(1), int(2)]],
  )
  await expect(
    call(() => Buffer.concat([twice, done()]), 'consulta', { sql: 'select a, a from t' }),
  ).rejects.toThrow('más de una columna «a»')
})

test.each([
  [18456, "Login failed for user 'sa'.", 'el usuario o la contraseña no son correctos'],
  [
    4060,
    'Cannot open database "no" requested by the login. The login failed.',
    'no existe la base de datos «no»',
  ],
])('a sign-in that is refused with %d says why, and no secret', async (number, message, motivo) => {
  const server = await start(
    () => done(),
    Buffer.concat([
      failure({ number, message }),
      failure({ number: 18_456, message: 'Login failed.' }),
      done({ isError: true }),
    ]),
  )
  const failing = open({ ...server.config, contrasena: 'muysecreta' })
  await expect(failing).rejects.toMatchObject({
    codigo: 'SERVIDOR_RECHAZA',
    message: expect.stringContaining(motivo),
  })
  await expect(failing).rejects.not.toThrow('muysecreta')
})

test('rows whose column passes what was read are asked for in its SQL, and told once each', async () => {
  const { fila } = sqlserver.eventos ?? {}
  if (!fila) throw new Error('no event')
  const opciones = { tabla: 'pedidos', columnaCursor: 'id', columnaClave: 'id', desde: 'principio' }
  const ids = (...all: number[]) =>
    answerRows(
      rows(
        [{ nombre: 'id', tipo: INT }],
        all.map((id) => [int(id)]),
      ),
      all.length,
    )
  const made = await connect(({ texto }) => (texto.includes('>=') ? ids(2, 3) : ids(1, 2)))
  const { told, datos, cursor } = await listenFor(fila.prepare({ ...opciones, cadaSegundos: 1 }), made, {
    count: 3,
    maximo: 2,
  })
  expect(datos).toEqual([{ fila: { id: 1 } }, { fila: { id: 2 } }, { fila: { id: 3 } }])
  expect(new Set(told.map(({ clave }) => clave)).size).toBe(3)
  expect(cursor).toEqual({ posicion: { tipo: 'valor', valor: 3, claves: ['3'] } })
  expect(asked()).toEqual([
    'select top (@p1) * from [pedidos] where [id] is not null order by [id] asc',
    'select top (@p1) * from [pedidos] where [id] >= @p2 order by [id] asc',
  ])
})

test('a server without TLS is told where it is asked for', async () => {
  const server = await start(() => done())
  await expect(open({ ...server.config, ssl: true })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
  })
})

test('where nobody listens, that is said', async () => {
  await expect(open({ host: '127.0.0.1', puerto: 1, usuario: 'sa' })).rejects.toMatchObject(NOBODY_LISTENS)
})

test.each([
  ['select a from t', 'lectura'],
  ['select a from t delete from t', 'escritura'],
  ["select 'delete' as a, [update] from t", 'lectura'],
  ['with a as (select 1 x) select x from a', 'lectura'],
  ['with a as (select 1 x) select x from a delete from t', 'escritura'],
  ['with a as (select 1 x) select x from a exec p', 'escritura'],
  ['with a as (select 1 x) select * into otra from a', 'escritura'],
  ['select a into otra from t', 'escritura'],
  ['exec p', 'escritura'],
])('%s is a %s', (sql, efecto) => {
  expect(prepare('consulta', { sql }, []).efecto).toBe(efecto)
})

test.each([
  'use otra',
  'backup database a to disk = 1',
  'set language x',
  'bulk insert t from 1',
  'declare @a int',
])('%s is not admitted', (sql) => {
  expect(() => prepare('consulta', { sql }, [])).toThrow(
    expect.objectContaining({ codigo: 'DATOS_INVALIDOS' }),
  )
})
