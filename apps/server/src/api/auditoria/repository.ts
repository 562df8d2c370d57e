import type { Kysely } from 'kysely'
import { containing } from '../../db/like-pattern.ts'
import type { Database, Row } from '../../db/tables.ts'

export interface AuditoriaQuery {
  /** Part of who, what or which, or of the name of the thing. */
  q?: string | undefined
  usuario?: string | undefined
  accion?: string | undefined
  recurso?: string | undefined
  recursoId?: string | undefined
  desde?: string | undefined
  hasta?: string | undefined
  /** Id of the last entry of the page before. */
  antesDe?: string | undefined
  limite: number
}

/** Newest first. */
export function listAuditoria(db: Kysely<Database>, query: AuditoriaQuery) {
  const { q, desde, hasta, antesDe, limite } = query
  let selection = db
    .selectFrom('auditoria')
    .select(['id', 'momento', 'usuario', 'accion', 'recurso', 'recursoId', 'detalle'])
  for (const campo of ['usuario', 'accion', 'recurso', 'recursoId'] as const) {
    const value = query[campo]
    if (value !== undefined) selection = selection.where(campo, '=', value)
  }
  if (q !== undefined) {
    const pattern = containing(q)
    selection = selection.where(({ eb, or, ref }) =>
      or([
        ...(['usuario', 'accion', 'recurso', 'recursoId'] as const).map((campo) =>
          eb(campo, 'ilike', pattern),
        ),
        eb(ref('detalle', '->>').key('nombre'), 'ilike', pattern),
      ]),
    )
  }
  if (desde !== undefined) selection = selection.where('momento', '>=', new Date(desde))
  if (hasta !== undefined) selection = selection.where('momento', '<', new Date(hasta))
  if (antesDe !== undefined) selection = selection.where('id', '<', antesDe)
  return selection.orderBy('id', 'desc').limit(limite).execute()
}

/** A piece of the chain in its order. */
export function listChain(
  db: Kysely<Database>,
  { after, limite }: { after: string; limite: number },
): Promise<Row<'auditoria'>[]> {
  return db.selectFrom('auditoria').selectAll().where('id', '>', after).orderBy('id').limit(limite).execute()
}

/** The end of the chain. */
export function findNewest(db: Kysely<Database>): Promise<Pick<Row<'auditoria'>, 'id' | 'hash'> | undefined> {
  return db.selectFrom('auditoria').select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** When somebody last did such a thing; undefined: nobody ever did. */
export async function findLastTime(
  db: Kysely<Database>,
  { recurso, accion }: { recurso: string; accion: string },
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('auditoria')
    .select('momento')
    .where('recurso', '=', recurso)
    .where('accion', '=', accion)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.momento
}
