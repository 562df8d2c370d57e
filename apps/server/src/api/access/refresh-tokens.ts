import { createHash, createHmac, randomBytes } from 'node:crypto'
import { SesionVencida } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../db/tables.ts'
import { audit } from '../auditoria/audit.ts'

const TOKEN_BYTES = 32
/** A session that nobody uses ends after this. */
const LIFETIME_MS = 14 * 24 * 3_600_000
/** Tabs share their storage: one that asks late with the token before gets the same successor. */
const GRACE_MS = 30_000

export interface Session {
  usuarioId: string
  familia: string
  refreshToken: string
}

export interface RefreshTokens {
  /** A new session: the first token of a new family. */
  open(trx: Transaction<Database>, usuarioId: string): Promise<Session>
  /** The successor of a token. Throws SesionVencida; a token that was replaced long ago ends its whole family. */
  rotate(token: string): Promise<Session>
  /** Ends the session that the token belongs to; one that is unknown is none. Answers whose it was. */
  close(trx: Transaction<Database>, token: string): Promise<string | undefined>
}

/** Only hashes are stored. The successor is derived from the token, so that asking twice gives the same one. */
export function createRefreshTokens({ db, key }: { db: Kysely<Database>; key: Buffer }): RefreshTokens {
  const successorOf = (token: string) => createHmac('sha256', key).update(token).digest('base64url')

  return {
    async open(trx, usuarioId) {
      const refreshToken = randomBytes(TOKEN_BYTES).toString('base64url')
      const familia = uuid()
      await trx.deleteFrom('sesiones').where('expiraEn', '<', new Date()).execute()
      await insert(trx, { refreshToken, familia, usuarioId })
      return { usuarioId, familia, refreshToken }
    },

    async rotate(token) {
      const session = await db.transaction().execute(async (trx): Promise<Session | null> => {
        const usuario = await lockOwner(trx, token)
        const row = await trx
          .selectFrom('sesiones')
          .select(['familia', 'expiraEn', 'reemplazadaEn'])
          .where('hash', '=', hashOf(token))
          .executeTakeFirst()
        if (!usuario?.activo || !row || row.expiraEn.getTime() <= Date.now()) return null
        const { id: usuarioId, username } = usuario
        const { familia, reemplazadaEn } = row
        const refreshToken = successorOf(token)
        if (reemplazadaEn === null) {
          await trx
            .updateTable('sesiones')
            .set({ reemplazadaEn: new Date() })
            .where('hash', '=', hashOf(token))
            .execute()
          await insert(trx, { refreshToken, familia, usuarioId })
        } else if (Date.now() - reemplazadaEn.getTime() >= GRACE_MS) {
          // Two hold the same token: one of them stole it.
          await trx.deleteFrom('sesiones').where('familia', '=', familia).execute()
          const detalle = { motivo: 'un token de renovación ya reemplazado se usó otra vez' }
          await audit(trx, {
            usuario: username,
            accion: 'cerrarSesionRobada',
            recurso: 'usuarios',
            recursoId: usuarioId,
            detalle,
          })
          return null
        }
        return { usuarioId, familia, refreshToken }
      })
      // Thrown here: inside, it would undo the end of the family.
      if (!session) throw new SesionVencida()
      return session
    },

    async close(trx, token) {
      const usuario = await lockOwner(trx, token)
      if (!usuario) return undefined
      await trx
        .deleteFrom('sesiones')
        .where('familia', 'in', (eb) =>
          eb.selectFrom('sesiones').select('familia').where('hash', '=', hashOf(token)),
        )
        .execute()
      return usuario.id
    },
  }
}

/** Every session of the user ends at once: its access tokens are checked against this table. */
export async function endSessions(trx: Transaction<Database>, usuarioId: string): Promise<void> {
  await lockUsuario(trx, usuarioId)
  await trx.deleteFrom('sesiones').where('usuarioId', '=', usuarioId).execute()
}

/** The user whose session the token belongs to, held until the transaction ends. */
async function lockOwner(trx: Transaction<Database>, token: string) {
  const session = await trx
    .selectFrom('sesiones')
    .select('usuarioId')
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  return session && lockUsuario(trx, session.usuarioId)
}

/**
 * Whoever renews or ends sessions of a user takes turns: a deletion does not see the successor that somebody else is inserting, and the
 * session would outlive its end. The rows of the sessions are read only after it.
 */
function lockUsuario(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('usuarios')
    .select(['id', 'username', 'activo'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function insert(
  trx: Transaction<Database>,
  { refreshToken, familia, usuarioId }: Session,
): Promise<void> {
  await trx
    .insertInto('sesiones')
    .values({
      hash: hashOf(refreshToken),
      familia,
      usuarioId,
      expiraEn: new Date(Date.now() + LIFETIME_MS),
      reemplazadaEn: null,
    })
    .execute()
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
