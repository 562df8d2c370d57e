import type { Limits } from '@div/contract'
import type { Guardadas } from '@div/servidores'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'

interface RespuestasDeps {
  db: Kysely<Database>
  limits: Pick<Limits, 'iaRespuestas' | 'iaRespuestaBytes'>
  log: Pick<Logger, 'warn'>
}

/** Answers of the models of each servidor, in our database, so that all workers know them. Whatever fails, the models are asked. */
export function createRespuestasGuardadas({ db, limits, log }: RespuestasDeps) {
  const warn = (err: unknown) => log.warn({ err }, 'a kept answer of a model is neither read nor written')

  async function find(servidorId: string, clave: string): Promise<unknown> {
    const row = await db
      .selectFrom('aiRespuestas')
      .select('respuesta')
      .where('servidorId', '=', servidorId)
      .where('clave', '=', clave)
      .where('vence', '>', sql<Date>`now()`)
      .executeTakeFirst()
    return row?.respuesta
  }

  async function keep(
    servidorId: string,
    { clave, respuesta, horas }: { clave: string; respuesta: unknown; horas: number },
  ): Promise<void> {
    const written = JSON.stringify(respuesta)
    if (Buffer.byteLength(written) > limits.iaRespuestaBytes) return
    await sql`
      insert into ai_respuestas (servidor_id, clave, respuesta, vence)
      values (${servidorId}, ${clave}, ${written}, now() + ${horas} * interval '1 hour')
      on conflict (servidor_id, clave) do update
      set respuesta = excluded.respuesta, guardada_en = now(), vence = excluded.vence`.execute(db)
    await sql`
      delete from ai_respuestas where vence <= now() or guardada_en < (
        select guardada_en from ai_respuestas order by guardada_en desc
        offset ${limits.iaRespuestas - 1} limit 1)`.execute(db)
  }

  return {
    of: (servidorId: string): Guardadas => ({
      find: (clave) =>
        find(servidorId, clave).catch((error: unknown) => {
          warn(error)
          return undefined
        }),
      keep: (clave, respuesta, horas) => keep(servidorId, { clave, respuesta, horas }).catch(warn),
    }),
  }
}
