import { ClaveDeApiInvalida, type Role, roleSchema, SesionRequerida, SesionVencida } from '@div/contract'
import { jwtVerify, SignJWT } from 'jose'
import { JOSEError } from 'jose/errors'
import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { looksLike } from './bearer-secret.ts'
import { findClaveOwner } from './claves-de-api-repository.ts'

const ISSUER = 'div'
const LIFETIME_SECONDS = 15 * 60

const claimsSchema = z.object({ sub: z.uuid(), familia: z.uuid() })

/** Signs and checks the access tokens of the administration API. */
export interface Sessions {
  /** A JWT (HS256) of 15 minutes for one session; `familia` is that of its refresh tokens. */
  sign(session: { usuarioId: string; role: Role; familia: string }): Promise<string>
  /**
   * Who asks. The database is asked at every call, so that a user who was deactivated and a session that ended stop at once.
   * Throws SesionRequerida without a token, SesionVencida or ClaveDeApiInvalida with one that is not good any more.
   */
  authenticate(authorization: string | undefined): Promise<SignedIn>
}

/** Whoever asks; a temporary password is good for nothing but choosing another one. */
interface SignedIn extends Actor {
  debeCambiarPassword: boolean
  /** A program asks, with a clave de API. */
  conClave: boolean
}

export function createSessions({ db, secretos }: { db: Kysely<Database>; secretos: Secretos }): Sessions {
  const key = secretos.derive('jwt')
  return {
    sign: ({ usuarioId, role, familia }) =>
      new SignJWT({ role, familia })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setSubject(usuarioId)
        .setJti(uuid())
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_SECONDS}s`)
        .sign(key),
    async authenticate(authorization) {
      const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new SesionRequerida()
      if (looksLike('claveDeApi', token)) {
        const owner = await findClaveOwner(db, token)
        if (!owner) throw new ClaveDeApiInvalida()
        return { ...owner, conClave: true }
      }
      const actor = await findActor(db, await readClaims(token, key))
      if (!actor) throw new SesionVencida()
      return { ...actor, conClave: false }
    },
  }
}

async function readClaims(token: string, key: Buffer): Promise<z.infer<typeof claimsSchema>> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer: ISSUER })
    return claimsSchema.parse(payload)
  } catch (cause) {
    // Expired, of another key, or no token at all: whoever asks has to sign in again.
    if (cause instanceof JOSEError || cause instanceof z.ZodError)
      throw new SesionVencida(undefined, { cause })
    throw cause
  }
}

/** The role is that of the database, never that of the token. */
async function findActor(
  db: Kysely<Database>,
  { sub, familia }: z.infer<typeof claimsSchema>,
): Promise<Omit<SignedIn, 'conClave'> | undefined> {
  const row = await db
    .selectFrom('usuarios')
    .select(['id', 'username', 'role', 'debeCambiarPassword'])
    .where('id', '=', sub)
    .where('activo', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sesiones')
          .select('sesiones.hash')
          .where('familia', '=', familia)
          .whereRef('sesiones.usuarioId', '=', 'usuarios.id'),
      ),
    )
    .executeTakeFirst()
  return row && { ...row, role: roleSchema.parse(row.role) }
}
