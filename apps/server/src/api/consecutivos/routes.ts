import {
  type Consecutivo,
  consecutivoGuardadoSchema,
  consecutivoResumenSchema,
  consecutivoSchema,
  valorTomadoSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Row } from '../../db/tables.ts'
import { takeConsecutivo } from '../../motor/runtime/take-consecutivo.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeListQuery } from '../resource/list-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { refuseRenameInUse } from '../resource/refuse-rename-in-use.ts'
import { findRecord, registerResource, show } from '../resource/register-resource.ts'
import type { Actor, ResourceDefinition } from '../resource/resource-definition.ts'
import { listRows } from '../resource/resource-repository.ts'
import { countUsos, findIdByNombre, listUsos, toRow } from './repository.ts'

const consecutivos: ResourceDefinition<Row<'consecutivos'>, Consecutivo> = {
  resource: 'consecutivos',
  label: 'el consecutivo',
  table: 'consecutivos',
  schema: consecutivoSchema,
  answer: consecutivoGuardadoSchema,
  summary: consecutivoResumenSchema,
  derived: ['ultimo'],
  async toRow(input, context) {
    await refuseRenameInUse(context, {
      table: 'consecutivos',
      label: 'el consecutivo',
      nombre: input.nombre,
      listUsos,
    })
    return toRow(input)
  },
  toJson: ({ nombre, descripcion, categoriaId, inicio, incremento, ultimo, prefijo, largo }) => ({
    nombre,
    descripcion,
    categoriaId,
    inicio: Number(inicio),
    incremento: Number(incremento),
    // Text beyond 2^53: a number would lie.
    ultimo: ultimo === null || Number.isSafeInteger(Number(ultimo)) ? asNumber(ultimo) : ultimo,
    prefijo,
    largo,
  }),
  listUsos,
  countUsos,
}

function asNumber(value: string | number | null): number | null {
  return value === null ? null : Number(value)
}

const siguienteSchema = z.strictObject({ nombre: z.string().min(1) })

export function registerConsecutivos(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps
  registerResource(app, deps, consecutivos)

  const takingNext = { access: 'consecutivos.editar', answers: { 200: valorTomadoSchema } } as const
  app.post('/api/consecutivos/:id/siguiente', { config: takingNext }, async (request) => {
    const { nombre } = await findRecord(consecutivos, db, request.params)
    return take(nombre, request.usuario)
  })

  // The endpoint name of the spec: the sequences, and the next value of one by its name.
  const listQuery = describeListQuery(deps.config.limits)
  const listing = {
    access: 'consecutivos.leer',
    query: listQuery,
    answers: { 200: z.array(consecutivoGuardadoSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get('/api/consecutivo', { config: listing }, async (request, reply) => {
    const query = parseInput(listQuery, request.query)
    const { rows, total } = await listRows<Row<'consecutivos'>>(db, 'consecutivos', query)
    reply.header('x-total-count', total)
    return rows.map((row) => show(consecutivos, row))
  })
  const taking = { ...takingNext, body: siguienteSchema } as const
  app.post('/api/consecutivo', { config: taking }, async (request) => {
    const { nombre } = parseInput(siguienteSchema, request.body)
    return take(nombre, request.usuario)
  })

  /** A value that a person takes is one that no document will have: the audit says who has it. */
  function take(nombre: string, { username }: Actor) {
    return db.transaction().execute(async (trx) => {
      const valor = await takeConsecutivo(trx, nombre)
      await audit(trx, {
        usuario: username,
        accion: 'tomarSiguiente',
        recurso: 'consecutivos',
        recursoId: await findIdByNombre(trx, nombre),
        detalle: { nombre, valor },
      })
      return { nombre, valor }
    })
  }
}
