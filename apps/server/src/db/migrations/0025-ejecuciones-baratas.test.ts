import { sql } from 'kysely'
import { v4, v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEjecucion } from '../../motor/history/find-ejecuciones.ts'
import { createMigrator, migrateDatabase } from '../migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing.ts'

const MADE = Date.parse('2026-11-20T10:00:00.123Z')
const PROCESO = v4()
const CANAL = v4()

/** The values of a run as the version before wrote them, and as they are to be read. */
const EMPTY = { stored: { entrada: null, salida: null, pasos: '[]' }, read: { entrada: null, salida: null } }
const FULL = {
  stored: {
    entrada: '{"nombre":"Lucía \\"la\\" Ferrán","lista":[1,2.50,null],"grande":12345678901234}',
    salida: '{"saludo":"Hola\\n\\\\ \\u00e1"}',
    pasos:
      '[{"nodo":"n1","us":[250,1500],"salidaDe":"entrada"},{"nodo":"n2","us":[2000,500],"estado":"error"}]',
  },
  read: {
    entrada: { nombre: 'Lucía "la" Ferrán', lista: [1, 2.5, null], grande: 12345678901234 },
    salida: { saludo: 'Hola\n\\ á' },
  },
}

function runOf(id: string, { laterMs, values }: { laterMs: number; values: typeof EMPTY | typeof FULL }) {
  const inicio = MADE + laterMs
  const row = { id, inicio: new Date(inicio), ...values.stored }
  const pasos =
    values === EMPTY
      ? []
      : [
          {
            nodo: 'n1',
            estado: 'ok',
            intentos: 1,
            inicio: inicio + 0.25,
            duracionMs: 1.5,
            salida: FULL.read.entrada,
          },
          { nodo: 'n2', estado: 'error', intentos: 1, inicio: inicio + 2, duracionMs: 0.5 },
        ]
  const expected = {
    id,
    inicio: row.inicio,
    duracionMs: 2.5,
    estado: 'ok',
    procesoId: PROCESO,
    version: 3,
    canalId: CANAL,
    origen: 'canal',
    errorCodigo: null,
    errorMensaje: null,
    errorNodo: null,
    nodoMotor: 'motor-1',
    claveNegocio: 'F-7',
    ...values.read,
    pasos,
  }
  return { row, expected }
}

const RUNS = [
  ['that began when its id was made', runOf(v7({ msecs: MADE }), { laterMs: 3, values: FULL })],
  ['at once and without values', runOf(v7({ msecs: MADE }), { laterMs: 0, values: EMPTY })],
  ['that was queued', runOf(v7({ msecs: MADE }), { laterMs: 60_000, values: FULL })],
  ['that was queued, without values', runOf(v7({ msecs: MADE }), { laterMs: 251, values: EMPTY })],
  ['with an id that tells no moment', runOf(v4(), { laterMs: 5, values: FULL })],
  ['with such an id and without values', runOf(v4(), { laterMs: 5, values: EMPTY })],
] as const

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const { error } = await createMigrator(db).migrateTo('0022-nodos')
  expect(error).toBeUndefined()
  await sql`create table ejecuciones_20261120 partition of ejecuciones
    for values from ('2026-11-20T00:00:00Z') to ('2026-11-21T00:00:00Z')`.execute(db)
  for (const [, { row }] of RUNS) {
    const { id, inicio, entrada, salida, pasos } = row
    await sql`
      insert into ejecuciones (id, inicio, duracion_ms, estado, proceso_id, version, canal_id, origen, nodo_motor,
        clave_negocio, entrada, salida, pasos)
      values (${id}, ${inicio}, 2.5, 'ok', ${PROCESO}, 3, ${CANAL}, 'canal', 'motor-1', 'F-7', ${entrada}::json,
        ${salida}::json, ${pasos}::json)`.execute(db)
  }
  expect(await migrateDatabase(db)).toContain('0025-ejecuciones-baratas')
})
afterAll(() => database.drop())

test.each(RUNS)('a run %s is found and read as it was stored before', async (_, { row, expected }) => {
  expect(await readEjecucion(database.db, row.id)).toEqual(expected)
})
