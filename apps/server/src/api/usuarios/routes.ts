import { randomBytes } from 'node:crypto'
import {
  hasPermission,
  loteHechoSchema,
  loteSchema,
  PermisoDenegado,
  passwordSchema,
  passwordTemporalSchema,
  RevisionObsoleta,
  usoSchema,
  usuarioCreadoSchema,
  usuarioGuardadoSchema,
  usuarioSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { deleteClavesOf } from '../access/claves-de-api-repository.ts'
import { hashPassword } from '../access/password.ts'
import { endSessions } from '../access/refresh-tokens.ts'
import { setPassword } from '../access/set-password.ts'
import {
  describeUsuario,
  insertUsuario,
  listActiveAdmins,
  listUsuarios,
  updateUsuario,
} from '../access/usuarios-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { changeEach } from '../resource/change-each.ts'
import { parseInput } from '../resource/parse-input.ts'
import {
  activateUsuario,
  auditUsuario,
  refuseLastAdmin,
  removeUsuario,
  requireUsuario,
} from './change-usuario.ts'
import { usuariosQuerySchema } from './usuarios-query.ts'

const PATH = '/api/usuarios'
/** Without a password a temporary one is made, which the answer tells once. */
const createSchema = usuarioSchema.extend({ password: passwordSchema.optional() })
/** What was read may come back whole; what is derived is not written. */
const updateSchema = usuarioSchema.extend({
  revision: z.int(),
  password: passwordSchema.optional(),
  ...Object.fromEntries(
    ['id', 'ultimoAcceso', 'debeCambiarPassword', 'creadoEn', 'actualizadoEn', 'actualizadoPor'].map(
      (name) => [name, z.unknown().optional()],
    ),
  ),
})
const TEMPORAL_BYTES = 15
const ACTIVATIONS = [
  ['activar', true],
  ['desactivar', false],
] as const
const ACCIONES = ['activar', 'desactivar', 'eliminar'] as const
const oneOfAcciones = loteSchema.refine(({ accion }) => ACCIONES.some((each) => each === accion), {
  path: ['accion'],
  message: `Aquí no se puede. Use: ${ACCIONES.join(', ')}.`,
})
const paramsSchema = z.object({ id: z.string() })
const idOf = (params: unknown) => parseInput(paramsSchema, params).id

/**
 * Only admins see users (spec). A change of role or password, or a deactivation, ends the user's sessions; a password that is reset, their
 * claves de API too. What could give somebody an account is done by a person: no clave de API does it.
 */
export function registerUsuarios(
  app: FastifyInstance,
  { db, config: { dataDir, limits } }: Pick<ApiDeps, 'db' | 'config'>,
): void {
  const querySchema = usuariosQuerySchema(limits)

  const listing = {
    access: 'usuarios.leer',
    query: querySchema,
    answers: { 200: z.array(usuarioGuardadoSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(PATH, { config: listing }, async (request, reply) => {
    const { orden, ...query } = parseInput(querySchema, request.query)
    const { usuarios, total } = await listUsuarios(db, { ...query, ...orden })
    reply.header('x-total-count', total)
    return usuarios.map(describeUsuario)
  })

  const creating = {
    access: 'usuarios.crear',
    soloConSesion: true,
    body: createSchema,
    answers: { 201: usuarioCreadoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post(PATH, { config: creating }, async (request, reply) => {
    const { password, ...input } = parseInput(createSchema, request.body)
    const temporal = password === undefined ? makeTemporal() : undefined
    const passwordHash = await hashPassword(password ?? temporal ?? '')
    const actualizadoPor = request.usuario.username
    const usuario = await db.transaction().execute(async (trx) => {
      const created = await insertUsuario(trx, {
        ...input,
        id: uuid(),
        passwordHash,
        debeCambiarPassword: temporal !== undefined,
        actualizadoPor,
      })
      await auditUsuario(trx, { por: actualizadoPor, accion: 'crear', usuario: created })
      return created
    })
    const answer = { ...describeUsuario(usuario), ...(temporal && { passwordTemporal: temporal }) }
    return reply.code(201).header('location', `${PATH}/${usuario.id}`).send(answer)
  })

  const reading = { access: 'usuarios.leer', answers: { 200: usuarioGuardadoSchema } } as const
  app.get(`${PATH}/:id`, { config: reading }, async ({ params }) =>
    describeUsuario(await requireUsuario(db, idOf(params))),
  )

  const editing = {
    access: 'usuarios.editar',
    soloConSesion: true,
    body: updateSchema,
    answers: { 200: usuarioGuardadoSchema },
  } as const
  app.put(`${PATH}/:id`, { config: editing }, async (request) => {
    const { revision, password, username, email, role, activo } = parseInput(updateSchema, request.body)
    const por = request.usuario.username
    return db.transaction().execute(async (trx) => {
      const admins = await listActiveAdmins(trx)
      const before = await requireUsuario(trx, idOf(request.params), { lock: true })
      if (before.revision !== revision) {
        throw new RevisionObsoleta(undefined, {
          extra: { actual: describeUsuario(before), enviado: { revision, username, email, role, activo } },
        })
      }
      refuseLastAdmin(admins, before, { role, activo })
      const changed = await updateUsuario(trx, before.id, {
        username,
        email,
        role,
        activo,
        actualizadoPor: por,
      })
      await auditUsuario(trx, { por, accion: 'editar', usuario: changed })
      if (role !== before.role || !activo || password !== undefined) await endSessions(trx, before.id)
      if (password === undefined) return describeUsuario(changed)
      await deleteClavesOf(trx, before.id)
      const usuario = await setPassword(trx, { usuario: changed, password, dataDir })
      await auditUsuario(trx, { por, accion: 'restablecerPassword', usuario })
      return describeUsuario(usuario)
    })
  })

  const removing = { access: 'usuarios.eliminar', answers: { 204: null } } as const
  app.delete(`${PATH}/:id`, { config: removing }, async (request, reply) => {
    const { username: por } = request.usuario
    await db.transaction().execute((trx) => removeUsuario(trx, { id: idOf(request.params), por }))
    return reply.code(204).send()
  })

  /** A random password that is good for one sign-in, in which another one has to be chosen. Shown once. */
  const resetting = {
    access: 'usuarios.editar',
    soloConSesion: true,
    answers: { 200: passwordTemporalSchema },
  } as const
  app.post(`${PATH}/:id/restablecer`, { config: resetting }, async (request) => {
    const password = makeTemporal()
    await db.transaction().execute(async (trx) => {
      const before = await requireUsuario(trx, idOf(request.params), { lock: true })
      const usuario = await setPassword(trx, {
        usuario: before,
        password,
        dataDir,
        debeCambiarPassword: true,
      })
      await endSessions(trx, usuario.id)
      await deleteClavesOf(trx, usuario.id)
      await auditUsuario(trx, { por: request.usuario.username, accion: 'restablecerPassword', usuario })
    })
    return { password }
  })

  for (const [accion, activo] of ACTIVATIONS) {
    const activating = { access: 'usuarios.editar', answers: { 200: usuarioGuardadoSchema } } as const
    app.post(`${PATH}/:id/${accion}`, { config: activating }, async (request) => {
      const change = { id: idOf(request.params), activo, por: request.usuario.username }
      return describeUsuario(await db.transaction().execute((trx) => activateUsuario(trx, change)))
    })
  }

  const changingMany = {
    access: 'usuarios.editar',
    body: loteSchema,
    answers: { 200: loteHechoSchema },
  } as const
  app.post(`${PATH}/lote`, { config: changingMany }, async ({ usuario, body }) => {
    const { accion, ids } = parseInput(oneOfAcciones, body)
    if (accion === 'eliminar' && !hasPermission(usuario.role, 'usuarios.eliminar'))
      throw new PermisoDenegado({ permiso: 'usuarios.eliminar' })
    const { username: por } = usuario
    const change = (trx: Transaction<Database>, id: string) =>
      accion === 'eliminar'
        ? removeUsuario(trx, { id, por })
        : activateUsuario(trx, { id, activo: accion === 'activar', por })
    return changeEach(db, ids, change)
  })

  // Nothing refers to a user: their name stands as text in what they changed.
  const tellingUsos = { access: 'usuarios.leer', answers: { 200: z.array(usoSchema) } } as const
  app.get(`${PATH}/:id/usos`, { config: tellingUsos }, async ({ params }) => {
    await requireUsuario(db, idOf(params))
    return []
  })
}

function makeTemporal(): string {
  return randomBytes(TEMPORAL_BYTES).toString('base64url')
}
