import {
  DatosInvalidos,
  type ErrorDeCampo,
  previsionSchema,
  type Tarea,
  tareaGuardadaSchema,
  tareaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { parseInput } from '../resource/parse-input.ts'
import { registerResource } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { checkCron, nextFirings } from './cron.ts'
import { holdProceso, toRow } from './repository.ts'

/** Firings that a tarea shows of its future. */
const PROXIMAS = 5

const tareas: ResourceDefinition<Row<'tareasProgramadas'>, Tarea> = {
  resource: 'tareas-programadas',
  label: 'la tarea programada',
  table: 'tareasProgramadas',
  schema: tareaSchema,
  answer: tareaGuardadaSchema,
  derived: ['proximas'],
  async toRow(input, { trx }) {
    const errores: ErrorDeCampo[] = checkCron(input)
    if (!(await holdProceso(trx, input.procesoId)))
      errores.push({ campo: 'procesoId', mensaje: 'No existe este proceso.' })
    if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
    return toRow(input)
  },
  toJson: ({ id, revision, creadoEn, actualizadoEn, actualizadoPor, ...tarea }) => ({
    ...tarea,
    proximas: tarea.activo ? nextFirings(tarea, { count: PROXIMAS, from: new Date() }) : [],
  }),
  // Nothing refers to a tarea.
  listUsos: async () => [],
}

const previewSchema = tareaSchema.pick({ cron: true, zonaHoraria: true }).extend({
  cantidad: z.coerce.number().int().min(1).max(100).default(PROXIMAS),
})

export function registerTareasProgramadas(app: FastifyInstance, deps: ApiDeps): void {
  registerResource(app, deps, tareas)

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
