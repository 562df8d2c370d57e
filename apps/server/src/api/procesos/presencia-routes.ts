import { latidoDePresenciaSchema, presenciaSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import { endLatido, noteLatido } from './presencia-repository.ts'
import { procesos } from './procesos.ts'

/** Who has a proceso open, told by rows that expire: every process of the API sees the same, and calls pay nothing for it. */
export function registerPresencia(app: FastifyInstance, { db, config }: ApiDeps): void {
  const telling = {
    access: 'procesos.leer',
    body: latidoDePresenciaSchema,
    answers: { 200: presenciaSchema },
  } as const
  app.post('/api/procesos/:id/presencia', { config: telling }, async (request) => {
    const { pestana, edita } = parseInput(latidoDePresenciaSchema, request.body)
    const proceso = await findRecord(procesos, db, request.params)
    const { id: procesoId, revision, actualizadoEn, actualizadoPor, versionPublicada } = proceso
    const presentes = await noteLatido(db, {
      procesoId,
      pestana,
      edita,
      usuario: request.usuario.username,
      segundos: config.limits.presenciaSegundos,
    })
    return { revision, actualizadoEn, actualizadoPor, versionPublicada, presentes }
  })

  const leaving = { access: 'procesos.leer', answers: { 204: null } } as const
  app.delete('/api/procesos/:id/presencia/:pestana', { config: leaving }, async (request, reply) => {
    const { pestana } = parseInput(z.object({ pestana: z.uuid() }), request.params)
    const { id: procesoId } = await findRecord(procesos, db, request.params)
    await endLatido(db, { procesoId, pestana, usuario: request.usuario.username })
    return reply.code(204).send()
  })
}
