import type { Limits } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Row } from '../../db/tables.ts'
import type { TareaConEvento } from './escuchas-repository.ts'

/** An event that the process cannot be given. */
export interface Ilegible {
  huella: string
  causa: string
  /** Null: not even what it brings could be read. */
  datos: Readonly<Record<string, unknown>> | null
}

/** After those of all others of the tarea: a page goes on from the millisecond of the one before. */
const momentoOf = (tareaId: string) => sql`(
  select greatest(date_trunc('milliseconds', now()), date_trunc('milliseconds', max(momento)) + interval '1 millisecond')
  from eventos_apartados where tarea_id = ${tareaId}::uuid)`

/** Whoever holds the listening is the only one who writes them. Counts another delivery of these. Answers those that were delivered too often, by their huella, with the cause. */
export async function countEntregas(
  trx: Transaction<Database>,
  { id: tareaId, evento: { intentos } }: TareaConEvento,
  ilegibles: readonly Ilegible[],
): Promise<ReadonlyMap<string, string>> {
  const perdidos = new Map<string, string>()
  for (const { huella, causa, datos } of new Map(ilegibles.map((each) => [each.huella, each])).values()) {
    const { rows } = await sql<{ apartado: boolean }>`
      insert into eventos_apartados as antes (id, tarea_id, huella, entregas, causa, datos, apartado, momento)
      values (${uuid()}::uuid, ${tareaId}::uuid, ${huella}, 1, ${causa}, ${JSON.stringify(datos)}::jsonb, ${intentos <= 1},
        ${momentoOf(tareaId)})
      on conflict (tarea_id, huella) where not apartado do update set
        entregas = antes.entregas + 1, causa = excluded.causa, datos = excluded.datos, momento = excluded.momento,
        apartado = antes.entregas + 1 >= ${intentos}
      returning apartado`.execute(trx)
    if (rows[0]?.apartado) perdidos.set(huella, causa)
  }
  return perdidos
}

/** Whether as many are set apart as may be. */
export async function areApartadosFull(
  db: Kysely<Database>,
  tareaId: string,
  { eventosApartados }: Pick<Limits, 'eventosApartados'>,
): Promise<boolean> {
  const last = await db
    .selectFrom('eventosApartados')
    .select('id')
    .where('tareaId', '=', tareaId)
    .where('apartado', '=', true)
    .offset(eventosApartados - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

/** Newest first, from one of them on. */
export function listApartados(
  db: Kysely<Database>,
  tareaId: string,
  { limite, antesDe }: { limite: number; antesDe?: Date | undefined },
): Promise<Pick<Row<'eventosApartados'>, 'id' | 'momento' | 'entregas' | 'causa' | 'datos'>[]> {
  const all = db
    .selectFrom('eventosApartados')
    .select(['id', 'momento', 'entregas', 'causa', 'datos'])
    .where('tareaId', '=', tareaId)
    .where('apartado', '=', true)
  return (antesDe === undefined ? all : all.where('momento', '<', antesDe))
    .orderBy('momento', 'desc')
    .limit(limite)
    .execute()
}

/** Takes one off the list; undefined: it is not there any more. */
export function takeApartado(
  trx: Transaction<Database>,
  { tareaId, id }: { tareaId: string; id: string },
): Promise<Pick<Row<'eventosApartados'>, 'datos' | 'causa'> | undefined> {
  return trx
    .deleteFrom('eventosApartados')
    .where('tareaId', '=', tareaId)
    .where('id', '=', id)
    .where('apartado', '=', true)
    .returning(['datos', 'causa'])
    .executeTakeFirst()
}

export async function purgeApartados(db: Kysely<Database>, { dias }: { dias: number }): Promise<void> {
  await db
    .deleteFrom('eventosApartados')
    .where('momento', '<', sql<Date>`now() - make_interval(days => ${dias}::int)`)
    .execute()
}
