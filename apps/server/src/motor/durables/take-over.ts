import { type Flujo, MuestraIncompleta } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { EFECTOS, FIN } from './encode-punto.ts'

/** A durable run that has ended and of which everything is still there. */
export interface Conservada {
  version: number | null
  entrada: Trabajo['entrada']
  /** Of a draft. */
  flujo: Flujo | undefined
  /** Any of it may be a secret. */
  isSealed: boolean
}

/** What a run begins with that another one has given. */
export interface Continuation {
  /** That other one. */
  ejecucionId: string
  /** Nodes whose outcomes are taken over. */
  nodos: readonly string[]
  /** Of these, those that run all the same. */
  repite: readonly string[]
  /** Only for this item of the regions around; empty: for all. */
  iteracion: readonly number[]
  /** Nodes whose outputs are read now, where that may be others than those that were read then; null: the same. */
  lee: readonly string[] | null
}

/** Undefined: it is not durable, has not ended, was undone, or what it kept has been forgotten. */
export async function findConservada(db: Kysely<Database>, id: string): Promise<Conservada | undefined> {
  const { rows } = await sql<{ version: number | null; trabajo: Trabajo; isSealed: boolean }>`
    select version, trabajo, exists (
      select from puntos_de_control left join puntos_grandes as grande using (ejecucion_id, nodo, iteracion)
      where ejecucion_id = durable.id and nodo not like ${EFECTOS}
        and left(coalesce(puntos_de_control.contenido, grande.contenido), 1) <> '{') as is_sealed
    from ejecuciones_durables as durable
    where id = ${id} and terminada is not null
      and not exists (select from puntos_de_control where ejecucion_id = durable.id and nodo = ${FIN})`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { version, isSealed, trabajo } = row
  return { version, isSealed, entrada: trabajo.entrada, flujo: trabajo.flujo }
}

/** Stores a run as one that was begun already. */
export async function beginDurable(
  trx: Kysely<Database>,
  { id, trabajo }: { id: string; trabajo: Trabajo },
): Promise<void> {
  const { procesoId, version } = trabajo
  await sql`insert into ejecuciones_durables (id, proceso_id, version, trabajo)
    values (${id}, ${procesoId}, ${version}, ${JSON.stringify(trabajo)}::jsonb)`.execute(trx)
}

/**
 * Copies checkpoints to a run that begins with them. Undoing it leaves them alone: what they stand for another run has done. Answers the nodes
 * that are read now and of which nothing was kept, because nobody read them then. Throws MuestraIncompleta where it is forgotten meanwhile:
 * without its checkpoints the new run would do everything again.
 */
export async function copyPuntos(
  trx: Kysely<Database>,
  id: string,
  { ejecucionId, nodos, repite, iteracion, lee }: Continuation,
): Promise<string[]> {
  const held =
    await sql`select from ejecuciones_durables where id = ${ejecucionId} and terminada is not null for share`.execute(
      trx,
    )
  if (held.rows.length === 0) throw new MuestraIncompleta({ que: 'la ejecución' })
  const item = iteracion.join()
  // Around the item, of it, or in a region within it.
  const isSame = sql`(iteracion = '' or ${item} = '' or ${item} || ',' like iteracion || ',%' or iteracion || ',' like ${item} || ',%')`
  const { rows } = await sql<{ nodo: string }>`
    with tomado as (
      insert into puntos_de_control (ejecucion_id, nodo, iteracion, region, salida, compensa, contenido)
      select ${id}::uuid, nodo, iteracion, region, salida, false, contenido from puntos_de_control
      where ejecucion_id = ${ejecucionId} and nodo = any(${nodos}::text[])
        and not (nodo = any(${repite}::text[]) and ${isSame})
      returning nodo, iteracion, contenido
    ), grande as (
      insert into puntos_grandes (ejecucion_id, nodo, iteracion, contenido)
      select ${id}::uuid, nodo, iteracion, grande.contenido
      from puntos_grandes as grande join tomado using (nodo, iteracion) where grande.ejecucion_id = ${ejecucionId}
      returning nodo, iteracion, contenido
    )
    select distinct nodo from tomado left join grande using (nodo, iteracion)
    where nodo = any(${lee ?? []}::text[])
      and left(coalesce(tomado.contenido, grande.contenido), ${WITH_VALUE.length}) <> ${WITH_VALUE}`.execute(
    trx,
  )
  return rows.map(({ nodo }) => nodo)
}

/** How a checkpoint begins that is not sealed and has a value (`encode-punto`). */
const WITH_VALUE = '{"valor":'
