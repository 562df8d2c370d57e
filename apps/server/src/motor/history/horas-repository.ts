import { type Actividad, ESTADOS_EJECUCION, HORAS_DE_ACTIVIDAD } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { LATENCY_BOUNDS, quantile } from '../metrics/rolling-window.ts'
import type { HourlyCount } from './hourly-counts.ts'

const HOUR_MS = 3_600_000
const P95 = 0.95
const estadoSchema = z.enum(ESTADOS_EJECUCION)

/** Adds counts to those that stand; one statement, so all or none of them. */
export async function addHoras(db: Kysely<Database>, counts: readonly HourlyCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into ejecuciones_horas as antes
      (hora, proceso_id, canal_id, total, errores, suma_ms, clases, maxima_ms, ultima, ultima_id, ultimo_estado)
    select hora, proceso_id, canal_id, total, errores, suma_ms, clases, maxima_ms, ultima, ultima_id, ultimo_estado
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as nueva (
      hora timestamptz, proceso_id uuid, canal_id uuid, total int, errores int, suma_ms float8, clases int[], maxima_ms float8,
      ultima timestamptz, ultima_id uuid, ultimo_estado text)
    on conflict (proceso_id, hora, canal_id) do update set
      total = antes.total + excluded.total,
      errores = antes.errores + excluded.errores,
      suma_ms = antes.suma_ms + excluded.suma_ms,
      maxima_ms = greatest(antes.maxima_ms, excluded.maxima_ms),
      clases = array(
        select coalesce(una, 0) + coalesce(otra, 0)
        from unnest(antes.clases, excluded.clases) with ordinality as par (una, otra, lugar) order by lugar),
      ultima = greatest(antes.ultima, excluded.ultima),
      ultima_id = case when excluded.ultima >= antes.ultima then excluded.ultima_id else antes.ultima_id end,
      ultimo_estado = case when excluded.ultima >= antes.ultima then excluded.ultimo_estado else antes.ultimo_estado end`.execute(
    db,
  )
}

/** What tells of nothing that the history still keeps. */
export async function purgeHoras(db: Kysely<Database>, before: Date): Promise<void> {
  await db.deleteFrom('ejecucionesHoras').where('hora', '<', before).execute()
}

type Columna = 'proceso_id' | 'canal_id'

/** The sums of every latency class, as an array. Rows of before a class was added do not have it. */
const SUM_OF_CLASSES = sql.join(
  Array.from(
    { length: LATENCY_BOUNDS.length + 1 },
    (_, index) => sql`coalesce(sum(clases[${sql.lit(index + 1)}]), 0)::int`,
  ),
)

/**
 * Of each proceso or canal the last hours, and its last run; the ones that never ran are missing. Lateral, because a look into the index for
 * each is half the work of what is planned for all of them together, as measured with 10,000 procesos.
 */
export async function readActividad(
  db: Kysely<Database>,
  { columna, ids, now = Date.now() }: { columna: Columna; ids: readonly string[]; now?: number },
): Promise<ReadonlyMap<string, Actividad>> {
  if (ids.length === 0) return new Map()
  const first = Math.floor(now / HOUR_MS) - HORAS_DE_ACTIVIDAD + 1
  const key = sql.ref(columna)
  const { rows } = await sql<{
    id: string
    total: number | null
    errores: number | null
    sumaMs: number | null
    maximaMs: number | null
    clases: number[] | null
    horas: [number, number, number][] | null
    ultima: Date
    ultimaId: string
    ultimoEstado: string
  }>`
    select pedido.id::text, sumas.*, final.*
    from unnest(${ids}::uuid[]) as pedido (id)
    cross join lateral (
      select ultima, ultima_id, ultimo_estado from ejecuciones_horas
      where ${key} = pedido.id order by hora desc, ultima desc limit 1) as final
    cross join lateral (
      select sum(total)::int as total, sum(errores)::int as errores, sum(suma_ms) as suma_ms,
        max(maxima_ms) as maxima_ms, array[${SUM_OF_CLASSES}] as clases,
        json_agg(json_build_array(extract(epoch from hora)::bigint / 3600, total, errores)) as horas
      from (
        select hora, sum(total)::int as total, sum(errores)::int as errores, sum(suma_ms) as suma_ms,
          max(maxima_ms) as maxima_ms, array[${SUM_OF_CLASSES}] as clases
        from ejecuciones_horas
        where ${key} = pedido.id and hora >= ${new Date(first * HOUR_MS)}
        group by hora) as por_hora) as sumas`.execute(db)
  return new Map(
    rows.map(({ id, horas, ultima, ultimaId, ultimoEstado, ...sums }) => [
      id,
      {
        ...describeSums({
          total: sums.total ?? 0,
          errores: sums.errores ?? 0,
          sumaMs: sums.sumaMs ?? 0,
          maximaMs: sums.maximaMs ?? 0,
          clases: sums.clases ?? [],
        }),
        horas: layOut(horas ?? [], first),
        ultima: { id: ultimaId, inicio: ultima.toISOString(), estado: estadoSchema.parse(ultimoEstado) },
      },
    ]),
  )
}

/** What ran since the full hour `desde`, as far as it is written down. */
export async function sumHoras(
  db: Kysely<Database>,
  { desde, procesoId, canalId }: { desde: Date; procesoId: string | null; canalId: string | null },
): Promise<Omit<Sums, 'sumaMs'>> {
  const wanted = [
    sql`hora >= ${desde}`,
    ...(procesoId === null ? [] : [sql`proceso_id = ${procesoId}::uuid`]),
    ...(canalId === null ? [] : [sql`canal_id = ${canalId}::uuid`]),
  ]
  // As floats: what a day of a large cluster comes to is beyond an integer.
  const classes = Array.from(
    { length: LATENCY_BOUNDS.length + 1 },
    (_, index) => sql`coalesce(sum(clases[${sql.lit(index + 1)}]), 0)::float8`,
  )
  const { rows } = await sql<Omit<Sums, 'sumaMs'>>`
    select coalesce(sum(total), 0)::float8 as total, coalesce(sum(errores), 0)::float8 as errores,
      array[${sql.join(classes)}] as clases, coalesce(max(maxima_ms), 0) as maxima_ms
    from ejecuciones_horas where ${sql.join(wanted, sql` and `)}`.execute(db)
  return rows[0] ?? NOTHING
}

/** Of what never ran. */
export function noActividad(): Actividad {
  return { ...describeSums(NOTHING), horas: layOut([], 0), ultima: null }
}

interface Sums {
  total: number
  errores: number
  sumaMs: number
  clases: number[]
  /** Of the longest run; infinite: unknown. */
  maximaMs: number
}

const NOTHING: Sums = { total: 0, errores: 0, sumaMs: 0, clases: [], maximaMs: 0 }

/** Since the full hour `desde`: the sums of all, of the procesos that ran most, and of the canales; or what ran through one canal alone. */
export async function summarizeHoras(
  db: Kysely<Database>,
  { desde, limite, canalId }: { desde: Date; limite: number; canalId?: string | undefined },
) {
  const counted = sql`hora >= ${desde} ${canalId === undefined ? sql`` : sql`and canal_id = ${canalId}`}`
  const procesos = await sql<
    Sums & { procesoId: string; proceso: string | null; ultima: Date; todo: Pick<Sums, 'total' | 'errores'> }
  >`
    with sumas as (
      select proceso_id, sum(total)::int as total, sum(errores)::int as errores, sum(suma_ms) as suma_ms,
        array[${SUM_OF_CLASSES}] as clases, max(maxima_ms) as maxima_ms, max(ultima) as ultima
      from ejecuciones_horas where ${counted} group by proceso_id)
    select sumas.*, procesos.nombre as proceso,
      json_build_object('total', sum(total) over (), 'errores', sum(errores) over ()) as todo
    from sumas left join procesos on procesos.id = sumas.proceso_id
    order by total desc, proceso_id limit ${limite}`.execute(db)
  const canales = await sql<Sums & { canalId: string; canal: string; ultima: Date }>`
    select canal_id, canales.nombre as canal, sum(total)::int as total, sum(errores)::int as errores,
      sum(suma_ms) as suma_ms, array[${SUM_OF_CLASSES}] as clases, max(maxima_ms) as maxima_ms,
      max(ultima) as ultima
    from ejecuciones_horas join canales on canales.id = canal_id
    where ${counted} group by canal_id, canales.nombre
    order by total desc, canal_id`.execute(db)
  const { total, errores } = procesos.rows[0]?.todo ?? NOTHING
  return {
    total,
    errores,
    porcentajeErrores: percent(errores, total),
    procesos: procesos.rows.map(({ procesoId, proceso, ultima, todo, ...sums }) => ({
      procesoId,
      proceso,
      ultima,
      ...describeFigures(sums),
    })),
    canales: canales.rows.map(({ canalId, canal, ultima, ...sums }) => ({
      canalId,
      canal,
      ultima,
      ...describeFigures(sums),
    })),
  }
}

function describeSums(sums: Sums) {
  return { ...describeFigures(sums), porcentajeErrores: percent(sums.errores, sums.total) }
}

function describeFigures({ total, errores, sumaMs, clases, maximaMs }: Sums) {
  return {
    total,
    errores,
    mediaMs: total === 0 ? null : sumaMs / total,
    p95Ms: quantile(
      { requests: total, errors: errores, totalMs: sumaMs, maxMs: maximaMs, classes: clases },
      P95,
    ),
  }
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100
}

/** One entry an hour from `first` on, which counts in hours since the epoch as `horas` do. */
function layOut(horas: readonly (readonly [number, number, number])[], first: number): Actividad['horas'] {
  const laid = Array.from({ length: HORAS_DE_ACTIVIDAD }, () => ({ total: 0, errores: 0 }))
  for (const [hora, total, errores] of horas) {
    const index = hora - first
    if (index >= 0 && index < laid.length) laid[index] = { total, errores }
  }
  return laid
}
