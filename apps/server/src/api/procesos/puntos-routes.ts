import { NoEncontrado, nuevoPuntoSchema, puntoResumenSchema, puntoSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import { procesos } from './procesos.ts'
import { ensurePunto, findPunto, listPuntos, namePunto, removePunto } from './puntos-repository.ts'

const paramsSchema = z.object({ punto: z.uuid() })

/** Earlier states of a draft. Who goes back to one stores it as the draft: so it can be compared, merged and undone. */
export function registerPuntos(app: FastifyInstance, { db, config }: ApiDeps): void {
  const listing = { access: 'procesos.leer', answers: { 200: z.array(puntoResumenSchema) } } as const
  app.get('/api/procesos/:id/puntos', { config: listing }, async (request) => {
    const { id } = await findRecord(procesos, db, request.params)
    return listPuntos(db, id)
  })

  const reading = { access: 'procesos.leer', answers: { 200: puntoSchema } } as const
  app.get('/api/procesos/:id/puntos/:punto', { config: reading }, async (request) => {
    const { id: procesoId } = await findRecord(procesos, db, request.params)
    const { punto: id } = parseInput(paramsSchema, request.params)
    const punto = await findPunto(db, { procesoId, id })
    if (!punto) throw new NoEncontrado({ recurso: 'el punto de restauración', id })
    return punto
  })

  const naming = {
    access: 'procesos.editar',
    body: nuevoPuntoSchema,
    answers: { 201: puntoResumenSchema },
    answerHeaders: ['Location'],
  } as const
  app.post('/api/procesos/:id/puntos', { config: naming }, async (request, reply) => {
    const { nombre } = parseInput(nuevoPuntoSchema, request.body)
    const { username } = request.usuario
    const { procesoId, punto } = await db.transaction().execute(async (trx) => {
      const draft = await findRecord(procesos, trx, request.params, 'change')
      const { limits } = config
      const punto =
        nombre === null
          ? await ensurePunto(trx, { draft, usuario: username, limits })
          : await namePunto(trx, { draft, nombre, usuario: username, limite: limits.puntosConNombre })
      return { procesoId: draft.id, punto }
    })
    return reply.code(201).header('location', `/api/procesos/${procesoId}/puntos/${punto.id}`).send(punto)
  })

  const removing = { access: 'procesos.editar', answers: { 204: null } } as const
  app.delete('/api/procesos/:id/puntos/:punto', { config: removing }, async (request, reply) => {
    const { punto: id } = parseInput(paramsSchema, request.params)
    await db.transaction().execute(async (trx) => {
      const { id: procesoId, nombre } = await findRecord(procesos, trx, request.params)
      if (!(await removePunto(trx, { procesoId, id })))
        throw new NoEncontrado({ recurso: 'el punto de restauración', id })
      await audit(trx, {
        usuario: request.usuario.username,
        accion: 'eliminar',
        recurso: 'procesos',
        recursoId: procesoId,
        detalle: { nombre, punto: id },
      })
    })
    return reply.code(204).send()
  })
}
