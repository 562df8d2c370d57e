import type { CanalDeProceso, Flujo, Proceso, ProcesoResumen, Uso } from '@div/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { addAlertasUsing, listAlertasUsing } from '../usos/list-alertas-using.ts'
import { listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ nombre, descripcion, categoriaId, modo, concurrencia }: Proceso, flujo: Flujo) {
  return { nombre, descripcion, categoriaId, modo, concurrencia, flujo: JSON.stringify(flujo) }
}

/** What a list says of a process without reading its document. */
type Derived = Pick<ProcesoResumen, 'nodos' | 'conCambios' | 'canales'>

export async function readResumenes(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Derived>> {
  const { rows } = await sql<Derived & { id: string }>`
    select proceso.id, jsonb_array_length(proceso.flujo -> 'nodos') as nodos,
      (publicada.flujo is distinct from proceso.flujo or publicada.modo is distinct from proceso.modo) as con_cambios,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', canal.id, 'nombre', canal.nombre) order by canal.nombre)
        from (select distinct canal_id as id from canal_procesos where proceso_id = proceso.id) publica
        join canales canal using (id)
      ), '[]') as canales
    from procesos proceso
    left join proceso_versiones publicada
      on publicada.proceso_id = proceso.id and publicada.version = proceso.version_publicada
    where proceso.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, nodos, conCambios, canales }) => [id, { nodos, conCambios, canales }]))
}

/** How the draft stands to what is published: what a list is narrowed to. */
export function isInEstado(estado: string): RawBuilder<SqlBool> {
  if (estado === 'sin-publicar') return sql`version_publicada is null`
  const isSame = sql<SqlBool>`exists (
    select from proceso_versiones publicada
    where publicada.proceso_id = procesos.id and publicada.version = procesos.version_publicada
      and publicada.flujo = procesos.flujo and publicada.modo = procesos.modo)`
  return estado === 'publicado' ? isSame : sql`version_publicada is not null and not ${isSame}`
}

/** Canales that publish it, tareas that fire it, what an AI may do with it, processes that call it. */
export async function listUsos(db: Kysely<Database>, { id }: Row<'procesos'>): Promise<Uso[]> {
  const { rows } = await sql<Uso>`
    select distinct 'canales' as recurso, canales.id::text, canales.nombre
      from canal_procesos join canales on canales.id = canal_procesos.canal_id where proceso_id = ${id}::uuid
    union all
    select 'tareas-programadas', id::text, nombre from tareas_programadas where proceso_id = ${id}::uuid
    union all
    select 'ai-capabilities', id::text, nombre from ai_capabilities where proceso_id = ${id}::uuid
    order by 1, 3`.execute(db)
  const callers = await listProcesosUsing(db, 'procesos', id)
  const watching = await listAlertasUsing(db, id)
  return [...rows, ...callers.filter((caller) => caller.id !== id), ...watching]
}

/** How many `listUsos` lists of each. */
export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'procesos'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const counted = await sql<{ id: string; total: number }>`
    select id::text, count(*)::int as total from (
      select distinct 'canal', canal_id, proceso_id as id from canal_procesos where proceso_id = any(${ids}::uuid[])
      union all
      select 'tarea', id, proceso_id from tareas_programadas where proceso_id = any(${ids}::uuid[])
      union all
      select 'capacidad', id, proceso_id from ai_capabilities where proceso_id = any(${ids}::uuid[])
      union all
      select distinct 'proceso', dependencia.proceso_id, referencia::uuid
      from proceso_dependencias dependencia join procesos on procesos.id = dependencia.proceso_id
      where recurso = 'procesos' and referencia = any(${ids}) and dependencia.proceso_id::text <> referencia and (
        dependencia.version = 0 or dependencia.version = version_publicada or exists (
          select from canal_procesos asignada
          where asignada.proceso_id = procesos.id and asignada.version = dependencia.version))) as usos
    group by id`.execute(db)
  return addAlertasUsing(db, ids, new Map(counted.rows.map(({ id, total }) => [id, total])))
}

export async function setVersionPublicada(
  db: Kysely<Database>,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await db.updateTable('procesos').set({ versionPublicada: version }).where('id', '=', id).execute()
}

/** Active canales that publish each new version of it to whoever signs. */
export async function listCanalesFirmados(db: Kysely<Database>, procesoId: string): Promise<string[]> {
  const { rows } = await sql<{ nombre: string }>`
    select distinct nombre from canal_procesos join canales on canales.id = canal_id
    where proceso_id = ${procesoId}::uuid and version is null and activo and acceso ->> 'tipo' = 'firma'
    order by nombre`.execute(db)
  return rows.map(({ nombre }) => nombre)
}

/** The assignments of a process, seen from it. */
export async function listCanales(db: Kysely<Database>, procesoId: string): Promise<CanalDeProceso[]> {
  const rows = await db
    .selectFrom('canalProcesos')
    .innerJoin('canales', 'canales.id', 'canalProcesos.canalId')
    .select([
      'canales.id as canalId',
      'canales.nombre as canal',
      'canales.tipo',
      'canales.ruta as rutaCanal',
      'canales.activo',
      'canalProcesos.version',
      'canalProcesos.metodo',
      'canalProcesos.ruta',
      'canalProcesos.operacion',
      'canalProcesos.etag',
    ])
    .where('canalProcesos.procesoId', '=', procesoId)
    .orderBy('canales.nombre')
    .orderBy('canalProcesos.orden')
    .execute()
  return rows.map(({ version, ...row }) => ({ ...row, version: version ?? 'publicada' }))
}
