import { canalSchema, FLUJO_VERSION, type Flujo } from '@div/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createListener, type Listener } from '../../db/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { NO_SECRETS } from '../history/secret-scope.ts'
import { createDefinitions, type Definitions, type DefinitionsDeps } from './definitions.ts'

/** Columns that these canales leave empty. */
const EMPTY = {
  categoriaId: null,
  limite: 'null',
  concurrencia: null,
  cors: 'null',
  prioridad: 0,
  aviso: 'null',
  actualizadoPor: null,
}

let database: TestDatabase
let listener: Listener
let definitions: Definitions
/** Revision of each servidor, as `applyWorld` saw it. */
let servidores: ReadonlyMap<string, string>
let compiled: string[]

const log = pino({ level: 'silent' })

beforeEach(async () => {
  database = await createTestDatabase()
  listener = createListener(database.url)
  servidores = new Map()
  compiled = []
  definitions = await createDefinitions(deps())
})
afterEach(async () => {
  await definitions.close()
  await listener.close()
  await database.drop()
})

/** Compiles every flujo to nothing, depending on the servidores that it names. */
function deps(): DefinitionsDeps {
  const stamp = (dependencia: string) => servidores.get(dependencia) ?? 'ausente'
  return {
    db: database.db,
    listener,
    log,
    async applyWorld(stored) {
      servidores = new Map(stored.servidores.map(({ id, revision }) => [id, String(revision)]))
    },
    openCanal: ({ nombre, tipo, ruta }) => ({
      canal: canalSchema.parse({ nombre, tipo, ruta }),
      secretos: NO_SECRETS,
    }),
    compile(flujo) {
      compiled.push(flujo.nodos.map(({ nombre }) => nombre).join())
      return {
        plan: null,
        hallazgos: [],
        secretos: NO_SECRETS,
        dependencias: new Map(flujo.nodos.map(({ nombre }) => [nombre, stamp(nombre)])),
      }
    },
    stamp,
  }
}

const flujo = (servidorId: string): Flujo => ({
  version: FLUJO_VERSION,
  nodos: [{ id: 'n1', tipo: 'proceso', nombre: servidorId, posicion: { x: 0, y: 0 }, parametros: [] }],
  conexiones: [],
})

async function insertServidor(): Promise<string> {
  const id = uuid()
  await database.db
    .insertInto('servidores')
    .values({
      id,
      nombre: id,
      tipoServidor: 'sqlite',
      descripcion: '',
      activo: true,
      permitirRedPrivada: false,
      config: '{}',
      pool: '{}',
      resiliencia: '{}',
    })
    .execute()
  return id
}

/** A proceso published as version 1, in a canal of its own. */
async function insertPublished(servidorId: string): Promise<{ procesoId: string; canalId: string }> {
  const procesoId = uuid()
  const canalId = uuid()
  const document = JSON.stringify(flujo(servidorId))
  await database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('procesos')
      .values({
        id: procesoId,
        nombre: procesoId,
        descripcion: '',
        modo: 'memoria',
        flujo: document,
        versionPublicada: 1,
      })
      .execute()
    await trx
      .insertInto('procesoVersiones')
      .values({ procesoId, version: 1, modo: 'memoria', flujo: document, nota: '' })
      .execute()
    await trx
      .insertInto('canales')
      .values({
        id: canalId,
        nombre: canalId,
        descripcion: '',
        tipo: 'REST',
        ruta: `c-${canalId}`,
        activo: true,
        modo: 'sincrono',
        acceso: '{"tipo":"publico"}',
        tiempoMaximoMs: 1_000,
        maxCuerpoBytes: 1_000,
        ...EMPTY,
      })
      .execute()
    await trx
      .insertInto('canalProcesos')
      .values({ canalId, orden: 0, procesoId, metodo: 'GET', ruta: '/' })
      .execute()
  })
  return { procesoId, canalId }
}

const canalIds = () => definitions.current().canales.map(({ id }) => id)

describe('what is published', () => {
  test('follows a change by itself', async () => {
    const { canalId, procesoId } = await insertPublished(await insertServidor())
    await expect.poll(canalIds, { timeout: 2_000 }).toEqual([canalId])
    expect(definitions.current().find(procesoId, null)?.version).toBe(1)
    await database.db.updateTable('canales').set({ activo: false }).where('id', '=', canalId).execute()
    await expect.poll(canalIds, { timeout: 2_000 }).toEqual([])
  })

  test('follows also when nobody tells: the poll sees what the notification did not', async () => {
    await sql`create or replace function anotar_cambio() returns trigger language plpgsql as $$
      begin
        insert into cambios (recurso, recurso_id) values (tg_table_name, null);
        return null;
      end $$`.execute(database.db)
    const { canalId } = await insertPublished(await insertServidor())
    await expect.poll(canalIds, { timeout: 3_000 }).toEqual([canalId])
  })

  test('goes on and listens again after its connections were cut', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'div-cambios' and datname = current_database()`.execute(
      database.db,
    )
    const { canalId } = await insertPublished(await insertServidor())
    await expect.poll(canalIds, { timeout: 3_000 }).toEqual([canalId])
  })

  test('is compiled again only when something below it changed', async () => {
    const [first, second] = [await insertServidor(), await insertServidor()]
    await insertPublished(first)
    await insertPublished(second)
    await definitions.catchUp()
    expect(compiled.toSorted()).toEqual([first, second].toSorted())
    await sql`update servidores set revision = revision + 1 where id = ${second}`.execute(database.db)
    await definitions.catchUp()
    expect(compiled.slice(2)).toEqual([second])
  })

  test('is another one when a copy put it in place of what was published', async () => {
    const [first, other] = [await insertServidor(), await insertServidor()]
    const { procesoId } = await insertPublished(first)
    await definitions.catchUp()
    await database.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('procesoVersiones')
        .set({ flujo: JSON.stringify(flujo(other)) })
        .where('procesoId', '=', procesoId)
        .execute()
      await sql`update configuracion set epoca = epoca + 1`.execute(trx)
      await sql`insert into cambios (recurso) values ('proceso_versiones')`.execute(trx)
    })
    await definitions.catchUp()
    expect(compiled).toEqual([first, other])
  })

  test('catching up waits for what was committed before', async () => {
    const { canalId } = await insertPublished(await insertServidor())
    await definitions.catchUp()
    expect(canalIds()).toEqual([canalId])
  })
})

test('a change that commits after a later one is not missed', async () => {
  const { readMarca } = await import('./read-definitions.ts')
  const id = await insertServidor()
  const before = await readMarca(database.db)
  let during = ''
  await database.db.transaction().execute(async (trx) => {
    await trx.updateTable('servidores').set({ descripcion: 'x' }).where('id', '=', id).execute()
    await insertServidor()
    during = await readMarca(database.db)
  })
  const after = await readMarca(database.db)
  expect(new Set([before, during, after]).size).toBe(3)
})
