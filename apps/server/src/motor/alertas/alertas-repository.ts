import { type CondicionDeAlerta, LimiteSuperado } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import type { IncidenciaAbierta } from './decide-alerta.ts'

/**
 * Holds the turn to look at the rules until the transaction ends. Null: somebody looked less than so many seconds ago, or does now. By the
 * clock of the database: those of the workers may differ.
 */
export async function takeTurno(trx: Transaction<Database>, segundos: number): Promise<Date | null> {
  const { rows } = await sql<{ now: Date }>`
    update alertas_turno set momento = now() where unico in (
      select unico from alertas_turno where momento <= now() - make_interval(secs => ${segundos}::float8)
      for update skip locked)
    returning now() as now`.execute(trx)
  return rows[0]?.now ?? null
}

export function listReglas(trx: Kysely<Database>, limite: number): Promise<Row<'alertas'>[]> {
  return (
    trx
      .selectFrom('alertas')
      .selectAll()
      .where('activo', '=', true)
      .orderBy('id')
      .limit(limite)
      // Whoever changes a rule meanwhile waits; whoever did so first is waited for.
      .forShare()
      .execute()
  )
}

export async function listAbiertas(
  trx: Kysely<Database>,
): Promise<ReadonlyMap<string, (IncidenciaAbierta & { alertaId: string })[]>> {
  const rows = await trx
    .selectFrom('alertasIncidencias')
    .select(['id', 'alertaId', 'sujeto', 'mensaje', 'desde', 'avisada', 'bienDesde'])
    .where('hasta', 'is', null)
    .execute()
  return Map.groupBy(rows, ({ alertaId }) => alertaId)
}

/** Of rules that nobody watches any more, without telling anybody. */
export async function closeUnwatched(trx: Kysely<Database>): Promise<void> {
  await sql`
    update alertas_incidencias set hasta = now() where hasta is null
      and alerta_id in (select id from alertas where not activo)`.execute(trx)
}

/** The rules that could not be looked at last. */
export async function listFallos(trx: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await trx.selectFrom('alertasFallos').select('alertaId').execute()
  return new Set(rows.map(({ alertaId }) => alertaId))
}

/** Since the first of those in a row. */
export async function storeFallo(trx: Kysely<Database>, fallo: Row<'alertasFallos'>): Promise<void> {
  await trx
    .insertInto('alertasFallos')
    .values(fallo)
    .onConflict((conflict) => conflict.column('alertaId').doUpdateSet({ mensaje: fallo.mensaje }))
    .execute()
}

export async function forgetFallo(trx: Kysely<Database>, alertaId: string): Promise<void> {
  await trx.deleteFrom('alertasFallos').where('alertaId', '=', alertaId).execute()
}

/** When the rules were looked at last; null: never. */
export async function readVigilancia(db: Kysely<Database>): Promise<Date | null> {
  const turno = await db.selectFrom('alertasTurno').select('momento').executeTakeFirst()
  return turno && turno.momento.getTime() > 0 ? turno.momento : null
}

/** Of a rule that is about to watch something else: what it found before is over, and nobody is told so. Holds the rule. */
export async function closeOutdated(
  trx: Kysely<Database>,
  { id, condicion }: { id: string; condicion: CondicionDeAlerta },
): Promise<void> {
  await sql`
    with antes as (
      select id from alertas where id = ${id}::uuid and condicion <> ${JSON.stringify(condicion)}::jsonb for no key update)
    update alertas_incidencias set hasta = now() where hasta is null and alerta_id in (select id from antes)`.execute(
    trx,
  )
}

const LOCK = 7_216_003

/** Rules beyond the limit would never be looked at: throws LimiteSuperado. */
export async function refuseTooMany(trx: Kysely<Database>, maximo: number): Promise<void> {
  // Two that came at once would each see only itself: the lock ends with the transaction.
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  const { rows } = await sql<{ activas: number }>`
    select count(*)::int as activas from alertas where activo`.execute(trx)
  if ((rows[0]?.activas ?? 0) > maximo) throw new LimiteSuperado({ limite: 'alertas', maximo })
}

/** Of a rule that was silenced before its message left: if nobody has been told, they are when the silence is over and it still stands. */
export async function keepSilent(
  db: Kysely<Database>,
  { id, incidenciaId }: Pick<Row<'alertasEntregas'>, 'id' | 'incidenciaId'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('alertasEntregas')
      .set({ estado: 'silenciada', error: null })
      .where('id', '=', id)
      .execute()
    await sql`
      update alertas_incidencias set avisada = null where id = ${incidenciaId}::uuid and not exists (
        select from alertas_entregas where incidencia_id = ${incidenciaId}::uuid and estado = 'entregada')`.execute(
      trx,
    )
  })
}

/** What became of the messages before this one of the same thing by the same way. */
export async function listEstadosBefore(
  db: Kysely<Database>,
  { incidenciaId, via, momento }: Pick<Row<'alertasEntregas'>, 'incidenciaId' | 'via' | 'momento'>,
): Promise<Row<'alertasEntregas'>['estado'][]> {
  const rows = await db
    .selectFrom('alertasEntregas')
    .select('estado')
    .where('incidenciaId', '=', incidenciaId)
    .where('via', '=', via)
    .where('momento', '<', momento)
    .execute()
  return rows.map(({ estado }) => estado)
}

/** Nobody has heard by this way that it began, and so nobody is told that it is over. */
export async function keepUntold(
  db: Kysely<Database>,
  { id }: Pick<Row<'alertasEntregas'>, 'id'>,
  estado: 'fallida' | 'silenciada',
): Promise<void> {
  const error = 'De su comienzo no se llegó a avisar por esta vía, así que de su fin tampoco se avisa.'
  await db.updateTable('alertasEntregas').set({ estado, error }).where('id', '=', id).execute()
}

export async function purgeAlertas(db: Kysely<Database>, { dias }: { dias: number }): Promise<void> {
  await sql`
    delete from alertas_incidencias where hasta < now() - make_interval(days => ${dias}::int)`.execute(db)
  // Their tarea is gone.
  await sql`
    delete from tareas_fallos where not exists (select from tareas_programadas where id = tarea_id)`.execute(
    db,
  )
  // The queue gave up without whoever had it telling so.
  await sql`
    update alertas_entregas set estado = 'fallida', error = coalesce(error, 'Quien lo enviaba se detuvo.')
    where estado = 'pendiente' and momento < now() - interval '1 hour'
      and not exists (select from cola.job where cola.job.id = alertas_entregas.id and state <= 'active')`.execute(
    db,
  )
}
