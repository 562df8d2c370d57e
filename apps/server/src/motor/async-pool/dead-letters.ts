import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { containing } from '../../db/like-pattern.ts'
import type { Database } from '../../db/tables.ts'
import { through } from './through.ts'

/** What a queue has tried too often. */
export interface DeadLetter<Data> {
  /** That it had in the queue in which it was tried. */
  id: string
  data: Data
  inserted: Date
  died: Date
  /** That its last attempt left; null: that one was not heard of again. */
  mensaje: string | null
  /** Why pg-boss gave its last attempt up, in its words; null: it did not. */
  razon: string | null
  intentos: number
}

/** One of which is known whether it was told of. */
export interface HeldLetter<Data> extends DeadLetter<Data> {
  /** Its id in the queue of dead letters. */
  job: string
  /** Nobody has been told of it. */
  esNueva: boolean
}

/** Where a page of them begins and ends. */
export interface LettersPage {
  limite: number
  cursor: { id: string; inicio: Date } | null
}

const COLUMNS = sql`source_id as id, data, source_created_on as inserted, created_on as died, source_output ->> 'mensaje' as mensaje,
  source_output #>> '{value,message}' as razon, coalesce(source_retry_count, 0) + 1 as intentos`
const HELD = sql`${COLUMNS}, id as job, state < 'active' as es_nueva`
/** To the millisecond, as a cursor has it. */
const MOMENT = sql`date_trunc('milliseconds', created_on)`

/** The letters of one queue of pg-boss that nobody takes from it but who decides what becomes of them. */
export function createDeadLetters<Data extends object>(
  queueName: string,
  { db, started }: { db: Kysely<Database>; started(): Promise<PgBoss> },
) {
  return {
    /** Those whose data has these values, newest first, from one of them on. */
    async list(
      wanted: { [Name in keyof Data]?: Data[Name] | undefined },
      { limite, cursor }: LettersPage,
      also: RawBuilder<unknown> = sql`true`,
    ): Promise<DeadLetter<Data>[]> {
      const after = cursor ? sql`and (${MOMENT}, source_id) < (${cursor.inicio}, ${cursor.id}::uuid)` : sql``
      const { rows } = await sql<DeadLetter<Data>>`
        select ${COLUMNS} from cola.job
        where name = ${queueName} and data @> ${JSON.stringify(wanted)}::jsonb and ${also} ${after}
        order by ${MOMENT} desc, source_id desc limit ${limite}`.execute(db)
      return rows
    },

    async find(id: string): Promise<DeadLetter<Data> | undefined> {
      const { rows } = await sql<DeadLetter<Data>>`
        select ${COLUMNS} from cola.job where name = ${queueName} and source_id = ${id}`.execute(db)
      return rows[0]
    },

    /** These, in no order. */
    async listOf(ids: readonly string[]): Promise<HeldLetter<Data>[]> {
      const { rows } = await sql<HeldLetter<Data>>`
        select ${HELD} from cola.job where name = ${queueName} and source_id = any(${ids}::uuid[])`.execute(
        db,
      )
      return rows
    },

    /** Of which nobody has been told, longest dead first. */
    async listNew(maximo: number): Promise<HeldLetter<Data>[]> {
      const { rows } = await sql<HeldLetter<Data>>`
        select ${HELD} from cola.job where name = ${queueName} and state < 'active'
        order by created_on limit ${maximo}`.execute(db)
      return rows
    },

    /** Of these, by their ids among the dead, those of which nobody has been told by now, and that nobody else holds. */
    async holdNew(trx: Kysely<Database>, jobs: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from cola.job where name = ${queueName} and id = any(${jobs}::uuid[]) and state < 'active'
        for update skip locked`.execute(trx)
      return rows.map(({ id }) => id)
    },

    /** Takes these off; those that somebody else has taken meanwhile are not in the answer. */
    async take(trx: Kysely<Database>, ids: readonly string[]): Promise<HeldLetter<Data>[]> {
      const { rows } = await sql<HeldLetter<Data>>`
        select ${HELD} from cola.job where name = ${queueName} and source_id = any(${ids}::uuid[])
        order by id for update`.execute(trx)
      if (rows.length === 0) return []
      const queue = await started()
      await queue.deleteJob(
        queueName,
        rows.map(({ job }) => job),
        { db: through(trx) },
      )
      return rows
    },
  }
}

/** Its data names something of this table whose name has this text. */
export function isNamed(table: 'procesos' | 'canales', idName: string, text: string): RawBuilder<boolean> {
  return sql<boolean>`data ->> ${sql.lit(idName)} in (
    select id::text from ${sql.table(table)} where unaccent(nombre) ilike unaccent(${containing(text)}))`
}
