import {
  cancelacionSchema,
  DatosInvalidos,
  disparoSchema,
  type ErrorDeCampo,
  previsionSchema,
  siguienteDisparoSchema,
  type Tarea,
  tareaGuardadaSchema,
  tareaResumenSchema,
  tareaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import { checkCron, listSiguientes, nextFirings } from '../../motor/scheduler/cron.ts'
import { listDisparos, storeManualDisparo } from '../../motor/scheduler/disparos-repository.ts'
import { aceptadoOf } from '../../motor/scheduler/fire-tareas.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord, registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { describeDisparos } from './describe-disparos.ts'
import { describeProcesos, holdProceso, listActive, toRow } from './repository.ts'

/** Firings that a tarea shows of its future. */
const PROXIMAS = 5

function describeTarea({
  id,
  revision,
  creadoEn,
  actualizadoEn,
  actualizadoPor,
  ...tarea
}: Row<'tareasProgramadas'>) {
  return {
    ...tarea,
    proximas: tarea.activo ? nextFirings(tarea, { count: PROXIMAS, from: new Date() }) : [],
  }
}

const tareas: ResourceDefinition<Row<'tareasProgramadas'>, Tarea> = {
  resource: 'tareas-programadas',
  label: 'la tarea programada',
  table: 'tareasProgramadas',
  schema: tareaSchema,
  answer: tareaGuardadaSchema,
  summary: tareaResumenSchema,
  derived: ['proximas', 'proceso', 'versionPublicada'],
  async toRow(input, { trx }) {
    const errores: ErrorDeCampo[] = checkCron(input)
    if (!(await holdProceso(trx, input.procesoId)))
      errores.push({ campo: 'procesoId', mensaje: 'No existe este proceso.' })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson: describeTarea,
  async toSummaries(db, rows) {
    const procesos = await describeProcesos(
      db,
      rows.map(({ procesoId }) => procesoId),
    )
    return rows.map((row) => ({ ...describeTarea(row), ...procesos.get(row.procesoId) }))
  },
  // Nothing refers to a tarea.
  listUsos: async () => [],
}

const previewSchema = tareaSchema.pick({ cron: true, zonaHoraria: true }).extend({
  cantidad: z.coerce.number().int().min(1).max(100).default(PROXIMAS),
})

const DEFAULT_SIGUIENTES = 10

const DEFAULT_DISPAROS = 50

export function registerTareasProgramadas(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps
  registerResource(app, deps, tareas)

  /** Runs it now, with its own input, also while it is not active; whoever asked stands in its ledger. */
  const running = { access: 'tareas-programadas.editar', answers: { 202: cancelacionSchema } } as const
  app.post('/api/tareas-programadas/:id/ejecutar', { config: running }, async (request, reply) => {
    const { id, nombre, ...tarea } = await findRecord(tareas, db, request.params)
    const idEjecucion = newRunId()
    const usuario = request.usuario.username
    await db.transaction().execute(async (trx) => {
      await runtime.cola.acceptIn(trx, [aceptadoOf({ id, ...tarea }, idEjecucion, runtime.limites())])
      await storeManualDisparo(trx, { tareaId: id, usuario, ejecucionId: idEjecucion })
      await audit(trx, {
        usuario,
        accion: 'ejecutar',
        recurso: 'tareas-programadas',
        recursoId: id,
        detalle: { nombre, ejecucion: idEjecucion },
      })
    })
    runtime.cola.tell()
    return reply.code(202).send({ idEjecucion })
  })

  const disparosQuery = z.strictObject({
    limite: describeLimite(config.limits, DEFAULT_DISPAROS),
    /** Goes on from the last one of a page. */
    antesDe: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
  })
  const listingDisparos = {
    access: 'tareas-programadas.leer',
    query: disparosQuery,
    answers: { 200: z.array(disparoSchema) },
  } as const
  app.get('/api/tareas-programadas/:id/ejecuciones', { config: listingDisparos }, async (request) => {
    const { id } = await findRecord(tareas, db, request.params)
    const disparos = await listDisparos(db, id, parseInput(disparosQuery, request.query))
    return describeDisparos(disparos, { db, cola: runtime.cola })
  })

  const siguientesQuery = z.strictObject({ limite: describeLimite(config.limits, DEFAULT_SIGUIENTES) })
  const listingNext = {
    access: 'tareas-programadas.leer',
    query: siguientesQuery,
    answers: { 200: z.array(siguienteDisparoSchema) },
  } as const
  app.get('/api/tareas-programadas/siguientes', { config: listingNext }, async (request) => {
    const { limite } = parseInput(siguientesQuery, request.query)
    return listSiguientes(await listActive(db), { limite, from: new Date() })
  })

  /** What a form shows while a cron text is being written. */
  const previewing = {
    access: 'tareas-programadas.leer',
    query: previewSchema,
    answers: { 200: previsionSchema },
  } as const
  app.get('/api/tareas-programadas/proximas', { config: previewing }, async (request) => {
    const { cantidad, ...tarea } = parseInput(previewSchema, request.query)
    const errores = checkCron(tarea)
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return { proximas: nextFirings(tarea, { count: cantidad, from: new Date() }) }
  })
}
