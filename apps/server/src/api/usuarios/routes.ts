import {
  NoEncontrado,
  passwordSchema,
  RevisionObsoleta,
  UltimoAdministrador,
  usoSchema,
  usuarioGuardadoSchema,
  usuarioSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { hashPassword } from '../access/password.ts'
import { endSessions } from '../access/refresh-tokens.ts'
import { setPassword } from '../access/set-password.ts'
import {
  deleteUsuario,
  describeUsuario,
  findUsuario,
  insertUsuario,
  listActiveAdmins,
  listUsuarios,
  type Usuario,
  updateUsuario,
} from '../access/usuarios-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { usuariosQuerySchema } from './usuarios-query.ts'

const PATH = '/api/usuarios'
const createSchema = usuarioSchema.extend({ password: passwordSchema })
/** What was read may come back whole; what is derived is not written. */
const updateSchema = usuarioSchema.extend({
  revision: z.int(),
  password: passwordSchema.optional(),
  ...Object.fromEntries(
    ['id', 'ultimoAcceso', 'creadoEn', 'actualizadoEn', 'actualizadoPor'].map((name) => [
      name,
      z.unknown().optional(),
    ]),
  ),
})
const paramsSchema = z.object({ id: z.string() })

/** Only admins see users (spec). A change of role or password, or a deactivation, ends the user's sessions. */
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
    body: createSchema,
    answers: { 201: usuarioGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post(PATH, { config: creating }, async (request, reply) => {
    const { password, ...input } = parseInput(createSchema, request.body)
    const passwordHash = await hashPassword(password)
    const actualizadoPor = request.usuario.username
    const usuario = await db.transaction().execute(async (trx) => {
      const created = await insertUsuario(trx, { ...input, id: uuid(), passwordHash, actualizadoPor })
      await auditUsuario(trx, { por: actualizadoPor, accion: 'crear', usuario: created })
      return created
    })
    return reply.code(201).header('location', `${PATH}/${usuario.id}`).send(describeUsuario(usuario))
  })

  const reading = { access: 'usuarios.leer', answers: { 200: usuarioGuardadoSchema } } as const
  app.get(`${PATH}/:id`, { config: reading }, async ({ params }) =>
    describeUsuario(await requireUsuario(db, params)),
  )

  const editing = {
    access: 'usuarios.editar',
    body: updateSchema,
    answers: { 200: usuarioGuardadoSchema },
  } as const
  app.put(`${PATH}/:id`, { config: editing }, async (request) => {
    const { revision, password, username, email, role, activo } = parseInput(updateSchema, request.body)
    const por = request.usuario.username
    return db.transaction().execute(async (trx) => {
      const admins = await listActiveAdmins(trx)
      const before = await requireUsuario(trx, request.params, { lock: true })
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
      const usuario = await setPassword(trx, { usuario: changed, password, dataDir })
      await auditUsuario(trx, { por, accion: 'restablecerPassword', usuario })
      return describeUsuario(usuario)
    })
  })

  const removing = { access: 'usuarios.eliminar', answers: { 204: null } } as const
  app.delete(`${PATH}/:id`, { config: removing }, async (request, reply) => {
    await db.transaction().execute(async (trx) => {
      const admins = await listActiveAdmins(trx)
      const usuario = await requireUsuario(trx, request.params, { lock: true })
      refuseLastAdmin(admins, usuario, { role: usuario.role, activo: false })
      await deleteUsuario(trx, usuario.id)
      await auditUsuario(trx, { por: request.usuario.username, accion: 'eliminar', usuario })
    })
    return reply.code(204).send()
  })

  // Nothing refers to a user: their name stands as text in what they changed.
  const tellingUsos = { access: 'usuarios.leer', answers: { 200: z.array(usoSchema) } } as const
  app.get(`${PATH}/:id/usos`, { config: tellingUsos }, async ({ params }) => {
    await requireUsuario(db, params)
    return []
  })
}

/** Somebody must be able to administer after the change. Throws UltimoAdministrador. */
function refuseLastAdmin(
  admins: readonly string[],
  { id }: Usuario,
  after: Pick<Usuario, 'role' | 'activo'>,
): void {
  const staysAdmin = after.role === 'admin' && after.activo
  if (!staysAdmin && admins.length === 1 && admins[0] === id) throw new UltimoAdministrador()
}

async function requireUsuario(
  db: Kysely<Database>,
  params: unknown,
  options: { lock?: boolean } = {},
): Promise<Usuario> {
  const { id } = parseInput(paramsSchema, params)
  const usuario = z.uuid().safeParse(id).success ? await findUsuario(db, id, options) : undefined
  if (!usuario) throw new NoEncontrado({ recurso: 'el usuario', id })
  return usuario
}

function auditUsuario(
  trx: Transaction<Database>,
  { por, accion, usuario: { id, username, role, activo } }: { por: string; accion: string; usuario: Usuario },
): Promise<void> {
  const detalle = { username, role, activo }
  return audit(trx, { usuario: por, accion, recurso: 'usuarios', recursoId: id, detalle })
}
