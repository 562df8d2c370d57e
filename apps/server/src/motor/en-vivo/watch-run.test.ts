import { type EventoEnVivo, LIMITS } from '@div/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener } from '../../db/listener.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createEnVivo, type EnVivo } from './en-vivo.ts'
import { watchRun } from './watch-run.ts'

const log = pino({ level: 'silent' })
const TEMA = 'prueba/alguien/una'
const ENDED = { estado: 'ok', duracionMs: 1 } as const

let database: TestDatabase
let listener: ReturnType<typeof createListener>
let enVivo: EnVivo

beforeAll(async () => {
  database = await createTestDatabase()
  listener = createListener(database.url)
  enVivo = createEnVivo({ db: database.db, listener, limits: LIMITS, log })
})
afterAll(async () => {
  await listener.close()
  await database.drop()
})

const told = async (): Promise<EventoEnVivo['tipo'][]> =>
  (await enVivo.read(TEMA, 0)).map(({ evento }) => evento.tipo)

test('an attempt tells on where the one before it, whose worker died, stopped', async () => {
  const first = watchRun({ tema: TEMA, enVivo, log })
  first.begin('x')
  await expect.poll(told).toEqual(['inicio'])
  const second = watchRun({ tema: TEMA, goesOn: true, enVivo, log })
  second.begin('x')
  second.end(ENDED)
  await expect.poll(told).toEqual(['inicio', 'inicio', 'fin'])
  // It was dead: nobody looks for its timer but this test.
  first.end(ENDED)
})
