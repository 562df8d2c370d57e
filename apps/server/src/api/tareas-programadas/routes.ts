import {
  DatosInvalidos,
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
import type { ApiDeps } from '../api-deps.ts'
import { describeLimite } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { checkCron, listSiguientes, nextFirings } from './cron.ts'
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

export function registerTareasProgramadas(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, tareas)

  const siguientesQuery = z.strictObject({ limite: describeLimite(deps.config.limits, DEFAULT_SIGUIENTES) })
  const listingNext = {
    access: 'tareas-programadas.leer',
    query: siguientesQuery,
    answers: { 200: z.array(siguienteDisparoSchema) },
  } as const
  app.get('/api/tareas-programadas/siguientes', { config: listingNext }, async (request) => {
    const { limite } = parseInput(siguientesQuery, request.query)
    return listSiguientes(await listActive(deps.db), { limite, from: new Date() })
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
