import type { EventoNumerado, Limits, TemaNumerado } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'

const CHANNEL = 'div_en_vivo'
/** Events that are read, and sent, at once: each may tell of many nodes. */
const PAGE = 20
/** How often the old ones of a run that goes on are looked for. */
const TRIM_EVERY = 100

/** What a process tells of a run that somebody watches, for whichever process has the connection of whoever watches. */
export interface EnVivo {
  /** The number of the last event of it that was told; 0: none was. */
  lastSeq(tema: string): Promise<number>
  /** The events that go out, in their order. */
  publish(tema: string, numbered: EventoNumerado): Promise<void>
  /** Those after `desde`, as far as they are kept, a page at a time. */
  read(tema: string, desde: number): Promise<EventoNumerado[]>
  /** Hands over what is there and what comes, each event once. `deliver` is asked for more when it has settled. Answers what ends it. */
  follow(tema: string, desde: number, deliver: (eventos: EventoNumerado[]) => Promise<void>): () => void
}

/** Of a test run it says of whom it is: nobody else can ask for it. */
export function nameTema(tema: TemaNumerado, usuarioId: string): string {
  return tema.tipo === 'prueba' ? `prueba/${usuarioId}/${tema.seguimiento}` : nameTemaOfRun(tema.id)
}

export function nameTemaOfRun(idEjecucion: string): string {
  return `ejecucion/${idEjecucion}`
}

export function createEnVivo({
  db,
  listener,
  limits,
  log,
}: {
  db: Kysely<Database>
  listener: Pick<Listener, 'on'>
  limits: Limits
  log: Logger
}): EnVivo {
  const followers = new Map<string, Set<() => void>>()
  let listens = false

  function listen() {
    if (listens) return
    listens = true
    listener.on(CHANNEL, {
      hear(tema) {
        for (const look of followers.get(tema) ?? []) look()
      },
      // What was told while the connection was lost stands in the table.
      connected() {
        for (const looks of followers.values()) for (const look of looks) look()
      },
    })
  }

  async function read(tema: string, desde: number): Promise<EventoNumerado[]> {
    return db
      .selectFrom('eventosEnVivo')
      .select(['seq', 'evento'])
      .where('tema', '=', tema)
      .where('seq', '>', desde)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
  }

  return {
    read,
    async lastSeq(tema) {
      const row = await db
        .selectFrom('eventosEnVivo')
        .select(({ fn }) => fn.max('seq').as('seq'))
        .where('tema', '=', tema)
        .executeTakeFirst()
      return row?.seq ?? 0
    },
    async publish(tema, { seq, evento }) {
      await sql`
        with nuevo as (
          insert into eventos_en_vivo (tema, seq, evento) values (${tema}, ${seq}, ${JSON.stringify(evento)}))
        select pg_notify(${CHANNEL}, ${tema})`.execute(db)
      if (seq === 1) {
        await sql`
          delete from eventos_en_vivo
          where momento < now() - make_interval(mins => ${limits.enVivoMinutos})`.execute(db)
      } else if (seq % TRIM_EVERY === 0) {
        await db
          .deleteFrom('eventosEnVivo')
          .where('tema', '=', tema)
          .where('seq', '<=', seq - limits.enVivoEventos)
          .execute()
      }
    },
    follow(tema, desde, deliver) {
      const { look, end } = createPump({ desde, read: (last) => read(tema, last), deliver, log })
      const mine = followers.get(tema) ?? new Set()
      followers.set(tema, mine.add(look))
      listen()
      look()
      return () => {
        end()
        mine.delete(look)
        if (mine.size === 0 && followers.get(tema) === mine) followers.delete(tema)
      }
    },
  }
}

/** Hands over, in their order and once, what `read` finds after the last that was: each time that somebody looks, until there is no more. */
function createPump({
  desde,
  read,
  deliver,
  log,
}: {
  desde: number
  read: (desde: number) => Promise<EventoNumerado[]>
  deliver: (eventos: EventoNumerado[]) => Promise<void>
  log: Logger
}) {
  let last = desde
  let isOver = false
  let isLooking = false
  let again = false

  /** Answers whether there was any. */
  async function pass(): Promise<boolean> {
    const eventos = await read(last)
    const seq = eventos.at(-1)?.seq
    if (isOver || seq === undefined) return false
    await deliver(eventos)
    last = seq
    return true
  }

  async function pump(): Promise<void> {
    do {
      again = false
      while (await pass());
    } while (again && !isOver)
  }

  return {
    look() {
      again = true
      if (isLooking || isOver) return
      isLooking = true
      pump()
        .catch((error: unknown) => log.warn({ err: error }, 'live events not read'))
        .finally(() => {
          isLooking = false
        })
    },
    end() {
      isOver = true
    },
  }
}
