import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import { readId, splitRows } from './copy-row.ts'
import { listEstados } from './find-ejecuciones.ts'

/** What the history is to tell of runs that ended together, stored with their ends. */
export interface Apartado {
  id: string
  filas: readonly Buffer[]
}

/** Whoever has not written it within so long has died, or its history does not come through. */
const LATE_SECONDS = 30
/** Taken over at a time. */
const TAKEN_TOGETHER = 20
/** With so many nothing more is put aside: the history has been away for long, and may lose what memory does not hold. */
const MAX_APARTADOS = 5_000

export type Apartados = ReturnType<typeof createApartados>

/** The history of ends that are stored: no run of them is missing there, and none is there twice. */
export function createApartados({ db, log }: { db: Kysely<Database>; log: Pick<Logger, 'warn'> }) {
  const open = new Map<Buffer, { id: string; left: number }>()
  let isFull = false

  async function forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await db
      .deleteFrom('historialApartado')
      .where('id', 'in', [...ids])
      .execute()
      // Whoever takes it over finds all of it written.
      .catch((error: unknown) => log.warn({ err: error }, 'history that was put aside not forgotten'))
  }

  /** Of those that were taken over only the rows that nobody has written meanwhile. */
  async function sift(taken: readonly { id: string; filas: Buffer }[]): Promise<readonly Apartado[]> {
    const apartados = taken.map(({ id, filas }) => ({ id, filas: splitRows(filas) }))
    const ids = apartados.flatMap(({ filas }) => filas.map(readId))
    const written = new Set((await listEstados(db, ids)).map(({ id }) => id))
    const left = apartados.map(({ id, filas }) => ({
      id,
      filas: filas.filter((fila) => !written.has(readId(fila))),
    }))
    await forget(left.flatMap(({ id, filas }) => (filas.length === 0 ? id : [])))
    return left.filter(({ filas }) => filas.length > 0)
  }

  return {
    /** In the transaction in which these runs end; null: there is nothing to be kept of them, or no room for it. */
    async putAside(trx: Kysely<Database>, filas: readonly Buffer[]): Promise<Apartado | null> {
      if (filas.length === 0 || isFull) return null
      const { id } = await trx
        .insertInto('historialApartado')
        .values({ ejecuciones: filas.map(readId), filas: Buffer.concat(filas) })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, filas }
    },

    /** It is forgotten once all of it is settled. */
    follow({ id, filas }: Apartado): void {
      const each = { id, left: filas.length }
      for (const fila of filas) open.set(fila, each)
    },

    /** Of these this process writes nothing: others take them over. */
    leave(filas: readonly Buffer[]): void {
      for (const fila of filas) open.delete(fila)
    },

    async settle(filas: readonly Buffer[]): Promise<void> {
      const done: string[] = []
      for (const fila of filas) {
        const each = open.get(fila)
        if (!each) continue
        open.delete(fila)
        each.left--
        if (each.left === 0) done.push(each.id)
      }
      await forget(done)
    },

    /** What nobody has written for long: whoever asks is to write it. */
    async takeLate(): Promise<readonly Apartado[]> {
      const { rows } = await sql<{ id: string; filas: Buffer }>`
        update historial_apartado set tomado = clock_timestamp() where id in (
          select id from historial_apartado
          where tomado < clock_timestamp() - make_interval(secs => ${LATE_SECONDS})
          order by tomado limit ${TAKEN_TOGETHER} for update skip locked
        ) returning id, filas`.execute(db)
      const { count } = await db
        .selectFrom('historialApartado')
        .select((select) => select.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      isFull = Number(count) >= MAX_APARTADOS
      return sift(rows)
    },

    /** The one that tells of a run that somebody looks for now. */
    async takeOf(ejecucionId: string): Promise<readonly Apartado[]> {
      const { rows } = await sql<{ id: string; filas: Buffer }>`
        update historial_apartado set tomado = clock_timestamp()
        where ${ejecucionId}::uuid = any(ejecuciones) returning id, filas`.execute(db)
      return sift(rows)
    },
  }
}
