import { DemasiadosIntentos } from '@div/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/tables.ts'

/** `free` failures cost nothing; each further one doubles the wait, up to `maxSeconds`. An address may stand for a whole office. */
const RULES = {
  cuenta: { free: 5, maxSeconds: 300 },
  direccion: { free: 20, maxSeconds: 60 },
} as const
/** Failures are forgotten after this much quiet. */
const FORGET_MINUTES = 15
/** Beyond it the wait has long reached its maximum; keeps the power of two finite. */
const MAX_DOUBLINGS = 16

export interface Attempt {
  username: string
  /** Of whoever asks. */
  address: string
}

/**
 * Counts the attempt as failed before the password is looked at, so that many at once cannot slip past the count.
 * Throws DemasiadosIntentos while the account or the address has to wait.
 */
export async function takeAttempt(db: Kysely<Database>, attempt: Attempt): Promise<void> {
  for (const [tipo, clave] of Object.entries(keysOf(attempt))) {
    const { free, maxSeconds } = tipo === 'cuenta' ? RULES.cuenta : RULES.direccion
    const { rows } = await sql<{ clave: string }>`
      insert into intentos_acceso as anterior (clave, fallos, ultimo) values (${clave}, 1, now())
      on conflict (clave) do update set
        fallos = ${countAgain},
        ultimo = now(),
        bloqueado_hasta = case when ${countAgain} > ${free} then
          now() + least(2 ^ least(${countAgain} - ${free}, ${MAX_DOUBLINGS}), ${maxSeconds}) * interval '1 second' end
      where anterior.bloqueado_hasta is null or anterior.bloqueado_hasta <= now()
      returning clave`.execute(db)
    if (rows.length === 0) throw await refusal(db, clave)
  }
}

const countAgain = sql`(case when anterior.ultimo < now() - ${sql.lit(FORGET_MINUTES)} * interval '1 minute'
  then 1 else anterior.fallos + 1 end)`

/** The password was right: the account starts afresh; the address only takes this one back, for it may be guessing others. */
export async function forgiveAttempt(db: Kysely<Database>, attempt: Attempt): Promise<void> {
  const { cuenta, direccion } = keysOf(attempt)
  await db.deleteFrom('intentosAcceso').where('clave', '=', cuenta).execute()
  await sql`update intentos_acceso set fallos = greatest(fallos - 1, 0), bloqueado_hasta = null
    where clave = ${direccion}`.execute(db)
}

/** Rows that nobody will ask about again. */
export async function purgeAttempts(db: Kysely<Database>): Promise<void> {
  await sql`delete from intentos_acceso
    where ultimo < now() - ${sql.lit(FORGET_MINUTES)} * interval '1 minute'`.execute(db)
}

function keysOf({ username, address }: Attempt) {
  // The address first: one that has to wait cannot go on locking the accounts of others.
  return { direccion: `direccion:${address}`, cuenta: `cuenta:${username.toLowerCase()}` }
}

async function refusal(db: Kysely<Database>, clave: string) {
  const row = await db
    .selectFrom('intentosAcceso')
    .select('bloqueadoHasta')
    .where('clave', '=', clave)
    .executeTakeFirst()
  const waitMs = (row?.bloqueadoHasta?.getTime() ?? 0) - Date.now()
  const segundos = Math.max(1, Math.ceil(waitMs / 1_000))
  return new DemasiadosIntentos({ segundos }, { extra: { reintentarEnSegundos: segundos } })
}
