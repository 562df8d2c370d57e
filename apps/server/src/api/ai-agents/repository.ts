import {
  type Agente,
  type DefinicionDeAgente,
  definicionDeAgenteSchema,
  type PruebaDeAgente,
  type Role,
  type Uso,
  type VersionDeAgente,
} from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'
import { isColeccionVisible } from '../access/find-forbidden.ts'
import { countUsosByNombre, listProcesosUsing } from '../usos/list-procesos-using.ts'

export function toRow({ nombre, descripcion, activo, casos, ...definicion }: Agente) {
  return {
    ...{ nombre, descripcion, activo },
    definicion: JSON.stringify(definicion satisfies DefinicionDeAgente),
    casos: JSON.stringify(casos),
  }
}

/** A process of before, which may still run, writes it without what has come since. */
export function readDefinicion({ definicion }: Pick<Row<'aiAgentes'>, 'definicion'>): DefinicionDeAgente {
  return definicionDeAgenteSchema.parse(definicion)
}

/** Of these capabilities those that there are; they stay until the transaction ends. */
export async function holdCapacidades(
  trx: Transaction<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('aiCapabilities')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .forKeyShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Of these contexts those that this role is told of; they stay until the transaction ends. */
export async function holdContextos(
  trx: Transaction<Database>,
  ids: readonly string[],
  role: Role,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('aiContextos')
    .select(['id', 'roles'])
    .where('id', 'in', [...new Set(ids)])
    .forKeyShare()
    .execute()
  return new Set(rows.filter(({ roles }) => isColeccionVisible(roles, role)).map(({ id }) => id))
}

/** The type of a servidor, which stays until the transaction ends; undefined: there is none. */
export async function holdTipoServidor(trx: Transaction<Database>, id: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('servidores')
    .select('tipoServidor')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row?.tipoServidor
}

/** Procesos one of whose nodes runs it, by its name. */
export function listNaming(
  db: Kysely<Database>,
  { nombre }: Pick<Row<'aiAgentes'>, 'nombre'>,
): Promise<Uso[]> {
  return listProcesosUsing(db, 'ai-agents', nombre)
}

export function countNaming(db: Kysely<Database>, rows: readonly Row<'aiAgentes'>[]) {
  return countUsosByNombre(db, 'ai-agents', rows)
}

export async function readServidores(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('servidores')
    .select(['id', 'nombre'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}

/** Of these those whose draft says what is published. */
export async function listSinCambios(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select agente.id::text from ai_agentes agente
      join ai_agente_versiones publicada on publicada.agente_id = agente.id
        and publicada.version = agente.version_publicada and publicada.definicion = agente.definicion
    where agente.id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

type Resumen = Pick<Row<'aiAgenteVersiones'>, 'version' | 'nota' | 'publicadaEn' | 'publicadaPor'>

export function listVersiones(db: Kysely<Database>, agenteId: string): Promise<Resumen[]> {
  return db
    .selectFrom('aiAgenteVersiones')
    .select(['version', 'nota', 'publicadaEn', 'publicadaPor'])
    .where('agenteId', '=', agenteId)
    .orderBy('version', 'desc')
    .execute()
}

export async function findVersion(
  db: Kysely<Database>,
  { agenteId, version }: { agenteId: string; version: number },
): Promise<(Resumen & Pick<VersionDeAgente, 'definicion'>) | undefined> {
  const row = await db
    .selectFrom('aiAgenteVersiones')
    .select(['version', 'nota', 'publicadaEn', 'publicadaPor', 'definicion'])
    .where('agenteId', '=', agenteId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row && { ...row, definicion: readDefinicion(row) }
}

/** Writes the draft as the next version, which from now on never changes, and publishes it. The caller holds the agente. */
export async function publishDraft(
  trx: Transaction<Database>,
  { agente, nota, usuario }: { agente: Row<'aiAgentes'>; nota: string; usuario: string },
): Promise<number> {
  const { id, definicion } = agente
  const { rows } = await sql<{ version: number }>`
    insert into ai_agente_versiones (agente_id, version, nota, definicion, publicada_por)
    select ${id}::uuid, coalesce(max(version), 0) + 1, ${nota}, ${JSON.stringify(definicion)}::jsonb, ${usuario}
    from ai_agente_versiones where agente_id = ${id}::uuid
    returning version`.execute(trx)
  const version = rows[0]?.version ?? 1
  await setPublicada(trx, { id, version })
  return version
}

export async function setPublicada(
  trx: Transaction<Database>,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await trx.updateTable('aiAgentes').set({ versionPublicada: version }).where('id', '=', id).execute()
}

/** How its cases went, the newest first. */
export async function listPruebas(
  db: Kysely<Database>,
  { agenteId, limite }: { agenteId: string; limite: number },
): Promise<PruebaDeAgente[]> {
  const rows = await db
    .selectFrom('aiAgentePruebas')
    .selectAll()
    .where('agenteId', '=', agenteId)
    .orderBy('inicio', 'desc')
    .limit(limite)
    .execute()
  return rows.map(({ vence, inicio, casos, ...prueba }) => ({
    ...prueba,
    casos: [...casos],
    inicio: inicio.toISOString(),
  }))
}
