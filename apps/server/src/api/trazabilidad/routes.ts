import {
  cambioDeTrazabilidadSchema,
  exportacionSchema,
  pruebaDeExportacionSchema,
  trazabilidadSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { createTrazabilidad } from './trazabilidad.ts'

export function registerTrazabilidad(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config, secretos, runtime } = deps
  const trazabilidad = createTrazabilidad({
    db,
    limits: config.limits,
    secretos,
    createRed: runtime.createRed,
    otel: config.otel,
  })
  const answers = { 200: trazabilidadSchema }

  const reading = { access: 'configuracion.leer', answers } as const
  app.get('/api/trazabilidad', { config: reading }, () => trazabilidad.read())

  const changing = { access: 'configuracion.editar', body: cambioDeTrazabilidadSchema, answers } as const
  app.put('/api/trazabilidad', { config: changing }, (request) =>
    trazabilidad.change(request.usuario.username, request.body),
  )

  const trying = {
    access: 'configuracion.editar',
    body: exportacionSchema,
    answers: { 200: pruebaDeExportacionSchema },
  } as const
  app.post('/api/trazabilidad/exportacion/probar', { config: trying }, async (request) => {
    // Whoever tries it uses what its headers say: that is kept, whatever comes of it.
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: request.usuario.username,
        accion: 'probar',
        recurso: 'configuracion',
        recursoId: null,
        detalle: { que: 'exportacion' },
      }),
    )
    return trazabilidad.test(request.body)
  })
}
