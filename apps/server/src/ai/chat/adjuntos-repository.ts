import { type Adjunto, LimiteSuperado, type TipoDeAdjunto } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../db/tables.ts'

/** What is told of one: neither its text nor its picture. */
const SHOWN = ['id', 'nombre', 'tipo', 'bytes', sql<number | null>`length(texto)`.as('caracteres')] as const

export interface AdjuntoLeido {
  nombre: string
  tipo: TipoDeAdjunto
  bytes: number
  texto: string | null
  imagen: Buffer | null
}

/** Under a conversation that is held. */
export async function storeAdjunto(
  trx: Transaction<Database>,
  conversacionId: string,
  adjunto: AdjuntoLeido,
  maximo: number,
): Promise<Adjunto> {
  const { total } = await trx
    .selectFrom('aiAdjuntos')
    .select((select) => select.fn.countAll<string>().as('total'))
    .where('conversacionId', '=', conversacionId)
    .where('mensajeId', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(total) >= maximo) throw new LimiteSuperado({ limite: 'chatAdjuntos', maximo })
  return trx
    .insertInto('aiAdjuntos')
    .values({ id: uuid(), conversacionId, mensajeId: null, ...adjunto })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()
}

/** Those of these that were uploaded here and not sent yet. */
export function listSinEnviar(
  db: Kysely<Database>,
  conversacionId: string,
  ids: readonly string[],
): Promise<Adjunto[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('aiAdjuntos')
    .select(SHOWN)
    .where('conversacionId', '=', conversacionId)
    .where('mensajeId', 'is', null)
    .where('id', 'in', ids)
    .orderBy('creadoEn')
    .execute()
}

export async function sendAdjuntos(
  trx: Transaction<Database>,
  adjuntos: readonly Adjunto[],
  mensajeId: string,
): Promise<void> {
  if (adjuntos.length === 0) return
  await trx
    .updateTable('aiAdjuntos')
    .set({ mensajeId })
    .where(
      'id',
      'in',
      adjuntos.map(({ id }) => id),
    )
    .execute()
}

export function findContenido(
  db: Kysely<Database>,
  place: { conversacionId: string; id: string },
): Promise<{ nombre: string; texto: string | null; imagen: Buffer | null } | undefined> {
  return db
    .selectFrom('aiAdjuntos')
    .select(['nombre', 'texto', 'imagen'])
    .where('conversacionId', '=', place.conversacionId)
    .where('id', '=', place.id)
    .executeTakeFirst()
}

/** One that was not sent. False: there is none. */
export async function removeSinEnviar(
  db: Kysely<Database>,
  place: { conversacionId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('aiAdjuntos')
    .where('conversacionId', '=', place.conversacionId)
    .where('id', '=', place.id)
    .where('mensajeId', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Those that were uploaded so long ago and never sent. */
export async function forgetAdjuntos(db: Kysely<Database>, horas: number): Promise<void> {
  await sql`
    delete from ai_adjuntos
    where mensaje_id is null and creado_en < now() - ${horas} * interval '1 hour'`.execute(db)
}
