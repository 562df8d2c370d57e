import { type Limits, type PeticionDePrueba, type PeticionEnviada, withoutCredentials } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../db/tables.ts'

type Enviada = Omit<PeticionEnviada, 'id' | 'momento'> & { usuarioId: string }
type Keeping = Pick<Limits, 'peticionEnviadaBytes' | 'peticionesEnviadas' | 'peticionesEnviadasDias'>

/** Keeps what was sent, without what proves who called; the oldest of this person, and what is too old, gives way. */
export async function keepEnviada(db: Kysely<Database>, enviada: Enviada, limits: Keeping): Promise<void> {
  const { usuarioId, peticion, ...outcome } = enviada
  await db
    .insertInto('peticionesEnviadas')
    .values({ id: uuid(), usuarioId, peticion: JSON.stringify(shorten(peticion, limits)), ...outcome })
    .execute()
  await sql`
    delete from peticiones_enviadas where usuario_id = ${usuarioId}::uuid and (
      momento < now() - make_interval(days => ${limits.peticionesEnviadasDias})
      or id in (select id from peticiones_enviadas where usuario_id = ${usuarioId}::uuid
        order by momento desc, id desc offset ${limits.peticionesEnviadas}))`.execute(db)
}

function shorten(peticion: PeticionDePrueba, { peticionEnviadaBytes }: Keeping): PeticionDePrueba {
  const kept = withoutCredentials(peticion)
  const isLong = (each: PeticionDePrueba) => Buffer.byteLength(JSON.stringify(each)) > peticionEnviadaBytes
  if (!isLong(kept)) return kept
  const { partes: _, ...rest } = kept
  const bodiless = { ...rest, cuerpo: null }
  return isLong(bodiless) ? { ...bodiless, cabeceras: [] } : bodiless
}

/** Newest first. */
export async function listEnviadas(
  db: Kysely<Database>,
  usuarioId: string,
  { peticionesEnviadas, peticionesEnviadasDias }: Keeping,
): Promise<PeticionEnviada[]> {
  const rows = await db
    .selectFrom('peticionesEnviadas')
    .select(['id', 'momento', 'peticion', 'entornoId', 'estado', 'duracionMs', 'idEjecucion', 'error'])
    .where('usuarioId', '=', usuarioId)
    .where(sql<boolean>`momento >= now() - make_interval(days => ${peticionesEnviadasDias})`)
    .orderBy('momento', 'desc')
    .orderBy('id', 'desc')
    .limit(peticionesEnviadas)
    .execute()
  return rows.map(({ momento, ...row }) => ({ ...row, momento: momento.toISOString() }))
}

export async function forgetEnviadas(db: Kysely<Database>, usuarioId: string): Promise<void> {
  await db.deleteFrom('peticionesEnviadas').where('usuarioId', '=', usuarioId).execute()
}
