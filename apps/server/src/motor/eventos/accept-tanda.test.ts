import { randomUUID } from 'node:crypto'
import type { Evento, Tanda } from '@div/servidores'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, untilWaiting } from '../../db/testing.ts'
import { addTarea } from '../scheduler/scheduler-testing.ts'
import { type AcceptDeps, acceptTanda, EscuchaAjena } from './accept-tanda.ts'
import { listApartados } from './apartados-repository.ts'
import { readTareaConEvento, type TareaConEvento } from './escuchas-repository.ts'
import { PEDIDO } from './eventos-testing.ts'

let database: TestDatabase
let deps: AcceptDeps

beforeAll(async () => {
  database = await createTestDatabase()
  deps = {
    db: database.db,
    cola: { acceptIn: async () => {}, tell: () => {} },
    limits: () => ({ tareaMs: 1_000 }),
  }
})
afterAll(() => database.drop())

/** A tarea for whose event somebody listens. */
async function addOida(): Promise<{ tarea: TareaConEvento; dueno: string }> {
  const { db } = database
  const procesoId = uuid()
  await db
    .insertInto('procesos')
    .values({
      id: procesoId,
      nombre: procesoId,
      descripcion: '',
      categoriaId: null,
      modo: 'memoria',
      flujo: JSON.stringify(PEDIDO),
      versionPublicada: null,
      actualizadoPor: null,
    })
    .execute()
  const id = await addTarea({ database }, procesoId, {
    cron: '',
    evento: {
      servidorId: randomUUID(),
      tipoEvento: 'llegada',
      opciones: {},
      mapeo: {},
      enVuelo: 20,
      intentos: 1,
    },
  })
  const dueno = randomUUID()
  await db
    .insertInto('escuchas')
    .values({ tareaId: id, dueno, nodo: 'n', hasta: sql`now() + interval '1 hour'`, estado: 'escuchando' })
    .execute()
  const tarea = await readTareaConEvento(db, id)
  if (!tarea) throw new Error('no tarea')
  return { tarea, dueno }
}

function accept({ tarea, dueno }: Awaited<ReturnType<typeof addOida>>, eventos: readonly Evento[]) {
  const tanda: Tanda = { eventos, settle: async () => {} }
  return acceptTanda(deps, { tarea, dueno, toEntrada: (datos) => ({ ...datos }) }, tanda)
}

const legible = (clave: string): Evento => ({ clave, huella: clave, read: () => ({}) })
/** Not even text that PostgreSQL holds. */
const ilegible = (huella: string): Evento => ({ clave: null, huella, read: () => ({ texto: '\0' }) })

test('whoever removes the tarea meanwhile waits, and takes all that came with it', async () => {
  const { db } = database
  const oida = await addOida()
  let accepted: Promise<unknown> = Promise.resolve()
  let removed: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (trx) => {
    // It holds the listening, and is kept from writing what it took.
    await sql`lock table eventos_apartados in share mode`.execute(trx)
    accepted = accept(oida, [ilegible('uno')])
    await untilWaiting(db, 1)
    removed = db.deleteFrom('tareasProgramadas').where('id', '=', oida.tarea.id).execute()
    await untilWaiting(db, 2)
  })
  expect(await accepted).toEqual({ suertes: ['perdido'], aceptadas: [] })
  await removed
  expect(await listApartados(db, oida.tarea.id, { limite: 10 })).toEqual([])
  await expect(accept(oida, [])).rejects.toBeInstanceOf(EscuchaAjena)
})

test('what is set apart at once is told page by page, each once', async () => {
  const oida = await addOida()
  const huellas = Array.from({ length: 7 }, (_, at) => `h${at}`)
  await accept(oida, huellas.map(ilegible))
  await accept(oida, ['h7', 'h8'].map(ilegible))
  const pages: string[] = []
  let antesDe: Date | undefined
  for (;;) {
    const page = await listApartados(database.db, oida.tarea.id, { limite: 2, antesDe })
    if (page.length === 0) break
    pages.push(...page.map(({ id }) => id))
    // As a client has it: to the millisecond.
    antesDe = new Date(page.at(-1)?.momento.toJSON() ?? '')
  }
  expect(pages).toHaveLength(9)
  expect(new Set(pages).size).toBe(9)
})

test('what another servidor calls the same is another event', async () => {
  const { tarea, dueno } = await addOida()
  const elsewhere = { ...tarea, evento: { ...tarea.evento, servidorId: randomUUID() } }
  expect((await accept({ tarea, dueno }, [legible('m-1'), legible('m-1')])).aceptadas).toHaveLength(1)
  expect((await accept({ tarea, dueno }, [legible('m-1')])).aceptadas).toEqual([])
  expect((await accept({ tarea: elsewhere, dueno }, [legible('m-1')])).aceptadas).toHaveLength(1)
})
