import {
  alertaGuardadaSchema,
  DemasiadasPeticiones,
  incidenciaSchema,
  pruebaDeAlertaSchema,
  silencioSchema,
  vigilanciaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readVigilancia } from '../../motor/alertas/alertas-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord, registerResource, show } from '../resource/register-resource.ts'
import { describeAlertas } from './alertas.ts'
import { listIncidencias, readEntregas, secondsToNextPrueba, writeSilencio } from './repository.ts'

const DEFAULT_INCIDENCIAS = 50

export function registerAlertas(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps
  const alertas = describeAlertas(deps)
  registerResource(app, deps, alertas)

  /** Nobody is told until then; what it finds is written down all the same. */
  const silencing = {
    access: 'alertas.editar',
    body: silencioSchema,
    answers: { 200: alertaGuardadaSchema },
  } as const
  app.post('/api/alertas/:id/silenciar', { config: silencing }, async (request) => {
    const { hasta } = parseInput(silencioSchema, request.body)
    return db.transaction().execute(async (trx) => {
      const { id, nombre } = await findRecord(alertas, trx, request.params, 'change')
      await writeSilencio(trx, { id, hasta: hasta === null ? null : new Date(hasta) })
      await audit(trx, {
        usuario: request.usuario.username,
        accion: 'silenciar',
        recurso: 'alertas',
        recursoId: id,
        detalle: { nombre, hasta },
      })
      return show(alertas, await findRecord(alertas, trx, { id }))
    })
  })

  const testing = { access: 'alertas.editar', answers: { 200: pruebaDeAlertaSchema } } as const
  app.post('/api/alertas/:id/probar', { config: testing }, async (request) => {
    // Whoever tries it uses its secret: that is kept, whatever comes of it, and is what is counted in the whole cluster.
    const regla = await db.transaction().execute(async (trx) => {
      const regla = await findRecord(alertas, trx, request.params, 'change')
      const segundos = await secondsToNextPrueba(trx, regla.id, config.limits.alertaPruebasPorMinuto)
      if (segundos > 0)
        throw new DemasiadasPeticiones({ segundos }, { extra: { reintentarEnSegundos: segundos } })
      await audit(trx, {
        usuario: request.usuario.username,
        accion: 'probar',
        recurso: 'alertas',
        recursoId: regla.id,
        detalle: { nombre: regla.nombre },
      })
      return regla
    })
    return runtime.alertas.test(regla)
  })

  const watching = { access: 'alertas.leer', answers: { 200: vigilanciaSchema } } as const
  app.get('/api/alertas/vigilancia', { config: watching }, async () => ({ ultima: await readVigilancia(db) }))

  const incidenciasQuery = z.strictObject({
    limite: describeLimite(config.limits, DEFAULT_INCIDENCIAS),
    alertaId: z.uuid().optional(),
    /** Go on from the last one of a page: when it began, and of those that began with it, which. */
    antesDe: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
    antesDeId: z.uuid().default('00000000-0000-0000-0000-000000000000'),
  })
  const listing = {
    access: 'alertas.leer',
    query: incidenciasQuery,
    answers: { 200: z.array(incidenciaSchema) },
  } as const
  app.get('/api/alertas/incidencias', { config: listing }, async (request) => {
    const incidencias = await listIncidencias(db, parseInput(incidenciasQuery, request.query))
    const entregas = await readEntregas(
      db,
      incidencias.map(({ id }) => id),
    )
    return incidencias.map((incidencia) => ({ ...incidencia, entregas: entregas.get(incidencia.id) ?? [] }))
  })
}
