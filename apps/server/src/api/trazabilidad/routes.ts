import { cambioDeTrazabilidadSchema, trazabilidadSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { createTrazabilidad } from './trazabilidad.ts'

export function registerTrazabilidad(app: FastifyInstance, { db, config }: ApiDeps): void {
  const trazabilidad = createTrazabilidad({ db, limits: config.limits, otel: config.otel })
  const answers = { 200: trazabilidadSchema }

  const reading = { access: 'configuracion.leer', answers } as const
  app.get('/api/trazabilidad', { config: reading }, () => trazabilidad.read())

  const changing = { access: 'configuracion.editar', body: cambioDeTrazabilidadSchema, answers } as const
  app.put('/api/trazabilidad', { config: changing }, (request) =>
    trazabilidad.change(request.usuario.username, request.body),
  )
}
