import {
  type AccionAuditada,
  CredencialesInvalidas,
  cambioDePasswordSchema,
  DatosInvalidos,
  identidadSchema,
  perfilSchema,
  SesionVencida,
  sesionSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { deleteClavesOf } from '../access/claves-de-api-repository.ts'
import { verifyPassword } from '../access/password.ts'
import { createRefreshTokens, endSessions, type Session } from '../access/refresh-tokens.ts'
import type { Sessions } from '../access/session.ts'
import { setPassword } from '../access/set-password.ts'
import {
  describeSelf,
  findUsuario,
  findUsuarioByName,
  touchAcceso,
  type Usuario,
  updateUsuario,
} from '../access/usuarios-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { forgiveAttempt, purgeAttempts, takeAttempt } from './attempts.ts'
import { registerClavesDeApi } from './claves-routes.ts'

const loginSchema = z.strictObject({
  username: z.string().trim().min(1).max(200).meta({ title: 'Usuario' }),
  password: z.string().min(1).max(1_000).meta({ title: 'Contraseña' }),
})
const refreshSchema = z.strictObject({ refresh_token: z.string().min(1).max(200) })

/** Sign-in, its renewal and its end; the own profile and password. */
export function registerAuth(
  app: FastifyInstance,
  { db, secretos, config }: Pick<ApiDeps, 'db' | 'secretos' | 'config'>,
  sessions: Sessions,
): void {
  registerClavesDeApi(app, { db })
  const refreshTokens = createRefreshTokens({ db, key: secretos.derive('refresh') })

  const signingIn = { access: 'publico', body: loginSchema, answers: { 200: sesionSchema } } as const
  app.post('/api/auth/login', { config: signingIn }, async (request) => {
    const { username, password } = parseInput(loginSchema, request.body)
    const attempt = { username, address: request.ip }
    await takeAttempt(db, attempt)
    const usuario = await findUsuarioByName(db, username)
    const isRight = await verifyPassword(password, usuario?.passwordHash)
    if (!usuario || !isRight || !usuario.activo) throw new CredencialesInvalidas()
    await forgiveAttempt(db, attempt)
    await purgeAttempts(db)
    return db.transaction().execute(async (trx) => {
      const { id, passwordHash } = usuario
      // Only if the password that was right is still theirs: a reset at this moment must not leave a session behind.
      if (!(await touchAcceso(trx, { id, passwordHash }))) throw new CredencialesInvalidas()
      await audit(trx, {
        usuario: usuario.username,
        accion: 'iniciarSesion',
        recurso: 'usuarios',
        recursoId: id,
        detalle: { direccion: request.ip },
      })
      return answer(usuario, await refreshTokens.open(trx, id))
    })
  })

  const renewing = { access: 'publico', body: refreshSchema, answers: { 200: sesionSchema } } as const
  app.post('/api/auth/refresh', { config: renewing }, async (request) => {
    const { refresh_token } = parseInput(refreshSchema, request.body)
    const session = await refreshTokens.rotate(refresh_token)
    const usuario = await findUsuario(db, session.usuarioId)
    if (!usuario) throw new SesionVencida()
    return answer(usuario, session)
  })

  // Public: whoever holds the refresh token may end its session, also when the access token ran out.
  const signingOut = { access: 'publico', body: refreshSchema, answers: { 204: null } } as const
  app.post('/api/auth/logout', { config: signingOut }, async (request, reply) => {
    const { refresh_token } = parseInput(refreshSchema, request.body)
    await db.transaction().execute(async (trx) => {
      const usuarioId = await refreshTokens.close(trx, refresh_token)
      const usuario = usuarioId && (await findUsuario(trx, usuarioId))
      if (usuario) await auditOwn(trx, usuario, 'cerrarSesion')
    })
    return reply.code(204).send()
  })

  const readingSelf = {
    access: 'autenticado',
    conPasswordTemporal: true,
    answers: { 200: identidadSchema },
  } as const
  app.get('/api/auth/me', { config: readingSelf }, async ({ usuario: { id } }) => {
    const usuario = await findUsuario(db, id)
    if (!usuario) throw new SesionVencida()
    return describeSelf(usuario)
  })

  const changingSelf = { ...readingSelf, soloConSesion: true, body: perfilSchema } as const
  app.put('/api/auth/me', { config: changingSelf }, async (request) => {
    const { email } = parseInput(perfilSchema, request.body)
    const { id, username } = request.usuario
    return db.transaction().execute(async (trx) => {
      const usuario = await updateUsuario(trx, id, { email, actualizadoPor: username })
      await auditOwn(trx, usuario, 'cambiarPerfil')
      return describeSelf(usuario)
    })
  })

  /** Ends every session of the user and answers a new one. */
  const changingPassword = {
    access: 'autenticado',
    conPasswordTemporal: true,
    soloConSesion: true,
    body: cambioDePasswordSchema,
    answers: { 200: sesionSchema },
  } as const
  app.put('/api/auth/password', { config: changingPassword }, async (request) => {
    const { actual, nueva } = parseInput(cambioDePasswordSchema, request.body)
    const { id, username } = request.usuario
    const attempt = { username, address: request.ip }
    await takeAttempt(db, attempt)
    const before = await findUsuario(db, id)
    if (!before || !(await verifyPassword(actual, before.passwordHash))) {
      const errores = [{ campo: 'actual', mensaje: 'No es su contraseña actual.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    await forgiveAttempt(db, attempt)
    if (nueva === actual) {
      const errores = [{ campo: 'nueva', mensaje: 'Es la que ya tiene. Elija otra.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    return db.transaction().execute(async (trx) => {
      const held = await findUsuario(trx, id, { lock: true })
      // Somebody reset it while the current one was being checked.
      if (held?.passwordHash !== before.passwordHash) throw new SesionVencida()
      const usuario = await setPassword(trx, { usuario: held, password: nueva, dataDir: config.dataDir })
      await endSessions(trx, id)
      // Whoever knew the old one may have made some.
      await deleteClavesOf(trx, id)
      await auditOwn(trx, usuario, 'cambiarPassword')
      return answer(usuario, await refreshTokens.open(trx, id))
    })
  })

  async function answer(usuario: Usuario, { familia, refreshToken }: Session) {
    const token = await sessions.sign({ usuarioId: usuario.id, role: usuario.role, familia })
    return { token, refresh_token: refreshToken, user: describeSelf(usuario) }
  }
}

function auditOwn(
  trx: Transaction<Database>,
  { id, username }: Usuario,
  accion: AccionAuditada,
): Promise<void> {
  return audit(trx, { usuario: username, accion, recurso: 'usuarios', recursoId: id, detalle: {} })
}
