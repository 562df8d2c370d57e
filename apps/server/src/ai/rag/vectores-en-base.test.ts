import { LIMITS, LimiteSuperado, type Limits, type ModoDeBusqueda, monotonicNow } from '@div/contract'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { migrateDatabase } from '../../db/migrate.ts'
import type { Database } from '../../db/tables.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { createRag, type Rag } from './buscar.ts'
import { writePasajes } from './pasajes-repository.ts'
import { normalize, toBytes } from './vectores.ts'

interface Abierta {
  db: Kysely<Database>
  drop(): Promise<void>
}

/** PostgreSQL and pgvector themselves, compiled to run in this process and spoken to as a server: none that could be installed has both. */
async function openWithPgvector(): Promise<Abierta> {
  const pglite = await PGlite.create({ extensions: { vector, unaccent, pg_trgm } })
  const server = new PGLiteSocketServer({ db: pglite, port: 0, host: '127.0.0.1' })
  await server.start()
  const db = openDatabase(`postgresql://postgres@${server.getServerConn()}/postgres`, { maxConnections: 1 })
  await migrateDatabase(db)
  return {
    db,
    async drop() {
      await db.destroy()
      await server.stop()
      await pglite.close()
    },
  }
}

const DIMENSIONES = 24
const COLECCION = uuid()
const SERVIDOR = uuid()
const PALABRAS = ['factura', 'abono', 'pago', 'pedido', 'cliente', 'almacén', 'transporte']

/** The same numbers each time. */
function numbers(seed: number): number[] {
  return Array.from({ length: DIMENSIONES }, (_, place) => Math.sin(seed * 12.9898 + place * 78.233))
}

/** Many differ in what 32 bits no longer tell, some not at all, one is of zeros. */
function vectorOf(index: number): Float32Array {
  if (index === 17) return normalize(new Array(DIMENSIONES).fill(0))
  if (index % 3 === 0) return normalize(numbers(5).map((value, place) => value + (place + index) * 1e-8))
  return normalize(numbers(index % 50))
}

async function addColeccion(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into servidores (id, nombre, tipo_servidor, config, pool, resiliencia)
    values (${SERVIDOR}, 'Modelos', 'openai', '{}', '{}', '{}')`.execute(db)
  await sql`
    insert into rag_colecciones (id, nombre, descripcion, roles, idioma, corte, servidor_id, modelo)
    values (${COLECCION}, 'Manuales', '', '{}', 'espanol', '{}', ${SERVIDOR}, 'texto-embed')`.execute(db)
  await addDocumento(
    db,
    'manual.md',
    Array.from({ length: 600 }, (_, index) => vectorOf(index)),
  )
}

async function addDocumento(
  db: Kysely<Database>,
  nombre: string,
  vectores: readonly Float32Array[],
): Promise<void> {
  const documentoId = uuid()
  await sql`
    insert into rag_documentos (id, coleccion_id, nombre, tipo, bytes, archivo, estado, subido_por)
    values (${documentoId}, ${COLECCION}, ${nombre}, 'markdown', 1, '', 'ok', 'ana')`.execute(db)
  await db.transaction().execute((trx) =>
    writePasajes(trx, {
      ...{ coleccionId: COLECCION, documentoId, idioma: 'espanol' as const },
      plan: {
        ...{ quitar: [], mover: [] },
        agregar: vectores.map((_, orden) => ({
          ...{ orden, desde: 0, hasta: 9, titulo: [], huella: Buffer.from(`${nombre} ${orden}`) },
          texto: `${PALABRAS[orden % 7]} y ${PALABRAS[(orden * 3) % 7]} ${orden}`,
        })),
      },
      vectores: vectores.map(toBytes),
    }),
  )
  await sql`update rag_colecciones set contenido = contenido + 1`.execute(db)
}

const log = { warn: vi.fn() }

const openRag = (
  db: Kysely<Database>,
  { limits = LIMITS, onAsk = () => {} }: { limits?: Limits; onAsk?: () => void } = {},
) =>
  createRag({
    ...{ db, limits, log },
    llamadas: () => ({
      prepare: () => ({
        efecto: 'lectura',
        admiteTransaccion: false,
        async call() {
          onAsk()
          return { vectores: [numbers(5)] }
        },
      }),
    }),
  })

const search = (
  rag: Rag,
  modo: ModoDeBusqueda,
  { deadlineMs = 30_000, signal = new AbortController().signal } = {},
) =>
  rag.search(
    COLECCION,
    { texto: 'factura cliente', limite: 50, modo },
    { signal, deadline: monotonicNow() + deadlineMs },
  )

let sin: Abierta
let con: Abierta
let enMemoria: Rag
let enBase: Rag

beforeAll(async () => {
  ;[sin, con] = await Promise.all([createTestDatabase(), openWithPgvector()])
  for (const { db } of [sin, con]) await addColeccion(db)
  enMemoria = openRag(sin.db)
  enBase = openRag(con.db)
}, 60_000)
afterAll(async () => {
  await sin?.drop()
  await con?.drop()
})

const withoutIds = (hallazgos: Awaited<ReturnType<typeof search>>) => ({
  ...hallazgos,
  pasajes: hallazgos.pasajes.map(({ documentoId: _, ...pasaje }) => pasaje),
})

test('it is said what compares vectors', async () => {
  expect(await enMemoria.askVectorial()).toEqual({ como: 'coseno', motivo: null })
  expect(await enBase.askVectorial()).toEqual({ como: 'pgvector', motivo: null })
})

test.each(['vectores', 'hibrido'] as const)(
  'pgvector and memory find the same in the same order: %s',
  async (modo) => {
    const found = withoutIds(await search(enBase, modo))
    expect(found).toEqual(withoutIds(await search(enMemoria, modo)))
    expect(found).toMatchObject({ modo, avisos: [] })
    expect(found.pasajes).toHaveLength(50)
    const { rows } = await sql<{
      copiados: number
    }>`select count(*)::int as copiados from rag_vectores`.execute(con.db)
    expect(rows).toEqual([{ copiados: 600 }])
  },
)

test('what is added and removed later is found and no longer found by both', async () => {
  for (const { db } of [sin, con]) {
    await addDocumento(db, 'otro.md', [vectorOf(3), vectorOf(8), normalize(numbers(5))])
    await sql`delete from rag_pasajes where id between 50 and 590`.execute(db)
  }
  const found = withoutIds(await search(enBase, 'vectores'))
  expect(found).toEqual(withoutIds(await search(enMemoria, 'vectores')))
  expect(found.pasajes.map(({ documento }) => documento)).toContain('otro.md')
})

test.each([
  [
    'were dropped, and their table made anew by whoever looked at RAG',
    async () => {
      await sql`drop table rag_vectores`.execute(con.db)
      await enBase.askVectorial()
    },
  ],
  ['were emptied', () => sql`truncate rag_vectores`.execute(con.db)],
  ['went in part', () => sql`delete from rag_vectores where pasaje_id < 20`.execute(con.db)],
])('copies that %s are made anew, and nothing is missing meanwhile', async (_what, change) => {
  const before = withoutIds(await search(enBase, 'vectores'))
  await change()
  expect(withoutIds(await search(enBase, 'vectores'))).toEqual(before)
  expect(withoutIds(await search(enBase, 'hibrido'))).toEqual(withoutIds(await search(enMemoria, 'hibrido')))
  const { rows } = await sql<{ faltan: number }>`
    select count(*)::int as faltan from rag_pasajes where id not in (select pasaje_id from rag_vectores)`.execute(
    con.db,
  )
  expect(rows).toEqual([{ faltan: 0 }])
})

test('an extension that goes takes nothing away of what is found, and is taken again', async () => {
  const before = withoutIds(await search(enBase, 'vectores'))
  await sql`drop extension vector cascade`.execute(con.db)
  expect(withoutIds(await search(enBase, 'vectores'))).toEqual(before)
  const { rows } = await sql`select from rag_vectores`.execute(con.db)
  expect(rows).not.toEqual([])
})

test('what cannot be copied is compared in memory, and the log says why', async () => {
  const before = withoutIds(await search(enBase, 'vectores'))
  await sql`truncate rag_vectores`.execute(con.db)
  await sql`alter table rag_vectores add constraint lleno check (pasaje_id < 0)`.execute(con.db)
  log.warn.mockClear()
  expect(withoutIds(await search(enBase, 'vectores'))).toEqual(before)
  expect(log.warn).toHaveBeenCalledWith(
    { err: expect.objectContaining({ constraint: 'lleno' }) },
    'the vectors of a collection were not copied',
  )
  const grande = openRag(con.db, { limits: { ...LIMITS, ragVectoresBytes: 100 } })
  await expect(search(grande, 'vectores')).rejects.toThrow(LimiteSuperado)
  await sql`alter table rag_vectores drop constraint lleno`.execute(con.db)
  expect(withoutIds(await search(enBase, 'vectores'))).toEqual(before)
})

test('a copy that takes long of what is too much for memory is waited for, in time', async () => {
  await addDocumento(
    con.db,
    'largo.md',
    Array.from({ length: 400 }, (_, index) => vectorOf(index)),
  )
  const before = withoutIds(await search(enBase, 'vectores'))
  await sql`
    create function demora() returns trigger language plpgsql as $$ declare fin timestamptz := clock_timestamp() + '600 ms';
    begin while clock_timestamp() < fin loop end loop; return null; end $$`.execute(con.db)
  await sql`create trigger demora before insert on rag_vectores execute function demora()`.execute(con.db)
  const grande = openRag(con.db, { limits: { ...LIMITS, ragVectoresBytes: 100 } })
  await sql`truncate rag_vectores`.execute(con.db)
  const byWords = await search(grande, 'hibrido', { deadlineMs: 1 })
  expect(byWords.pasajes).toHaveLength(50)
  expect(byWords).toMatchObject({
    avisos: [expect.stringContaining('Copiar los vectores a pgvector, que sigue en marcha, no terminó')],
  })
  await sql`truncate rag_vectores`.execute(con.db)
  expect(withoutIds(await search(grande, 'vectores'))).toEqual(before)
  await sql`drop function demora cascade`.execute(con.db)
})

test('who leaves while the model is asked is answered nothing, wherever vectors are compared', async () => {
  for (const { db } of [sin, con]) {
    const leaving = new AbortController()
    const rag = openRag(db, { onAsk: () => leaving.abort(new Error('Se fue.')) })
    await expect(search(rag, 'vectores', { signal: leaving.signal })).rejects.toThrow('Se fue.')
  }
})

test('what PostgreSQL did not refuse is not told as if it had', async () => {
  let asked = 0
  const broken = con.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (asked++ > 0) throw new TypeError('A bug of ours')
      return result
    },
  })
  await expect(openRag(broken).askVectorial()).rejects.toThrow('A bug of ours')
})

test('where the extension may not be created it is said whom to ask', async () => {
  await sql`drop extension vector cascade`.execute(con.db)
  await sql`create role corriente`.execute(con.db)
  await sql`set role corriente`.execute(con.db)
  expect(await enBase.askVectorial()).toEqual({
    como: 'coseno',
    motivo: expect.stringContaining('pida a quien la administra'),
  })
  await sql`reset role`.execute(con.db)
})

test('where no passage has a vector yet it is said, and words are searched', async () => {
  await sql`update rag_pasajes set vector = null`.execute(sin.db)
  await sql`update rag_colecciones set contenido = contenido + 1`.execute(sin.db)
  const { pasajes, avisos } = await search(openRag(sin.db), 'hibrido')
  expect(pasajes.length).toBeGreaterThan(0)
  expect(avisos).toEqual([expect.stringContaining('Ningún pasaje tiene vector todavía')])
})
