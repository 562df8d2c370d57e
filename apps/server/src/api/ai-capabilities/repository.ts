import { type AiCapability, columnaSchema, ROLES, type Role, type Uso } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { splitObjetivo } from '../../ai/capacidades/objetivo-row.ts'
import { findPermitida } from '../../ai/mcp/permitidas-repository.ts'
import type { Database, Row } from '../../db/tables.ts'
import { addAgentesUsing, listAgentesUsing } from '../usos/list-agentes-using.ts'

export function toRow({ objetivo, roles, ...capability }: AiCapability) {
  return {
    ...capability,
    ...splitObjetivo(objetivo),
    // Each once, in the order of the roles.
    roles: ROLES.filter((role) => roles.includes(role)),
  }
}

/** Whether there is such a proceso; it stays until the transaction ends. */
export async function holdProceso(trx: Transaction<Database>, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('procesos')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The columns of a tabla, which stays until the transaction ends; undefined: there is none. */
export async function holdColumnas(trx: Transaction<Database>, id: string): Promise<string[] | undefined> {
  const row = await trx
    .selectFrom('tablas')
    .select('columnas')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.columnas.map((columna) => columnaSchema.parse(columna).nombre)
}

/** The roles that see a collection, which stays until the transaction ends; undefined: there is none. */
export async function holdRolesDeColeccion(
  trx: Transaction<Database>,
  id: string,
): Promise<readonly Role[] | undefined> {
  const row = await trx
    .selectFrom('ragColecciones')
    .select('roles')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.roles
}

/** The tool, where somebody allowed it, with its servidor, which stays until the transaction ends; undefined: there is no such servidor. */
export function holdHerramienta(
  trx: Transaction<Database>,
  objetivo: { servidorId: string; herramienta: string },
) {
  return findPermitida(trx, objetivo, { hold: true })
}

const HERRAMIENTA = sql`capacidad.opciones->>'herramienta'`

/** What each of these uses, and whether that can be used. */
export async function readObjetivos(
  db: Kysely<Database>,
  rows: readonly Pick<Row<'aiCapabilities'>, 'id'>[],
): Promise<ReadonlyMap<string, { objetivoNombre: string; publicado: boolean }>> {
  const found = await db
    .selectFrom('aiCapabilities as capacidad')
    .leftJoin('procesos', 'procesos.id', 'capacidad.procesoId')
    .leftJoin('tablas', 'tablas.id', 'capacidad.tablaId')
    .leftJoin('ragColecciones', 'ragColecciones.id', 'capacidad.coleccionId')
    .leftJoin('servidores', 'servidores.id', 'capacidad.servidorId')
    .select((select) => [
      'capacidad.id',
      select.fn
        .coalesce(
          'procesos.nombre',
          'tablas.nombre',
          'ragColecciones.nombre',
          sql<string>`${HERRAMIENTA} || ' · ' || servidores.nombre`,
          sql<string>`''`,
        )
        .as('objetivoNombre'),
      sql<boolean>`case
        when capacidad.proceso_id is not null then version_publicada is not null
        when capacidad.servidor_id is not null then servidores.activo
          and servidores.config->'herramientas' @> jsonb_build_array(jsonb_build_object('nombre', ${HERRAMIENTA}))
        else true end`.as('publicado'),
    ])
    .where(sql<boolean>`capacidad.id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .execute()
  return new Map(found.map(({ id, ...objetivo }) => [id, objetivo]))
}

/** The tokens that let it be used. */
export function listTokens(db: Kysely<Database>, { id }: Row<'aiCapabilities'>): Promise<Uso[]> {
  return db
    .selectFrom('tokens')
    .select([sql<string>`'tokens'`.as('recurso'), 'id', 'nombre'])
    .where(sql<boolean>`${id}::uuid = any(capacidades)`)
    .where('revocadoEn', 'is', null)
    .orderBy('nombre')
    .execute()
}

/** These, and the agentes that may use it. */
export async function listUsos(db: Kysely<Database>, row: Row<'aiCapabilities'>): Promise<Uso[]> {
  return [...(await listTokens(db, row)), ...(await listAgentesUsing(db, 'ai-capabilities', row.id))]
}

export async function countUsos(
  db: Kysely<Database>,
  rows: readonly Row<'aiCapabilities'>[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map(({ id }) => id)
  const { rows: counted } = await sql<{ id: string; total: number }>`
    select capacidad.id::text, count(*)::int as total
    from tokens, unnest(capacidades) as capacidad (id)
    where revocado_en is null and capacidad.id = any(${ids}::uuid[])
    group by capacidad.id`.execute(db)
  const tokens = new Map(counted.map(({ id, total }) => [id, total]))
  return addAgentesUsing(db, 'ai-capabilities', ids, tokens)
}
