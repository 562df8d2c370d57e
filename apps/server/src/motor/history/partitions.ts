import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { purgeHoras } from './horas-repository.ts'

const DAY_MS = 86_400_000
const DAYS_AHEAD = 3
/** Of the advisory lock under which one process at a time changes the partitions. */
const LOCK = 5_250_001

interface Maintenance {
  days: number
  /** Of all of them together; null: as much as they take. */
  maxBytes?: number | null
  /** Epoch milliseconds for which there are to be partitions as well. */
  instants?: readonly number[]
  /** Epoch milliseconds; by itself what the clock of the database says: those of processes may jump. */
  now?: number
}

/**
 * Makes the daily partitions (UTC) around now and the given instants, and drops those whose day ended more than `days` days ago, and the
 * oldest ones while all together take more than `maxBytes`, but never those of today and later. A look that
 * finds no partition for its own day only makes them, as one for instants does: a clock that jumps takes no history along at once.
 * Any number of processes may call it at once.
 */
export async function maintainPartitions(
  db: Kysely<Database>,
  { days, maxBytes = null, instants = [], now: told }: Maintenance,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    const now = told ?? (await readClock(trx))
    const existing = await listPartitions(trx)
    const isExpected = existing.includes(partitionName(startOfDay(now)))
    for (const day of wantedDays(now, instants)) {
      const name = partitionName(day)
      if (existing.includes(name)) continue
      await sql`create table ${sql.table(name)} partition of ejecuciones
        for values from (${literalDay(day)}) to (${literalDay(day + DAY_MS)})`.execute(trx)
    }
    if (!isExpected || instants.length > 0) return
    const oldestDay = startOfDay(now) - days * DAY_MS
    const oldest = partitionName(oldestDay)
    // The names sort as the days do.
    for (const name of existing.filter((each) => each < oldest)) {
      await sql`drop table ${sql.table(name)}`.execute(trx)
    }
    await purgeHoras(trx, new Date(oldestDay))
    if (maxBytes !== null) await dropBeyond(trx, { maxBytes, today: partitionName(startOfDay(now)) })
  })
}

async function dropBeyond(
  db: Kysely<Database>,
  { maxBytes, today }: { maxBytes: number; today: string },
): Promise<void> {
  const sizes = (await measurePartitions(db)).toSorted((left, right) => (left.name < right.name ? -1 : 1))
  let bytes = sizes.reduce((sum, each) => sum + each.bytes, 0)
  for (const { name, bytes: own } of sizes) {
    if (bytes <= maxBytes || name >= today) return
    await sql`drop table ${sql.table(name)}`.execute(db)
    bytes -= own
  }
}

/** With their indexes. */
async function measurePartitions(db: Kysely<Database>): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select child.relname as name, pg_total_relation_size(child.oid)::float8 as bytes from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'ejecuciones'::regclass`.execute(db)
  return rows
}

/** What the history takes, and the first day of which it holds anything. */
export async function measureHistory(db: Kysely<Database>): Promise<{ bytes: number; desde: string | null }> {
  const [partitions, first] = await Promise.all([
    measurePartitions(db),
    db.selectFrom('ejecuciones').select('inicio').orderBy('inicio').limit(1).executeTakeFirst(),
  ])
  return {
    bytes: partitions.reduce((sum, each) => sum + each.bytes, 0),
    desde: first?.inicio.toISOString().slice(0, 10) ?? null,
  }
}

async function readClock(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [clock] = rows
  if (clock === undefined) throw new Error('the database told no time')
  return clock.now.getTime()
}

function wantedDays(now: number, instants: readonly number[]): Set<number> {
  const today = startOfDay(now)
  const days = new Set(instants.map(startOfDay))
  // Yesterday too: a run that began before midnight is written after it.
  for (let offset = -1; offset <= DAYS_AHEAD; offset++) days.add(today + offset * DAY_MS)
  return days
}

function startOfDay(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS) * DAY_MS
}

function partitionName(day: number): string {
  return `ejecuciones_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`
}

function literalDay(day: number) {
  return sql.lit(new Date(day).toISOString())
}

async function listPartitions(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = 'ejecuciones'::regclass`.execute(db)
  return rows.map((row) => row.name)
}
