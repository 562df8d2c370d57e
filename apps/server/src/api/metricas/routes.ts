import { metricasSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { sampleCluster, toMetricas } from '../../motor/metrics/cluster.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import type { ApiDeps } from '../api-deps.ts'

/** The home metrics of the whole cluster, from the heartbeats of its processes. */
export function registerMetricas(app: FastifyInstance, { db }: Pick<ApiDeps, 'db'>): void {
  const nodos = createNodosRepository(db)
  const config = { access: 'autenticado', answers: { 200: metricasSchema } } as const
  app.get('/api/metricas', { config }, async () => {
    const [alive, canales, before] = await Promise.all([
      nodos.listAlive(),
      nodos.countActiveCanales(),
      nodos.readSampleBefore(),
    ])
    return toMetricas(sampleCluster(alive, canales), before)
  })
}
