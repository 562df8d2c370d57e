import type { Uso } from '@div/servidores'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

type Quien = Pick<
  Row<'aiConsumos'>,
  'usuarioId' | 'role' | 'agente' | 'procesoId' | 'canalId' | 'ejecucionId' | 'mensajeId'
>
export type NuevoConsumo = Quien &
  Pick<
    Row<'aiConsumos'>,
    'id' | 'servidorId' | 'modelo' | 'clase' | 'entrada' | 'salida' | 'reservado' | 'moneda'
  >

/** Of the advisory lock that whoever counts a call shares: what budgets count does not change meanwhile. */
const LOCK = 7_216_004

/** First of all, while a call is counted. */
export async function sharePresupuestos(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${LOCK})`.execute(trx)
}

/** Before any row of a budget is held: whoever counts a call goes on to its rows. */
export async function holdPresupuestos(trx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
}

/** A budget that counts a call, in the period that goes on. */
export interface PresupuestoTocado {
  id: string
  nombre: string
  moneda: string
  zonaHoraria: string
  duro: boolean
  inicio: Date
  fin: Date
}

export async function findRole(db: Kysely<Database>, usuarioId: string): Promise<string | null> {
  const row = await db.selectFrom('usuarios').select('role').where('id', '=', usuarioId).executeTakeFirst()
  return row?.role ?? null
}

/** Those that count what somebody does, in the order in which they are locked. */
export async function listTocados(
  trx: Transaction<Database>,
  { usuarioId, role, agente, procesoId }: Quien,
): Promise<PresupuestoTocado[]> {
  const { rows } = await sql<PresupuestoTocado>`
    select id, nombre, moneda, zona_horaria, duro, inicio, fin
    from ai_presupuestos as presupuesto, ai_periodo(periodo, zona_horaria, now())
    where activo
      and ai_cuenta(presupuesto, ${usuarioId}::uuid, ${role}::text, ${agente}::text, ${procesoId}::uuid)
    order by id`.execute(trx)
  return rows
}

/** Begins a period that nobody has spent in since its budget is what it is, with what the ledger knows of it. */
export async function openPeriodo(
  trx: Transaction<Database>,
  { id, inicio, fin, moneda }: PresupuestoTocado,
): Promise<void> {
  const { rows } = await sql`
    insert into ai_presupuesto_periodos (presupuesto_id, inicio, fin) values (${id}::uuid, ${inicio}, ${fin})
    on conflict do nothing returning 1`.execute(trx)
  if (rows.length === 0) return
  await sql`
    with contados as (
      select consumo.id, consumo.estado, consumo.importe, consumo.reservado
      from ai_consumos as consumo, ai_presupuestos as presupuesto
      where presupuesto.id = ${id}::uuid and momento >= ${inicio} and momento < ${fin}
        and consumo.moneda = ${moneda} and estado <> 'liberado'
        and ai_cuenta(presupuesto, usuario_id, role, agente, proceso_id)
    ), enlazados as (
      insert into ai_consumo_presupuestos (consumo_id, presupuesto_id, inicio)
      select id, ${id}::uuid, ${inicio} from contados
    )
    update ai_presupuesto_periodos set
      gastado = (select coalesce(sum(importe) filter (where estado <> 'reservado'), 0) from contados),
      reservado = (select coalesce(sum(reservado) filter (where estado = 'reservado'), 0) from contados)
    where presupuesto_id = ${id}::uuid and inicio = ${inicio}`.execute(trx)
}

/** Counts anew what the period that goes on has seen, as the budget is now. */
export async function renewPeriodo(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('aiPresupuestoPeriodos').where('presupuestoId', '=', id).execute()
  const { rows } = await sql<PresupuestoTocado>`
    select id, nombre, moneda, zona_horaria, duro, inicio, fin
    from ai_presupuestos, ai_periodo(periodo, zona_horaria, now()) where id = ${id}::uuid`.execute(trx)
  for (const presupuesto of rows) await openPeriodo(trx, presupuesto)
}

/** Holds the periods until the transaction ends. Answers the first hard budget into which so much does not fit. */
export async function lockPeriodos(
  trx: Transaction<Database>,
  tocados: readonly PresupuestoTocado[],
  maximo: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; cabe: boolean }>`
    select presupuesto.id, not duro or gastado + reservado + ${maximo}::numeric <= importe as cabe
    from ai_presupuesto_periodos as periodo
      join unnest(${tocados.map(({ id }) => id)}::uuid[], ${tocados.map(({ inicio }) => inicio)}::timestamptz[])
        as tocado (id, inicio) on periodo.presupuesto_id = tocado.id and periodo.inicio = tocado.inicio
      join ai_presupuestos as presupuesto on presupuesto.id = periodo.presupuesto_id
    order by presupuesto.id for update of periodo`.execute(trx)
  return rows.find(({ cabe }) => !cabe)?.id
}

export async function noteRechazo(
  trx: Transaction<Database>,
  { id, inicio }: PresupuestoTocado,
): Promise<void> {
  await sql`
    update ai_presupuesto_periodos set rechazos = rechazos + 1, ultimo_rechazo = now()
    where presupuesto_id = ${id}::uuid and inicio = ${inicio}`.execute(trx)
}

export async function insertConsumo(
  trx: Transaction<Database>,
  consumo: NuevoConsumo,
  tocados: readonly PresupuestoTocado[],
): Promise<void> {
  await trx
    .insertInto('aiConsumos')
    .values({ ...consumo, estado: 'reservado', importe: null })
    .execute()
  if (tocados.length === 0) return
  const ids = tocados.map(({ id }) => id)
  const inicios = tocados.map(({ inicio }) => inicio)
  await sql`
    with enlazados as (
      insert into ai_consumo_presupuestos (consumo_id, presupuesto_id, inicio)
      select ${consumo.id}::uuid, id, inicio
      from unnest(${ids}::uuid[], ${inicios}::timestamptz[]) as tocado (id, inicio)
      returning presupuesto_id, inicio)
    update ai_presupuesto_periodos as periodo set reservado = reservado + ${consumo.reservado}::numeric
    from enlazados
    where periodo.presupuesto_id = enlazados.presupuesto_id and periodo.inicio = enlazados.inicio`.execute(
    trx,
  )
}

interface Final {
  estado: 'liquidado' | 'liberado' | 'vencido'
  uso: Uso
  /** Null: without a price. */
  importe: string | null
}

/** Says how a call ended, once; one that counts as the most that it may have cost is still told what it did. */
export async function endConsumo(
  trx: Transaction<Database>,
  id: string,
  { estado, uso, importe }: Final,
): Promise<void> {
  await sharePresupuestos(trx)
  const before = await trx
    .selectFrom('aiConsumos')
    .select(['estado', 'reservado', 'importe'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const isOpen = before?.estado === 'reservado'
  if (!isOpen && !(before?.estado === 'vencido' && estado !== 'vencido')) return
  await sql`
    select from ai_presupuesto_periodos as periodo
      join ai_consumo_presupuestos as enlace using (presupuesto_id, inicio)
    where consumo_id = ${id}::uuid order by presupuesto_id for update of periodo`.execute(trx)
  await trx
    .updateTable('aiConsumos')
    .set({ estado, ...uso, importe })
    .where('id', '=', id)
    .execute()
  const reservado = isOpen ? (before.reservado ?? '0') : '0'
  const contado = isOpen ? '0' : (before.importe ?? '0')
  await sql`
    update ai_presupuesto_periodos as periodo set
      reservado = periodo.reservado - ${reservado}::numeric,
      gastado = periodo.gastado + ${importe ?? '0'}::numeric - ${contado}::numeric
    from ai_consumo_presupuestos as enlace
    where consumo_id = ${id}::uuid and enlace.presupuesto_id = periodo.presupuesto_id
      and enlace.inicio = periodo.inicio`.execute(trx)
  await sql`
    insert into ai_presupuesto_avisos (presupuesto_id, inicio, umbral)
    select presupuesto_id, periodo.inicio, umbral
    from ai_presupuesto_periodos as periodo
      join ai_consumo_presupuestos as enlace using (presupuesto_id, inicio)
      join ai_presupuestos as presupuesto on presupuesto.id = presupuesto_id, unnest(avisos) as umbral
    where consumo_id = ${id}::uuid and gastado * 100 >= umbral * presupuesto.importe
    on conflict do nothing`.execute(trx)
}

/** Those that were begun so long ago and of which nobody said how they ended. */
export function listAbandonados(
  db: Kysely<Database>,
  { iaReservaMs, limite }: { iaReservaMs: number; limite: number },
) {
  return db
    .selectFrom('aiConsumos')
    .select(['id', 'entrada', 'salida', 'reservado'])
    .where('estado', '=', 'reservado')
    .where('momento', '<', sql<Date>`now() - ${iaReservaMs} * interval '1 ms'`)
    .orderBy('momento')
    .limit(limite)
    .execute()
}

export async function deleteOld(db: Kysely<Database>, dias: number): Promise<void> {
  await sql`
    delete from ai_consumos where momento < now() - ${dias} * interval '1 day' and estado <> 'reservado'`.execute(
    db,
  )
}
