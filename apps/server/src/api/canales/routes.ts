import {
  asignacionGuardadaSchema,
  asignacionSchema,
  canalGuardadoSchema,
  canalSchema,
  checkAsignaciones,
  DatosInvalidos,
  RevisionObsoleta,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { openParts } from '../../secretos/canal-secrets.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord, insertRecord, registerResource, show } from '../resource/register-resource.ts'
import { findFreeNombre } from '../resource/resource-repository.ts'
import { describeCanales } from './canales.ts'
import { refuseSinFirma } from './refuse-sin-firma.ts'
import {
  copyAsignaciones,
  findFreeRuta,
  findProcesos,
  listAsignaciones,
  replaceAsignaciones,
} from './repository.ts'
import { revisionOf } from './revision-of.ts'

/** Fields that the answer adds to an assignment may come back in a PUT. */
const asignacionesSchema = z
  .array(
    z.preprocess(
      (value) =>
        typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value).filter(
                ([key, each]) => each !== null && key !== 'proceso' && key !== 'versionPublicada',
              ),
            )
          : value,
      asignacionSchema,
    ),
  )
  .max(1_000)

/** Who says what they read overwrites nothing that somebody else stored since. */
const asignarSchema = z.strictObject({ revision: z.string().max(64).optional() })

const duplicarSchema = z.strictObject({
  nombre: canalSchema.shape.nombre.optional(),
  ruta: canalSchema.shape.ruta.optional(),
})

export function registerCanales(app: FastifyInstance, deps: ApiDeps): void {
  const { db, secretos } = deps
  const canales = describeCanales({ secretos, limits: deps.config.limits })
  registerResource(app, deps, canales)

  const duplicating = {
    access: 'canales.crear',
    body: duplicarSchema.optional(),
    answers: { 201: canalGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  /** With its secrets, sealed for the new one, and its assignments. It serves nobody before somebody has looked at it. */
  app.post('/api/canales/:id/duplicar', { config: duplicating }, async (request, reply) => {
    const given = parseInput(duplicarSchema, request.body ?? {})
    const row = await findRecord(canales, db, request.params)
    const body = {
      ...show(canales, row),
      nombre: given.nombre ?? (await findFreeNombre(db, 'canales', `${row.nombre} (copia)`)),
      ruta: given.ruta ?? (await findFreeRuta(db, row)),
      ...openParts(row.id, row, secretos),
      activo: false,
    }
    const { usuario } = request
    const created = await db.transaction().execute(async (trx) => {
      const copy = await insertRecord(canales, { trx, usuario, body, detalle: { origen: row.id } })
      await copyAsignaciones(trx, { from: row.id, to: copy.id })
      return copy
    })
    return reply.code(201).header('location', `/api/canales/${created.id}`).send(show(canales, created))
  })

  const answers = { 200: z.array(asignacionGuardadaSchema) }
  const reading = { access: 'canales.leer', answers, answerHeaders: ['X-Revision'] } as const
  app.get('/api/canales/:id/procesos', { config: reading }, async (request, reply) => {
    const { id } = await findRecord(canales, db, request.params)
    const stored = await listAsignaciones(db, id)
    return reply.header('x-revision', revisionOf(stored)).send(stored)
  })

  const assigning = {
    access: 'canales.editar',
    query: asignarSchema,
    body: z.array(asignacionSchema).max(1_000),
    answers,
    answerHeaders: ['X-Revision'],
  } as const
  app.put('/api/canales/:id/procesos', { config: assigning }, async (request, reply) => {
    const asignaciones = parseInput(asignacionesSchema, request.body)
    const { revision } = parseInput(asignarSchema, request.query)
    const stored = await db.transaction().execute(async (trx) => {
      const canal = await findRecord(canales, trx, request.params, 'change')
      const actual = await listAsignaciones(trx, canal.id)
      if (revision !== undefined && revision !== revisionOf(actual)) {
        const extra = { actual, enviado: request.body, revision: revisionOf(actual) }
        throw new RevisionObsoleta(undefined, { extra })
      }
      const procesos = await findProcesos(
        trx,
        asignaciones.map(({ procesoId }) => procesoId),
      )
      const errores = checkAsignaciones(asignaciones, procesos, canal.tipo)
      if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
      await replaceAsignaciones(trx, canal.id, asignaciones)
      await refuseSinFirma(trx, canal, ({ orden }) => `[${orden}].procesoId`)
      await audit(trx, {
        usuario: request.usuario.username,
        accion: 'asignarProcesos',
        recurso: 'canales',
        recursoId: canal.id,
        detalle: { nombre: canal.nombre, asignaciones },
      })
      return listAsignaciones(trx, canal.id)
    })
    return reply.header('x-revision', revisionOf(stored)).send(stored)
  })
}
