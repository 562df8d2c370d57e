import { LIMITS, type Role } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../db/tables.ts'
import { startTestServidores, type TestServidores } from './testing.ts'

let servidores: TestServidores
let path: string
let db: Kysely<Database>

beforeAll(async () => {
  servidores = await startTestServidores()
  db = servidores.api.deps.db
  path = `/api/servidores/${servidores.id}/consultar`
  await sql`create table probadas (id int primary key)`.execute(db)
})
beforeEach(async () => {
  await sql`delete from probadas`.execute(db)
})
afterAll(() => servidores.close())

const consult = (body: object, role: Role = 'operador') => servidores.api.call('POST', path, { body, role })
const stored = async () => (await sql`select id from probadas`.execute(db)).rows

test('a reading answers its rows, with what its parameters stand for', async () => {
  const answer = await consult({ sql: 'select :a + 1 as suma, :b as texto', parametros: { a: 41, b: 'x' } })
  expect(answer.json()).toEqual({
    efecto: 'lectura',
    filas: [{ suma: 42, texto: 'x' }],
    hayMas: false,
    afectadas: null,
    duracionMs: expect.any(Number),
  })
})

test('of many rows only the first are read', async () => {
  const answer = await consult({ sql: 'select n from generate_series(1, 100000) as n' })
  const { hayMas, filas } = answer.json()
  expect({ hayMas, first: filas[0], count: filas.length }).toEqual({
    hayMas: true,
    first: { n: 1 },
    count: LIMITS.filasDePrueba,
  })
})

test('a writing is confirmed first, tells what it would touch, and is undone', async () => {
  const body = { sql: 'insert into probadas values (1), (2) returning id' }
  const refused = await consult(body)
  expect(refused.json()).toMatchObject({ status: 409, codigo: 'ESCRITURA_SIN_CONFIRMAR' })
  const answer = await consult({ ...body, confirmado: true })
  expect(answer.json()).toMatchObject({ efecto: 'escritura', afectadas: 2, filas: [{ id: 1 }, { id: 2 }] })
  expect(await stored()).toEqual([])
})

test('what a reading calls is undone too', async () => {
  await sql`create function deja() returns int language sql as 'insert into probadas values (7) returning id'`.execute(
    db,
  )
  expect((await consult({ sql: 'select deja()' })).statusCode).toBe(200)
  expect(await stored()).toEqual([])
})

test.each(['truncate probadas', 'create table otra (id int)', 'select 1 as id into otra', 'call deja()'])(
  'what may not be undone is not tried: %s',
  async (text) => {
    const answer = await consult({ sql: text, confirmado: true })
    expect(answer.json()).toMatchObject({ status: 422, codigo: 'SENTENCIA_IRREVERSIBLE' })
  },
)

test.each([
  ['select nada from probadas', 502, 'SERVIDOR_RECHAZA'],
  ['select :falta', 422, 'DATOS_INVALIDOS'],
  ['select 1; select 2', 422, 'DATOS_INVALIDOS'],
])('%s says what is wrong with it', async (text, status, codigo) => {
  const answer = await consult({ sql: text })
  expect(answer.json()).toMatchObject({ status, codigo, detail: expect.any(String) })
})

test('only who may run drafts may try a query', async () => {
  expect((await consult({ sql: 'select 1' }, 'lectura')).statusCode).toBe(403)
  expect((await consult({ sql: 'select 1' }, 'admin')).statusCode).toBe(200)
})
