import type { EntregaDeAlerta, EstadoAlerta } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

/** How a rule stands. */
export interface Situacion {
  estado: EstadoAlerta
  desde: Date | null
  mensaje: string | null
}

/** What stands open of each of these rules: since when the first does, and what the last says. */
export async function readSituaciones(
  db: Kysely<Database>,
  reglas: readonly Row<'alertas'>[],
): Promise<Situacion[]> {
  const { rows } = await sql<{ id: string; desde: Date; mensaje: string; cantidad: number }>`
    select alerta_id::text as id, min(desde) as desde, count(*)::int as cantidad,
      (array_agg(mensaje order by desde desc))[1] as mensaje
    from alertas_incidencias
    where hasta is null and alerta_id = any(${reglas.map(({ id }) => id)}::uuid[]) group by 1`.execute(db)
  const open = new Map(rows.map((row) => [row.id, row]))
  const fallos = await readFallos(
    db,
    reglas.map(({ id }) => id),
  )
  return reglas.map(({ id, activo }) => {
    const fallo = fallos.get(id)
    if (activo && fallo) return { ...fallo, estado: 'fallida' }
    const { desde = null, mensaje = null, cantidad = 0 } = open.get(id) ?? {}
    const holds = cantidad > 0 ? 'alerta' : 'normal'
    return {
      estado: activo ? holds : 'inactiva',
      desde,
      mensaje: cantidad > 1 ? `${mensaje} Y otras ${cantidad - 1}.` : mensaje,
    }
  })
}

async function readFallos(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { desde: Date; mensaje: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('alertasFallos').selectAll().where('alertaId', 'in', ids).execute()
  return new Map(
    rows.map(({ alertaId, desde, mensaje }) => [
      alertaId,
      { desde, mensaje: `No se pudo comprobar: ${mensaje}` },
    ]),
  )
}

export async function writeSilencio(
  db: Kysely<Database>,
  { id, hasta }: { id: string; hasta: Date | null },
): Promise<void> {
  await db.updateTable('alertas').set({ silenciadaHasta: hasta }).where('id', '=', id).execute()
}

/** Until a rule may be tried again that may be so many times in a minute, as the audit has it; 0: now. */
export async function secondsToNextPrueba(
  db: Kysely<Database>,
  id: string,
  porMinuto: number,
): Promise<number> {
  const { rows } = await sql<{ segundos: number }>`
    select ceil(extract(epoch from momento + interval '1 minute' - clock_timestamp()))::int as segundos
    from auditoria where recurso = 'alertas' and recurso_id = ${id} and accion = 'probar'
    order by id desc offset ${porMinuto - 1} limit 1`.execute(db)
  return Math.max(0, rows[0]?.segundos ?? 0)
}

/** Newest first; `antesDe` and `antesDeId` go on from the last one of a page. */
export function listIncidencias(
  db: Kysely<Database>,
  {
    limite,
    antesDe,
    antesDeId,
    alertaId,
  }: { limite: number; antesDe?: Date | undefined; antesDeId: string; alertaId?: string | undefined },
) {
  // To the millisecond, as an answer has it.
  const desde = sql<Date>`date_trunc('milliseconds', incidencia.desde)`
  let all = db
    .selectFrom('alertasIncidencias as incidencia')
    .innerJoin('alertas', 'alertas.id', 'incidencia.alertaId')
    .select([
      'incidencia.id',
      'incidencia.alertaId',
      'alertas.nombre as alerta',
      'incidencia.mensaje',
      'incidencia.desde',
      'incidencia.hasta',
      'incidencia.avisada',
    ])
  if (antesDe !== undefined)
    all = all.where(sql<boolean>`(${desde}, incidencia.id) < (${antesDe}, ${antesDeId}::uuid)`)
  if (alertaId !== undefined) all = all.where('incidencia.alertaId', '=', alertaId)
  return all.orderBy(desde, 'desc').orderBy('incidencia.id', 'desc').limit(limite).execute()
}

/** What was sent of each, in its order. */
export async function readEntregas(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EntregaDeAlerta[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('alertasEntregas')
    .select(['id', 'incidenciaId', 'tipo', 'via', 'estado', 'intentos', 'error', 'momento'])
    .where('incidenciaId', 'in', ids)
    .orderBy('momento')
    .orderBy('id')
    .execute()
  const entregas = new Map<string, EntregaDeAlerta[]>()
  for (const { incidenciaId, momento, ...entrega } of rows) {
    const known = entregas.get(incidenciaId) ?? []
    entregas.set(incidenciaId, [...known, { ...entrega, momento: momento.toISOString() }])
  }
  return entregas
}

/** Of the servidor that a rule would send mail through: its type, held until the transaction ends; undefined: there is none. */
export async function findTipoServidor(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.tipoServidor
}

const TABLAS = {
  procesoId: 'procesos',
  canalId: 'canales',
  servidorId: 'servidores',
  tareaId: 'tareas_programadas',
  presupuestoId: 'ai_presupuestos',
} as const
export type Nombrado = keyof typeof TABLAS

/** Whether there is what a rule watches; it stays until the transaction ends. */
export async function holdNombrado(db: Kysely<Database>, campo: Nombrado, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(TABLAS[campo])} where id = ${id}::uuid for key share`.execute(db)
  return rows.length > 0
}
