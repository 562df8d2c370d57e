import { type EventoEnVivo, LIMITS, type Paso } from '@div/contract'
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

const told = async (tema: string): Promise<EventoEnVivo['tipo'][]> =>
  (await enVivo.read(tema, 0)).map(({ evento }) => evento.tipo)

test('an attempt tells on where the one before it, whose worker died, stopped', async () => {
  const first = watchRun({ tema: TEMA, enVivo, log })
  first.begin('x')
  await expect.poll(() => told(TEMA)).toEqual(['inicio'])
  const second = watchRun({ tema: TEMA, goesOn: true, enVivo, log })
  second.begin('x')
  second.end(ENDED)
  await expect.poll(() => told(TEMA)).toEqual(['inicio', 'inicio', 'fin'])
  // It was dead: nobody looks for its timer but this test.
  first.end(ENDED)
})

test('what could not be told while the database was away is told once it is back, under numbers of its own', async () => {
  const tema = 'prueba/alguien/otra'
  const first = watchRun({ tema, enVivo, log })
  first.begin('x')
  await expect.poll(() => told(tema)).toEqual(['inicio'])
  let isAway = true
  let refused = 0
  const away = <Input extends unknown[], Answer>(ask: (...input: Input) => Promise<Answer>) => {
    return async (...input: Input) => {
      if (!isAway) return ask(...input)
      refused++
      throw new Error('away')
    }
  }
  const paso: Paso = { nodo: 'a', estado: 'ok', inicio: 0, duracionMs: 1, intentos: 1 }
  const blinking = { publish: away(enVivo.publish), lastSeq: away(enVivo.lastSeq) }
  const watched = { pasos: [paso], open: new Set<Paso>() }
  const second = watchRun({ tema, goesOn: true, watched, enVivo: blinking, log })
  second.begin('x')
  await expect.poll(() => refused).toBeGreaterThan(0)
  isAway = false
  await expect.poll(() => told(tema)).toEqual(['inicio', 'avance'])
  second.end(ENDED)
  await expect.poll(() => told(tema)).toEqual(['inicio', 'avance', 'fin'])
  first.end(ENDED)
})
