import {
  entornoGuardadoSchema,
  entornoSchema,
  LimiteSuperado,
  NoEncontrado,
  RevisionObsoleta,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import {
  deleteEntorno,
  type EntornoRow,
  findEntorno,
  listEntornos,
  showEntorno,
  storeEntorno,
} from './entornos-repository.ts'

const cambiarSchema = entornoSchema.extend({ revision: z.int() })
const RECURSO = 'entornos'

/** Whoever could send another person's secrets somewhere would have them: an entorno is its owner's alone. */
export function registerEntornos(app: FastifyInstance, { db, secretos, config }: ApiDeps): void {
  const path = '/api/test-cliente/entornos'

  const listing = { access: 'autenticado', answers: { 200: z.array(entornoGuardadoSchema) } } as const
  app.get(path, { config: listing }, async ({ usuario }) =>
    (await listEntornos(db, usuario.id)).map(showEntorno),
  )

  const creating = {
    access: 'autenticado',
    body: entornoSchema,
    answers: { 201: entornoGuardadoSchema },
  } as const
  app.post(path, { config: creating }, async ({ usuario, body }, reply) => {
    const entorno = parseInput(entornoSchema, body)
    const { entornos: maximo } = config.limits
    const row = await db.transaction().execute(async (trx) => {
      if ((await listEntornos(trx, usuario.id)).length >= maximo)
        throw new LimiteSuperado({ limite: 'entornos', maximo })
      const stored = await storeEntorno(trx, { id: uuid(), usuario, entorno, secretos })
      await tell(trx, 'crear', stored, usuario.username)
      return stored
    })
    return reply.code(201).send(showEntorno(row))
  })

  const changing = {
    access: 'autenticado',
    body: cambiarSchema,
    answers: { 200: entornoGuardadoSchema },
  } as const
  app.put(`${path}/:id`, { config: changing }, async ({ usuario, body, params }) => {
    const before = await findOwn(params, usuario.id)
    const { revision, ...entorno } = parseInput(cambiarSchema, body)
    if (revision !== before.revision)
      throw new RevisionObsoleta(undefined, { extra: { actual: showEntorno(before) } })
    return db.transaction().execute(async (trx) => {
      const stored = await storeEntorno(trx, { id: before.id, usuario, entorno, before, secretos })
      await tell(trx, 'editar', stored, usuario.username)
      return showEntorno(stored)
    })
  })

  const removing = { access: 'autenticado', answers: { 204: null } } as const
  app.delete(`${path}/:id`, { config: removing }, async ({ usuario, params }, reply) => {
    const row = await findOwn(params, usuario.id)
    await db.transaction().execute(async (trx) => {
      await deleteEntorno(trx, row.id)
      await tell(trx, 'eliminar', row, usuario.username)
    })
    return reply.code(204).send()
  })

  async function findOwn(params: unknown, usuarioId: string): Promise<EntornoRow> {
    const { id } = parseInput(z.object({ id: z.uuid() }), params)
    const row = await findEntorno(db, { id, usuarioId })
    if (!row) throw new NoEncontrado({ recurso: 'el entorno', id })
    return row
  }

  function tell(
    trx: Parameters<typeof audit>[0],
    accion: 'crear' | 'editar' | 'eliminar',
    { id, nombre }: EntornoRow,
    usuario: string,
  ): Promise<void> {
    return audit(trx, { usuario, accion, recurso: RECURSO, recursoId: id, detalle: { nombre } })
  }
}
