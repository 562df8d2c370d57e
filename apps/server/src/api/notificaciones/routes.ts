import { marcarLeidasSchema, notificacionesSchema, sinLeerSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { readAjustes } from '../../ajustes/ajustes-repository.ts'
import { mergePools } from '../../motor/metrics/cluster.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import type { Actor } from '../resource/resource-definition.ts'
import { deriveNotificaciones } from './derive-notificaciones.ts'
import {
  listAlertasAvisadas,
  listAprobacionesPendientes,
  listFallos,
  listPresupuestosVigilados,
  listTokensToWatch,
  readLeidas,
  writeLeidas,
} from './repository.ts'

/** The bell: what is wrong now, as far as whoever asks may know it. */
export function registerNotificaciones(app: FastifyInstance, { db }: Pick<ApiDeps, 'db'>): void {
  const nodos = createNodosRepository(db)

  async function list({ id: usuarioId, role }: Actor) {
    const now = new Date()
    const { avisoTokensDias } = await readAjustes(db)
    const [fallos, tokens, alertas, aprobaciones, presupuestos, alive, leidas] = await Promise.all([
      listFallos(db, now),
      listTokensToWatch(db, { avisoTokensDias, now }),
      listAlertasAvisadas(db, now),
      listAprobacionesPendientes(db, role),
      listPresupuestosVigilados(db),
      nodos.listAlive(),
      readLeidas(db, usuarioId),
    ])
    const notificaciones = deriveNotificaciones(
      { fallos, tokens, alertas, aprobaciones, presupuestos, pools: mergePools(alive).pools },
      { role, leidas, now },
    )
    const sinLeer = notificaciones.filter(({ leida }) => !leida).length
    return { momento: now.toISOString(), sinLeer, notificaciones }
  }

  const listing = { access: 'autenticado', answers: { 200: notificacionesSchema } } as const
  app.get('/api/notificaciones', { config: listing }, ({ usuario }) => list(usuario))

  const marking = {
    access: 'autenticado',
    body: marcarLeidasSchema,
    answers: { 200: sinLeerSchema },
  } as const
  app.post('/api/notificaciones/leidas', { config: marking }, async ({ usuario, body }) => {
    const { ids, hasta } = parseInput(marcarLeidasSchema, body)
    const told = new Set((await list(usuario)).notificaciones.map(({ id }) => id))
    // Of what nobody told them nothing is kept.
    await writeLeidas(db, usuario.id, { hasta, ids: ids?.filter((id) => told.has(id)) })
    const { sinLeer } = await list(usuario)
    return { sinLeer }
  })
}
