import type { CanalDeProceso, Flujo, Proceso, ProcesoResumen, Uso } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ nombre, descripcion, categoriaId, modo }: Proceso, flujo: Flujo) {
  return { nombre, descripcion, categoriaId, modo, flujo: JSON.stringify(flujo) }
}

/** What a list says of a process without reading its document. */
type Derived = Pick<ProcesoResumen, 'nodos' | 'conCambios'>

export async function readResumenes(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Derived>> {
  const { rows } = await sql<Derived & { id: string }>`
    select proceso.id, jsonb_array_length(proceso.flujo -> 'nodos') as nodos,
      (publicada.flujo is distinct from proceso.flujo or publicada.modo is distinct from proceso.modo) as con_cambios
    from procesos proceso
    left join proceso_versiones publicada
      on publicada.proceso_id = proceso.id and publicada.version = proceso.version_publicada
    where proceso.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, nodos, conCambios }) => [id, { nodos, conCambios }]))
}

/** Canales that publish it, tareas that fire it, processes that call it. */
export async function listUsos(db: Kysely<Database>, { id }: Row<'procesos'>): Promise<Uso[]> {
  const { rows } = await sql<Uso>`
    select distinct 'canales' as recurso, canales.id::text, canales.nombre
      from canal_procesos join canales on canales.id = canal_procesos.canal_id where proceso_id = ${id}::uuid
    union all
    select 'tareas-programadas', id::text, nombre from tareas_programadas where proceso_id = ${id}::uuid
    order by 1, 3`.execute(db)
  const callers = await listProcesosUsing(db, 'procesos', id)
  return [...rows, ...callers.filter((caller) => caller.id !== id)]
}

export async function setVersionPublicada(
  db: Kysely<Database>,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await db.updateTable('procesos').set({ versionPublicada: version }).where('id', '=', id).execute()
}

/** A name that no process has: the given one, else with the first free number behind it. */
export async function findFreeNombre(db: Kysely<Database>, nombre: string): Promise<string> {
  const rows = await db
    .selectFrom('procesos')
    .select('nombre')
    .where(sql<boolean>`starts_with(lower(nombre), lower(${nombre}))`)
    .execute()
  const taken = new Set(rows.map((row) => row.nombre.toLowerCase()))
  if (!taken.has(nombre.toLowerCase())) return nombre
  let number = 2
  while (taken.has(`${nombre} (${number})`.toLowerCase())) number++
  return `${nombre} (${number})`
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
