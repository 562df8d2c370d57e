import {
  avisoFallidoSchema,
  avisosDescartadosSchema,
  avisosElegidosSchema,
  avisosReintentadosSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../../db/tables.ts'
import type { Aviso } from '../../../motor/async-pool/avisos.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { auditAll } from '../../auditoria/audit.ts'
import { describeLimite } from '../../resource/page-query.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { formatCursor, parseCursor } from '../cursor.ts'
import { createEjecucionesRepository } from '../repository.ts'

const RECURSO = 'avisos-fallidos'
const DEFAULT_LIMITE = 100
/** Of one whose last attempt left nothing. */
const NOT_HEARD_OF = 'El proceso del producto que avisaba se detuvo o no terminó a tiempo.'

/** Ends of runs that could not be told: to be looked at, tried anew or dropped. */
export function registerAvisosFallidos(app: FastifyInstance, { db, runtime, config }: ApiDeps): void {
  const { fallidos } = runtime.cola.avisos
  const { readNombres } = createEjecucionesRepository(db)
  const query = z.strictObject({
    canalId: z.uuid().optional(),
    q: z.string().trim().min(1).max(200).optional(),
    limite: describeLimite(config.limits, DEFAULT_LIMITE),
    despuesDe: z.string().max(200).optional(),
  })

  const listing = {
    access: 'procesos.leer',
    query,
    answers: { 200: z.array(avisoFallidoSchema) },
    answerHeaders: ['X-Siguiente'],
  } as const
  app.get('/api/avisos-fallidos', { config: listing }, async (request, reply) => {
    const { limite, despuesDe, ...filter } = parseInput(query, request.query)
    const cursor = despuesDe === undefined ? null : parseCursor(despuesDe)
    const found = await fallidos.list(filter, { limite: limite + 1, cursor })
    const page = found.slice(0, limite)
    const last = page.at(-1)
    if (found.length > limite && last)
      reply.header('x-siguiente', formatCursor({ id: last.id, inicio: last.died }))
    const canales = await readNombres(
      'canales',
      page.map(({ data }) => data.canalId),
    )
    return page.map(({ id, data, inserted, died, mensaje }) => ({
      id,
      ...data,
      canal: canales.get(data.canalId) ?? null,
      creado: inserted,
      fallido: died,
      causa: mensaje ?? NOT_HEARD_OF,
    }))
  })

  const repeating = {
    access: 'procesos.editar',
    body: avisosElegidosSchema,
    answers: { 202: avisosReintentadosSchema },
  } as const
  app.post('/api/avisos-fallidos/reintentar', { config: repeating }, async (request, reply) => {
    const { ids } = parseInput(avisosElegidosSchema, request.body)
    const { username: usuario } = request.usuario
    const reintentados = await db.transaction().execute(async (trx) => {
      const taken = await fallidos.retry(trx, ids)
      return auditEach(trx, { usuario, accion: 'reintentar', taken })
    })
    return reply.code(202).send({ reintentados })
  })

  const discarding = {
    access: 'procesos.editar',
    body: avisosElegidosSchema,
    answers: { 200: avisosDescartadosSchema },
  } as const
  app.post('/api/avisos-fallidos/descartar', { config: discarding }, async (request) => {
    const { ids } = parseInput(avisosElegidosSchema, request.body)
    const { username: usuario } = request.usuario
    const descartados = await db.transaction().execute(async (trx) => {
      const taken = await fallidos.discard(trx, ids)
      return auditEach(trx, { usuario, accion: 'descartar', taken })
    })
    return { descartados }
  })
}

/** Answers their ids. */
async function auditEach(
  trx: Transaction<Database>,
  {
    usuario,
    accion,
    taken,
  }: {
    usuario: string
    accion: 'reintentar' | 'descartar'
    taken: readonly { id: string; data: Aviso }[]
  },
): Promise<string[]> {
  if (taken.length > 0) {
    await auditAll(
      trx,
      taken.map(({ id, data }) => ({
        usuario,
        accion,
        recurso: RECURSO,
        recursoId: id,
        detalle: { ...data },
      })),
    )
  }
  return taken.map(({ id }) => id)
}
