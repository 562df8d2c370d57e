import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import type { Respuesta } from './respuestas-repository.ts'

/** Tells every process that runs have ended for whose answers somebody waits. */
const CHANNEL = 'div_terminadas'
/** A notification holds no more than 8,000 bytes (PostgreSQL, «NOTIFY»): as many ids as that. */
const IDS_TOLD = 200

export interface EsperaDeFinDeps {
  listener: Pick<Listener, 'on'>
  /** Null: it sleeps, for longer than anybody should wait. Undefined: it goes on. */
  find(id: string): Promise<Respuesta | null | undefined>
  log: Pick<Logger, 'warn'>
}

export type EsperaDeFin = ReturnType<typeof createEsperaDeFin>

/** Callers that wait for the answers of accepted runs, whichever process runs them. */
export function createEsperaDeFin({ listener, find, log }: EsperaDeFinDeps) {
  const waiting = new Map<string, (respuesta?: Respuesta) => void>()

  async function look(id: string): Promise<void> {
    try {
      const respuesta = await find(id)
      if (respuesta !== undefined) waiting.get(id)?.(respuesta ?? undefined)
    } catch (error) {
      // Told in time that it may take longer, its caller asks for it later.
      log.warn({ err: error, idEjecucion: id }, 'answer not read for who waits for it')
    }
  }

  function lookAll(ids: Iterable<string>): void {
    for (const id of ids) if (waiting.has(id)) void look(id)
  }

  listener.on(CHANNEL, {
    hear: (payload) => lookAll(payload.split(',')),
    connected: () => lookAll(waiting.keys()),
  })

  return {
    /** Resolves to undefined after so many milliseconds, when the run sleeps, or when nobody waits any more. */
    waitFor(id: string, ms: number): { ended: Promise<Respuesta | undefined>; forget(): void } {
      const { promise: ended, resolve } = Promise.withResolvers<Respuesta | undefined>()
      const settle = (respuesta?: Respuesta) => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve(respuesta)
      }
      const timer = setTimeout(() => settle(), ms)
      waiting.set(id, settle)
      return { ended, forget: () => settle() }
    },

    /** In the transaction in which these end, or go to sleep. */
    async tell(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
      for (let start = 0; start < ids.length; start += IDS_TOLD) {
        const payload = ids.slice(start, start + IDS_TOLD).join()
        await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(trx)
      }
    },
  }
}
