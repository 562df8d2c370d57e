import type { Kysely } from 'kysely'
import type { Database, Row } from '../../db/tables.ts'

export interface AuditoriaQuery {
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
  const { desde, hasta, antesDe, limite } = query
  let selection = db
    .selectFrom('auditoria')
    .select(['id', 'momento', 'usuario', 'accion', 'recurso', 'recursoId', 'detalle'])
  for (const campo of ['usuario', 'accion', 'recurso', 'recursoId'] as const) {
    const value = query[campo]
    if (value !== undefined) selection = selection.where(campo, '=', value)
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
