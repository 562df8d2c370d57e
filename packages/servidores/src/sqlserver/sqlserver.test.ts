import { Binario, Fecha, LIMITS, monotonicNow } from '@div/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { listenFor } from '../eventos/testing-listen.ts'
import { callContext, connectDeps } from '../sql/testing.ts'
import { NOBODY_LISTENS, preparerOf } from '../testing-connection.ts'
import { sqlserver } from './sqlserver.ts'
import type { SqlserverConnection } from './sqlserver-connection.ts'
import {
  BIT,
  bit,
  done,
  doneInProc,
  doneProc,
  type FakeSqlserver,
  failure,
  INT,
  int,
  NVARCHAR,
  nvarchar,
  openFakeSqlserver,
  type Pedido,
  type Respuesta,
  returnValue,
  rows,
} from './testing.ts'

const open = (config: object, deps = connectDeps()) => sqlserver.connect(sqlserver.config.parse(config), deps)

const prepare = preparerOf(sqlserver.objetos)

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** Answers as a statement with parameters does. */
const answerRows = (tokens: Buffer, count = 1) => Buffer.concat([tokens, doneInProc(count), doneProc()])

const ONE = rows([{ nombre: 'uno', tipo: INT }], [[int(1)]])

describe('with a server that speaks TDS', () => {
  let server: FakeSqlserver | undefined
  let connection: SqlserverConnection | undefined

  async function connect(answer: (pedido: Pedido) => Respuesta, deps = connectDeps(), config = {}) {
    server = await openFakeSqlserver(answer)
    connection = await open({ ...server.config, ...config }, deps)
    return connection
  }

  async function call(
    answer: (pedido: Pedido) => Respuesta,
    tipoObjeto: string,
    objeto: object,
    valores: Record<string, unknown> = {},
    context = callContext(),
  ): Promise<unknown> {
    const made = await connect(answer)
    return prepare(tipoObjeto, objeto, Object.keys(valores)).run(made, valores, context)
  }

  const asked = () => server?.pedidos.map(({ texto }) => texto)

  afterEach(async () => {
    await connection?.close()
    await server?.close()
    connection = undefined
    server = undefined
  })

  // TYPE_INFO and value as MS-TDS 2.2.5.4 and 2.2.5.5 lay them out.
  test.each<[string, string, string, unknown]>([
    ['int', '26 04', '04 07000000', 7],
    ['bigint', '26 08', '08 ffffffffffffff7f', '9223372036854775807'],
    ['bigint that a number holds', '26 08', '08 0000000001000000', 4_294_967_296],
    ['bit', '68 01', '01 01', true],
    ['decimal(10,2)', '6a 11 0a 02', '05 01 1a040000', 10.5],
    ['decimal(38,4)', '6a 11 26 04', '11 00 ffffffffffffff7f0000000000000000', '-922337203685477.5807'],
    ['numeric(38,0)', '6c 11 26 00', '11 01 ffffffffffffffffff00000000000000', '4722366482869645213695'],
    ['decimal that is null', '6a 11 0a 02', '00', null],
    ['money', '6e 08', '08 ffffff7f ffffffff', '922337203685477.5807'],
    ['smallmoney', '6e 04', '04 f0d8ffff', -1],
    ['float', '6d 08', '08 9a9999999999b93f', 0.1],
    ['real', '6d 04', '04 cdcccc3d', 0.1],
    ['date', '28', '03 80460b', new Fecha(2024, 2, 29)],
    ['datetime2(3)', '2a 03', '07 78173802 80460b', new Date('2024-02-29T10:20:30.456Z')],
    ['datetime2(7)', '2a 07', '08 80bf14af56 80460b', new Date('2024-02-29T10:20:30.456Z')],
    ['datetime', '6f 08', '08 25b10000 716daa00', new Date('2024-02-29T10:20:30.457Z')],
    ['datetimeoffset(3)', '2b 03', '09 78173802 80460b d4fe', new Date('2024-02-29T10:20:30.456Z')],
    ['time(3)', '29 03', '04 78173802', '10:20:30.456'],
    ['time(0)', '29 00', '03 6e9100', '10:20:30'],
    ['time(7)', '29 07', '05 52c414af56', '10:20:30.4561234'],
    [
      'uniqueidentifier',
      '24 10',
      '10 67452301 ab89 efcd 0123456789abcdef',
      '01234567-89AB-CDEF-0123-456789ABCDEF',
    ],
    ['varbinary(10)', 'a5 0a00', '0300 00ff27', new Binario(Uint8Array.of(0, 255, 39))],
  ])('%s comes as it is', async (_, tipo, value, expected) => {
    const answer = () =>
      Buffer.concat([rows([{ nombre: 'valor', tipo: hex(tipo) }], [[hex(value)]]), done({ count: 1 })])
    expect(await call(answer, 'consulta', { sql: 'select valor from t' })).toEqual({
      filas: [{ valor: expected }],
      total: 1,
    })
  })

  test('clock times without zone are of the configured zone', async () => {
    const tokens = rows([{ nombre: 'valor', tipo: hex('2a 03') }], [[hex('07 78173802 80460b')]])
    const made = await connect(() => answerRows(tokens), connectDeps(), { zonaHoraria: 'America/Bogota' })
    const { run } = prepare('consulta', { sql: 'select valor from t where valor = :valor' }, ['valor'])
    const instant = new Date('2024-02-29T15:20:30.456Z')
    expect(await run(made, { valor: instant }, callContext())).toEqual({
      filas: [{ valor: instant }],
      total: 1,
    })
    expect(server?.pedidos[0]?.parametros[0]).toMatchObject({
      tipo: 'DateTime2',
      value: new Date('2024-02-29T10:20:30.456Z'),
    })
  })

  test.each<[unknown, string, unknown]>([
    ["ñ'\u{1f600}", 'NVarChar', "ñ'\u{1f600}"],
    [7, 'IntN', 7],
    [5_000_000_000, 'IntN', '5000000000'],
    [10.5, 'FloatN', 10.5],
    ['12345678901234567890.12', 'NVarChar', '12345678901234567890.12'],
    [true, 'BitN', true],
    [new Fecha(2024, 2, 29), 'Date', new Date('2024-02-29T00:00:00Z')],
    [new Binario(Uint8Array.of(1, 2)), 'VarBinary', Buffer.of(1, 2)],
    [{ a: [1] }, 'NVarChar', '{"a":[1]}'],
    ['x'.repeat(5_000), 'NVarChar', 'x'.repeat(5_000)],
  ])('%j is bound as %s', async (valor, tipo, value) => {
    await call(() => answerRows(ONE), 'consulta', { sql: 'select a from t where b = :valor' }, { valor })
    expect(server?.pedidos).toMatchObject([
      { texto: 'select a from t where b = @p1', parametros: [{ nombre: '@p1', tipo, value }] },
    ])
  })

  test('a null is spelled out, and a list is as many values', async () => {
    const sql = 'select a from t where (:b is null or b = :b) and c in (:c) and d not in (:d)'
    await call(() => answerRows(ONE), 'consulta', { sql }, { b: null, c: [1, 2, 3], d: [] })
    expect(asked()).toEqual([
      'select a from t where (null is null or b = null) and c in (@p1, @p2, @p3, @p4) and d not in (select null from (select 1 as uno) as nada where 1 = 0)',
    ])
  })

  test.each<[Record<string, unknown>, string]>([
    [
      { operacion: 'seleccionar', columnas: ['a'], orden: [{ columna: 'a' }], limite: { parametro: 'n' } },
      'select top (@p1) [a] from [t] order by [a] asc',
    ],
    [
      { operacion: 'seleccionar', limite: 5, desplazamiento: { parametro: 'n' } },
      'select * from [t] order by (select null) offset @p1 rows fetch next 5 rows only',
    ],
    [
      { operacion: 'seleccionar', desplazamiento: { parametro: 'n' }, orden: [{ columna: 'a' }] },
      'select * from [t] order by [a] asc offset @p1 rows',
    ],
    [
      { operacion: 'seleccionar', filtro: [{ columna: 'a]b', operador: 'contiene', parametro: 'n' }] },
      "select * from [t] where [a]]b] like @p1 escape '!'",
    ],
    [
      { operacion: 'insertar', columnas: [{ columna: 'a', parametro: 'n' }], devolver: ['id'] },
      'insert into [t] ([a]) output inserted.[id] values (@p1)',
    ],
    [
      {
        operacion: 'actualizar',
        columnas: [{ columna: 'a', parametro: 'n' }],
        filtro: [{ columna: 'id', operador: 'esNulo' }],
        devolver: ['id'],
      },
      'update [t] set [a] = @p1 output inserted.[id] where [id] is null',
    ],
    [
      { operacion: 'eliminar', filtro: [{ columna: 'id', parametro: 'n' }], devolver: ['id'] },
      'delete from [t] output deleted.[id] where [id] = @p1',
    ],
  ])('%j asks as this database writes it', async (objeto, texto) => {
    await call(() => answerRows(ONE), 'tabla', { tabla: 't', ...objeto }, { n: 3 })
    expect(asked()).toContain(texto)
  })

  test('what means something in a pattern stands for itself', async () => {
    const filtro = [{ columna: 'a', operador: 'empiezaPor' }]
    await call(
      () => answerRows(ONE),
      'tabla',
      { tabla: 't', operacion: 'seleccionar', filtro },
      { a: '50%_[x]!' },
    )
    expect(server?.pedidos[0]?.parametros[0]?.value).toBe('50!%!_![x]!!%')
  })

  test('of a writing the rows of the statement count, and not those of its triggers', async () => {
    const answer = () => Buffer.concat([doneInProc(7), doneInProc(2), doneProc()])
    expect(await call(answer, 'consulta', { sql: 'update t set a = :a' }, { a: 1 })).toEqual({ afectadas: 2 })
  })

  test('rows that were written come back, in a transaction of their own', async () => {
    const objeto = { tabla: 't', operacion: 'insertar', columnas: ['a'], devolver: ['uno'] }
    expect(
      await call(({ texto }) => (texto.startsWith('insert') ? answerRows(ONE) : done()), 'tabla', objeto, {
        a: 1,
      }),
    ).toEqual({
      afectadas: 1,
      filas: [{ uno: 1 }],
    })
    expect(asked()).toEqual([
      'set transaction isolation level read committed',
      'begin transaction',
      'insert into [t] ([a]) output inserted.[uno] values (@p1)',
      'commit transaction; set transaction isolation level read committed',
    ])
  })

  test('a reading that is declared so is undone', async () => {
    const answer = ({ texto }: Pedido) =>
      texto.startsWith('select') ? Buffer.concat([ONE, done({ count: 1 })]) : done()
    await call(answer, 'consulta', { sql: 'select dbo.f()', soloLectura: true })
    expect(asked()?.slice(1)).toEqual([
      'begin transaction',
      'select dbo.f()',
      'if @@trancount > 0 rollback transaction; set transaction isolation level read committed',
    ])
  })

  test('a cursor over a reading that is declared so is undone too', async () => {
    const made = await connect(({ texto }) =>
      texto.startsWith('select') ? Buffer.concat([ONE, done({ count: 1 })]) : done(),
    )
    const { stream } = prepare('consulta', { sql: 'select dbo.f()', soloLectura: true }, [])
    for await (const batch of stream?.(made, {}, callContext()) ?? []) expect(batch).toEqual([{ uno: 1 }])
    expect(asked()?.slice(1)).toEqual([
      'begin transaction',
      'select dbo.f()',
      'if @@trancount > 0 rollback transaction; set transaction isolation level read committed',
    ])
  })

  test.each([
    ['delete from t', true],
    ['update t set a = 1 where b = 2', true],
    ['delete from t exec p', false],
    ['insert into t (a) execute p', false],
    ['select 1 as uno exec p', false],
  ])('that %s can be undone is %j', (sql, reversible) => {
    expect(prepare('consulta', { sql }, []).reversible).toBe(reversible)
  })

  test('each row of many is a statement of its own', async () => {
    const objeto = { tabla: 't', operacion: 'insertarMasivo', columnas: ['a', 'b'] }
    const filas = [{ a: 1, b: 'x' }, { a: 'y' }]
    expect(
      await call(
        ({ texto }) => (texto.startsWith('insert') ? answerRows(doneInProc(1)) : done()),
        'tabla',
        objeto,
        { filas },
      ),
    ).toEqual({
      afectadas: 2,
    })
    expect(asked()).toContain(
      'insert into [t] ([a], [b]) values (@p1, @p2); insert into [t] ([a], [b]) values (@p3, null)',
    )
  })

  test('many rows go in batches of as many values as the database takes', async () => {
    const objeto = { tabla: 't', operacion: 'insertarMasivo', columnas: ['a', 'b', 'c'] }
    const filas = Array.from({ length: 1_500 }, (_, a) => ({ a, b: 'b', c: true }))
    expect(await call(() => done(), 'tabla', objeto, { filas })).toEqual({ afectadas: 1_500 })
    const counts = server?.pedidos.map(({ parametros }) => parametros.length).filter((count) => count > 0)
    expect(counts).toEqual([2_097, 2_097, 306])
  })

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
    expect(server?.pedidos[1]).toEqual({
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
    const made = await connect(({ texto }) =>
      texto.includes('lenta') ? 'nada' : Buffer.concat([ONE, done()]),
    )
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
    await expect(
      prepare('consulta', { sql: 'delete from falla' }, []).run(made, {}, context),
    ).rejects.toThrow('clave «u»')
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
    expect(connection?.usable).toBe(true)
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
    const tokens = [
      failure({ number: 4_014, message: 'A fatal error', severity: 20 }),
      done({ isError: true }),
    ]
    await expect(
      call(() => Buffer.concat(tokens), 'consulta', { sql: 'delete from t' }),
    ).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
    expect(connection?.usable).toBe(false)
  })

  test('a connection that breaks is told, and not used again', async () => {
    await expect(call(() => 'colgar', 'consulta', { sql: 'select 1 as a' })).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
    expect(connection?.usable).toBe(false)
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
      expect(server?.pedidos).toEqual([
        { texto: sql, parametros: [], esProcedimiento: false, esDeSesion: false },
      ])
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
    server = await openFakeSqlserver(
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
    server = await openFakeSqlserver(() => done())
    await expect(open({ ...server.config, ssl: true })).rejects.toMatchObject({
      codigo: 'SERVIDOR_NO_RESPONDE',
    })
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
