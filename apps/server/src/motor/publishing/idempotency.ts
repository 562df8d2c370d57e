import { createHash } from 'node:crypto'
import {
  type AppError,
  ClaveIdempotenciaInvalida,
  IdempotenciaDistinta,
  IdempotenciaEnCurso,
  IdempotenciaSinRespuesta,
  type Limits,
  TiempoAgotado,
} from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Answer } from './send.ts'

/** A claim of a process that died is free again this long after the canal's own time is over. */
const ABANDONED_MARGIN_MS = 5_000

/** A caller waits no longer for its answer to be kept: after that time a repeat may run anyway. */
const KEEP_MS = ABANDONED_MARGIN_MS

export interface IdempotentCall {
  canalId: string
  clave: string
  huella: Buffer
  /** Milliseconds that a run of the canal may take. */
  tiempoMaximoMs: number
}

/** The first answers to calls with an Idempotency-Key, the same in the whole cluster. */
export interface IdempotencyStore {
  /**
   * Null: the key is ours, run the call. Throws IdempotenciaEnCurso, IdempotenciaDistinta or IdempotenciaSinRespuesta, and TiempoAgotado
   * when the database says nothing for as long as a run may take.
   */
  claim(call: IdempotentCall): Promise<Answer | null>
  /** Keeps the first answer. As `release`, throws TiempoAgotado when the database says nothing. */
  keep(call: IdempotentCall, answer: Answer): Promise<void>
  /**
   * The same in the transaction of what it answers for: both are there, or none. Throws IdempotenciaEnCurso: the key is somebody else's by
   * now.
   */
  keepIn(trx: Kysely<Database>, call: IdempotentCall, answer: Answer): Promise<void>
  /** Nothing came of it that a repeat should get: the next one runs. */
  release(call: IdempotentCall): Promise<unknown>
  /** The same, unless its answer is kept after all: of a call of which nobody knows how far it came. */
  abandon(call: IdempotentCall): Promise<unknown>
  /**
   * Whether this comes for the first time in so many milliseconds, in the whole cluster. Throws TiempoAgotado when the database says nothing
   * for as long as a run of the canal may take.
   */
  isFirst(once: {
    canalId: string
    clave: string
    recuerdoMs: number
    tiempoMaximoMs: number
  }): Promise<boolean>
  /** Removes what has expired, and of each canal the oldest answers that are too many; that they were given stays known. */
  purge(): Promise<void>
}

/** Throws ClaveIdempotenciaInvalida. */
export function parseIdempotencyKey(header: string | readonly string[]): string {
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new ClaveIdempotenciaInvalida()
  return header
}

/** What makes two calls the same: who, where and what. */
export function fingerprintOf(call: {
  caller: string
  method: string
  url: string
  content: Buffer | string | null
}): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([call.caller, call.method, call.url]))
  if (call.content !== null) hash.update(call.content)
  return hash.digest()
}

export function createIdempotencyStore(
  db: Kysely<Database>,
  limits: Pick<Limits, 'idempotenciaHoras' | 'idempotenciaBytes' | 'idempotenciaCanalBytes'>,
): IdempotencyStore {
  function keeping(trx: Kysely<Database>, { canalId, clave }: IdempotentCall, answer: Answer) {
    const payload = Buffer.from(answer.payload)
    // Too large to keep: that the call was made is kept all the same, so that a repeat does not make it again.
    const cuerpo = payload.length > limits.idempotenciaBytes ? null : payload
    const headers =
      answer.contentType === null ? answer.headers : { ...answer.headers, 'content-type': answer.contentType }
    return trx
      .updateTable('respuestasIdempotentes')
      .set({ estado: answer.status, cabeceras: JSON.stringify(headers), cuerpo })
      .where('canalId', '=', canalId)
      .where('clave', '=', clave)
  }

  async function keep(call: IdempotentCall, answer: Answer): Promise<void> {
    await keeping(db, call, answer).execute()
  }

  async function claim({ canalId, clave, huella, tiempoMaximoMs }: IdempotentCall): Promise<Answer | null> {
    const staleMs = tiempoMaximoMs + ABANDONED_MARGIN_MS
    // One statement decides who runs: the first, or the first after an expired or abandoned one.
    const { rows } = await sql`
        insert into respuestas_idempotentes as previa (canal_id, clave, huella, expira_en)
        values (${canalId}, ${clave}, ${huella}, now() + make_interval(hours => ${limits.idempotenciaHoras}))
        on conflict (canal_id, clave) do update
          set huella = excluded.huella, expira_en = excluded.expira_en, creada_en = now(),
            estado = null, cabeceras = null, cuerpo = null
          where previa.expira_en < now()
            or (previa.estado is null and previa.creada_en < now() - make_interval(secs => ${staleMs / 1_000}::float8))
        returning clave`.execute(db)
    if (rows.length > 0) return null
    const first = await db
      .selectFrom('respuestasIdempotentes')
      .select(['huella', 'estado', 'cabeceras', 'cuerpo'])
      .where('canalId', '=', canalId)
      .where('clave', '=', clave)
      .executeTakeFirst()
    if (first && !first.huella.equals(huella)) throw new IdempotenciaDistinta()
    if (!first || first.estado === null) {
      throw enCurso()
    }
    if (first.cuerpo === null) throw new IdempotenciaSinRespuesta({ estado: first.estado })
    const { 'content-type': contentType = null, ...headers } = first.cabeceras ?? {}
    return { status: first.estado, contentType, headers, payload: first.cuerpo }
  }

  function releaseLater(claiming: Promise<Answer | null>, call: IdempotentCall): void {
    claiming
      .then(async (first) => {
        if (first === null) await releasing(db, call).execute()
      })
      .catch(() => {
        // The database is still away, and the claim abandoned: it comes free by itself.
      })
  }

  return {
    async claim(call) {
      const claiming = claim(call)
      try {
        return await inTime(call.tiempoMaximoMs, claiming)
      } catch (error) {
        // The key may become ours although nobody waits for it any more: nothing was begun, and a repeat may begin it.
        if (error instanceof TiempoAgotado) releaseLater(claiming, call)
        throw error
      }
    },
    keep: (call, answer) => inTime(Math.min(call.tiempoMaximoMs, KEEP_MS), keep(call, answer)),
    async keepIn(trx, call, answer) {
      const { numUpdatedRows } = await keeping(trx, call, answer)
        .where('estado', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw enCurso()
    },
    release: (call) => inTime(Math.min(call.tiempoMaximoMs, KEEP_MS), releasing(db, call).execute()),
    abandon: (call) =>
      inTime(
        Math.min(call.tiempoMaximoMs, KEEP_MS),
        releasing(db, call).where('estado', 'is', null).execute(),
      ),

    async isFirst({ canalId, clave, recuerdoMs, tiempoMaximoMs }) {
      const remembering = sql`
        insert into respuestas_idempotentes as previa (canal_id, clave, huella, estado, expira_en)
        values (${canalId}, ${clave}, '', 409, now() + make_interval(secs => ${recuerdoMs / 1_000}::float8))
        on conflict (canal_id, clave) do update set expira_en = excluded.expira_en, creada_en = now()
          where previa.expira_en < now()
        returning clave`.execute(db)
      return (await inTime(tiempoMaximoMs, remembering)).rows.length > 0
    },

    async purge() {
      await db.deleteFrom('respuestasIdempotentes').where('expiraEn', '<', sql<Date>`now()`).execute()
      await sql`
        update respuestas_idempotentes as vieja set cabeceras = null, cuerpo = null
        from (
          select canal_id, clave,
            sum(octet_length(cuerpo)) over (partition by canal_id order by creada_en desc, clave) as hasta_aqui
          from respuestas_idempotentes where cuerpo is not null
        ) as guardada
        where guardada.hasta_aqui > ${limits.idempotenciaCanalBytes}
          and vieja.canal_id = guardada.canal_id and vieja.clave = guardada.clave`.execute(db)
    },
  }
}

/** Throws TiempoAgotado. */
async function inTime<Result>(limiteMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new TiempoAgotado({ que: 'La consulta de la clave de idempotencia', limiteMs })),
    limiteMs,
  )
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function releasing(db: Kysely<Database>, { canalId, clave }: IdempotentCall) {
  return db.deleteFrom('respuestasIdempotentes').where('canalId', '=', canalId).where('clave', '=', clave)
}

function enCurso(): AppError {
  return new IdempotenciaEnCurso(undefined, { extra: { reintentarEnSegundos: 1 } })
}
