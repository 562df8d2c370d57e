import type { PoolAsincrono } from '@div/contract'
import cors from '@fastify/cors'
import { registerAccess } from '../../api/access/register-access.ts'
import type { Sessions } from '../../api/access/session.ts'
import { mergePools } from '../metrics/cluster.ts'
import type { NodosRepository } from '../metrics/nodos-repository.ts'
import type { MotorRegister } from '../motor.ts'
import { describeWorkers } from './describe-workers.ts'

/** The dashboard asks every five seconds; its browser need not ask for leave every time. */
const PREFLIGHT_SECONDS = 600

/** The asynchronous pool, as it is set by an admin. */
export interface PoolAsincronoAdmin {
  read(): Promise<PoolAsincrono>
  /** Throws DatosInvalidos and RevisionObsoleta. */
  change(usuario: string, body: unknown): Promise<PoolAsincrono>
}

export interface AdminDeps {
  sessions: Sessions
  nodos: NodosRepository
  poolAsincrono: PoolAsincronoAdmin
  /** Origins of the web app, which is served from another port. */
  webOrigins: readonly string[]
}

/** `/admin`: pools, workers and the asynchronous pool of the whole cluster, whichever worker is asked, for whoever is signed in to the administration. */
export function registerAdmin({ sessions, nodos, poolAsincrono, webOrigins }: AdminDeps): MotorRegister {
  return async (app) => {
    await app.register(
      async (admin) => {
        // Before the access: a browser asks for leave without its token.
        await admin.register(cors, {
          origin: [...webOrigins],
          methods: ['GET', 'PUT'],
          allowedHeaders: ['authorization', 'accept', 'content-type'],
          maxAge: PREFLIGHT_SECONDS,
        })
        registerAccess(admin, sessions)
        admin.get('/pools/stats', { config: { access: 'servidores.leer' } }, async () =>
          mergePools(await nodos.listAlive()),
        )
        admin.get('/workers', { config: { access: 'autenticado' } }, async () =>
          describeWorkers(await nodos.listAlive()),
        )
        admin.get('/async-pool', { config: { access: 'configuracion.leer' } }, () => poolAsincrono.read())
        admin.put('/async-pool', { config: { access: 'configuracion.editar' } }, (request) =>
          poolAsincrono.change(request.usuario.username, request.body),
        )
      },
      { prefix: '/admin' },
    )
  }
}
