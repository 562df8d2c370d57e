import { AVISO_TOKENS_DIAS, MAX_NOTIFICACIONES, type MarcarLeidas, type Role } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import {
  type AlertaAvisada,
  type AprobacionPendiente,
  type Fallo,
  type Leidas,
  type PresupuestoVigilado,
  TODAS,
  type TokenToWatch,
} from './derive-notificaciones.ts'

const DAY_MS = 86_400_000
const WINDOW_MS = DAY_MS
/** Failures that are looked at: what fails more often than this in a day is told of all the same. */
const MAX_FAILURES = 5_000
/** Nothing that is told of began so long ago: a token is warned of for at most 90 days. */
const FORGET_AFTER = '200 days'

/** Failures of the last day, together by proceso. What somebody tried out on the canvas told them by itself. */
export async function listFallos(db: Kysely<Database>, now: Date): Promise<Fallo[]> {
  const { rows } = await sql<Fallo>`
    with fallidas as (
      select id, inicio, proceso_id, origen, error_mensaje from ejecuciones
      where estado = 'error' and inicio >= ${new Date(now.getTime() - WINDOW_MS)}
        and origen in ('agente', 'canal', 'mcp', 'tarea', 'subproceso')
      order by inicio desc, id desc limit ${MAX_FAILURES}),
    por_proceso as (
      select proceso_id, origen = 'tarea' as por_tarea, count(*)::int as cantidad, max(inicio) as ultima,
        (array_agg(id order by inicio desc, id desc))[1] as ultima_id,
        (array_agg(error_mensaje order by inicio desc, id desc))[1] as mensaje
      from fallidas group by 1, 2)
    select por_proceso.*, procesos.nombre as proceso
    from por_proceso left join procesos on procesos.id = proceso_id
    order by ultima desc limit ${MAX_NOTIFICACIONES}`.execute(db)
  return rows
}

/** Those that expire soon, and those that did a short while ago. */
export async function listTokensToWatch(
  db: Kysely<Database>,
  { avisoTokensDias, now }: { avisoTokensDias: number | null; now: Date },
): Promise<TokenToWatch[]> {
  const windowMs = (avisoTokensDias ?? AVISO_TOKENS_DIAS) * DAY_MS
  const rows = await db
    .selectFrom('tokens')
    .select(['id', 'nombre', 'expiraEn', 'actualizadoEn'])
    .where('revocadoEn', 'is', null)
    .where('expiraEn', '>', new Date(now.getTime() - windowMs))
    .where('expiraEn', '<=', new Date(now.getTime() + windowMs))
    .orderBy('expiraEn')
    .limit(MAX_NOTIFICACIONES)
    .execute()
  return rows.flatMap(({ expiraEn, actualizadoEn, ...token }) => {
    if (expiraEn === null) return []
    // Nobody could be told before it was given this date.
    const avisoDesde = new Date(Math.max(expiraEn.getTime() - windowMs, actualizadoEn.getTime()))
    return [{ ...token, expiraEn, avisoDesde }]
  })
}

/** What rules with a bell told of, unless it still stands and they are silenced now; what is over, of the last day. */
export async function listAlertasAvisadas(db: Kysely<Database>, now: Date): Promise<AlertaAvisada[]> {
  const { rows } = await sql<AlertaAvisada>`
    select incidencia.id::text, alerta_id::text, alertas.nombre as alerta, mensaje, desde, avisada, hasta
    from alertas_incidencias as incidencia join alertas on alertas.id = alerta_id
    where campana and avisada is not null
      and (hasta >= ${new Date(now.getTime() - WINDOW_MS)}
        or (hasta is null and (silenciada_hasta is null or silenciada_hasta <= ${now})))
    order by coalesce(hasta, avisada) desc limit ${MAX_NOTIFICACIONES}`.execute(db)
  return rows
}

/** Durable runs that wait for a person of the role; for an admin, for anybody. */
export async function listAprobacionesPendientes(
  db: Kysely<Database>,
  role: Role,
): Promise<AprobacionPendiente[]> {
  const { rows } = await sql<AprobacionPendiente>`
    select espera.id, espera.titulo, procesos.nombre as proceso, espera.creada from esperas as espera
    join ejecuciones_durables as durable on durable.id = espera.ejecucion_id
    left join procesos on procesos.id = durable.proceso_id
    where clase = 'aprobacion' and (${role === 'admin'} or rol = ${role})
    order by espera.creada desc, espera.id desc limit ${MAX_NOTIFICACIONES}`.execute(db)
  return rows
}

/** Budgets that have something to tell in the period that goes on. */
export async function listPresupuestosVigilados(db: Kysely<Database>): Promise<PresupuestoVigilado[]> {
  const { rows } = await sql<PresupuestoVigilado>`
    select presupuesto.id::text, nombre, umbral, momento, gastado >= importe as agotado, rechazos, ultimo_rechazo
    from ai_presupuesto_periodos as periodo
      join ai_presupuestos as presupuesto on presupuesto.id = periodo.presupuesto_id
      left join lateral (
        select umbral, momento from ai_presupuesto_avisos as aviso
        where aviso.presupuesto_id = periodo.presupuesto_id and aviso.inicio = periodo.inicio
        order by umbral desc limit 1) as alto on true
    where activo and periodo.inicio <= now() and fin > now() and (umbral is not null or rechazos > 0)
    order by coalesce(ultimo_rechazo, momento) desc limit ${MAX_NOTIFICACIONES}`.execute(db)
  return rows
}

export async function readLeidas(db: Kysely<Database>, usuarioId: string): Promise<Leidas> {
  const rows = await db
    .selectFrom('notificacionesLeidas')
    .select(['id', 'hasta'])
    .where('usuarioId', '=', usuarioId)
    .execute()
  return new Map(rows.map(({ id, hasta }) => [id, hasta]))
}

/** A moment to come would hide what nobody has seen. */
export async function writeLeidas(
  db: Kysely<Database>,
  usuarioId: string,
  { ids = [TODAS], hasta }: { hasta: MarcarLeidas['hasta']; ids?: readonly string[] | undefined },
): Promise<void> {
  await sql`
    insert into notificaciones_leidas as antes (usuario_id, id, hasta)
    select ${usuarioId}::uuid, id, least(${hasta}::timestamptz, clock_timestamp())
    from unnest(${[...new Set(ids)]}::text[]) as vista (id)
    on conflict (usuario_id, id) do update set hasta = greatest(antes.hasta, excluded.hasta)`.execute(db)
  // What all of them say already, or what can be told of no more, need not stand.
  await sql`
    delete from notificaciones_leidas vista
    where usuario_id = ${usuarioId}::uuid and id <> ${TODAS} and (
      hasta < now() - ${FORGET_AFTER}::interval or exists (
        select from notificaciones_leidas todas
        where todas.usuario_id = vista.usuario_id and todas.id = ${TODAS} and todas.hasta >= vista.hasta))`.execute(
    db,
  )
}
