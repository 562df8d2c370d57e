import { entornoGuardadoSchema, entornoSchema, NoEncontrado, RevisionObsoleta } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { addEntorno, RECURSO } from './add-entorno.ts'
import {
  deleteEntorno,
  type EntornoRow,
  findEntorno,
  listEntornos,
  showEntorno,
  storeEntorno,
} from './entornos-repository.ts'

const cambiarSchema = entornoSchema.extend({ revision: z.int() })

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
    const { limits } = config
    const row = await db
      .transaction()
      .execute((trx) => addEntorno(trx, entorno, { usuario, secretos, limits }))
    return reply.code(201).send(showEntorno(row))
  })

  const changing = {
    access: 'autenticado',
    body: cambiarSchema,
    answers: { 200: entornoGuardadoSchema },
  } as const
  app.put(`${path}/:id`, { config: changing }, async ({ usuario, body, params }) => {
    const { revision, ...entorno } = parseInput(cambiarSchema, body)
    return db.transaction().execute(async (trx) => {
      const before = await findOwn(trx, params, usuario.id)
      if (revision !== before.revision)
        throw new RevisionObsoleta(undefined, { extra: { actual: showEntorno(before) } })
      const stored = await storeEntorno(trx, { id: before.id, usuario, entorno, before, secretos })
      await tell(trx, 'editar', stored, usuario.username)
      return showEntorno(stored)
    })
  })

  const removing = { access: 'autenticado', answers: { 204: null } } as const
  app.delete(`${path}/:id`, { config: removing }, async ({ usuario, params }, reply) => {
    await db.transaction().execute(async (trx) => {
      const row = await findOwn(trx, params, usuario.id)
      await deleteEntorno(trx, row.id)
      await tell(trx, 'eliminar', row, usuario.username)
    })
    return reply.code(204).send()
  })

  /** Held until the transaction ends. */
  async function findOwn(
    trx: Transaction<Database>,
    params: unknown,
    usuarioId: string,
  ): Promise<EntornoRow> {
    const { id } = parseInput(z.object({ id: z.uuid() }), params)
    const row = await findEntorno(trx, { id, usuarioId }, { lock: true })
    if (!row) throw new NoEncontrado({ recurso: 'el entorno', id })
    return row
  }

  function tell(
    trx: Parameters<typeof audit>[0],
    accion: 'editar' | 'eliminar',
    { id, nombre }: EntornoRow,
    usuario: string,
  ): Promise<void> {
    return audit(trx, { usuario, accion, recurso: RECURSO, recursoId: id, detalle: { nombre } })
  }
}
