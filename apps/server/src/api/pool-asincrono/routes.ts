import { cambioDePoolAsincronoSchema, poolAsincronoSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { createPoolAsincrono } from './pool-asincrono.ts'

/** What the motor offers at `/admin/async-pool`, for who reaches only the API. */
export function registerPoolAsincrono(app: FastifyInstance, { db, config }: ApiDeps): void {
  const pool = createPoolAsincrono({ db, limits: config.limits })
  const answers = { 200: poolAsincronoSchema }

  const reading = { access: 'configuracion.leer', answers } as const
  app.get('/api/pool-asincrono', { config: reading }, () => pool.read())

  const changing = { access: 'configuracion.editar', body: cambioDePoolAsincronoSchema, answers } as const
  app.put('/api/pool-asincrono', { config: changing }, (request) =>
    pool.change(request.usuario.username, request.body),
  )
}
