import {
  NoEncontrado,
  type PerdidaDetallada,
  perdidaDetalladaSchema,
  perdidaSchema,
  perdidasDescartadasSchema,
  perdidasElegidasSchema,
  perdidasReintentadasSchema,
  reintentoDePerdidaSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../../db/tables.ts'
import type { Perdida } from '../../../motor/async-pool/perdidas.ts'
import type { Trabajo } from '../../../motor/async-pool/trabajo.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { auditAll } from '../../auditoria/audit.ts'
import { describeLimite } from '../../resource/page-query.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { createBusquedas } from '../busquedas.ts'
import { formatCursor, parseCursor } from '../cursor.ts'
import { createEjecucionesRepository } from '../repository.ts'
import { keepHidden } from './keep-hidden.ts'

const RECURSO = 'ejecuciones-perdidas'
const DEFAULT_LIMITE = 100
const idSchema = z.object({ id: z.uuid() })

/** The dead letters of the queue: accepted runs that were given up, to be looked at, begun again or dropped. */
export function registerEjecucionesPerdidas(app: FastifyInstance, deps: ApiDeps): void {
  const { db, runtime, config } = deps
  const { cola } = runtime
  const { readNombres, findNamed } = createEjecucionesRepository(db)
  const { readClaveNegocio } = createBusquedas({ findNamed, runtime })
  const query = z.strictObject({
    procesoId: z.uuid().optional(),
    canalId: z.uuid().optional(),
    q: z.string().trim().min(1).max(200).optional(),
    limite: describeLimite(config.limits, DEFAULT_LIMITE),
    despuesDe: z.string().max(200).optional(),
  })

  const listing = {
    access: 'procesos.leer',
    query,
    answers: { 200: z.array(perdidaSchema) },
    answerHeaders: ['X-Siguiente'],
  } as const
  app.get('/api/ejecuciones-perdidas', { config: listing }, async (request, reply) => {
    const { limite, despuesDe, ...filter } = parseInput(query, request.query)
    const cursor = despuesDe === undefined ? null : parseCursor(despuesDe)
    const found = await cola.perdidas.list(filter, { limite: limite + 1, cursor })
    const page = found.slice(0, limite)
    const last = page.at(-1)
    if (found.length > limite && last)
      reply.header('x-siguiente', formatCursor({ id: last.id, inicio: last.perdida }))
    return describeAll(page)
  })

  const reading = { access: 'procesos.leer', answers: { 200: perdidaDetalladaSchema } } as const
  app.get('/api/ejecuciones-perdidas/:id', { config: reading }, async (request) => {
    const { id } = parseInput(idSchema, request.params)
    return describeWhole(await find(id))
  })

  const repeating = {
    access: 'procesos.editar',
    body: reintentoDePerdidaSchema.optional(),
    answers: { 202: perdidasReintentadasSchema },
  } as const
  app.post('/api/ejecuciones-perdidas/:id/reintentar', { config: repeating }, async (request, reply) => {
    const { id } = parseInput(idSchema, request.params)
    const { entrada: wanted } = parseInput(reintentoDePerdidaSchema, request.body ?? {})
    const perdida = await find(id)
    const entrada = wanted ? await change(perdida, wanted) : perdida.trabajo.entrada
    const answer = await retry([id], request.usuario.username, (trabajo) => ({ ...trabajo, entrada }))
    if (answer.reintentadas.length === 0) throw new NoEncontrado({ recurso: 'la ejecución perdida', id })
    return reply.code(202).send(answer)
  })

  const repeatingMany = {
    access: 'procesos.editar',
    body: perdidasElegidasSchema,
    answers: { 202: perdidasReintentadasSchema },
  } as const
  app.post('/api/ejecuciones-perdidas/reintentar', { config: repeatingMany }, async (request, reply) => {
    const { ids } = parseInput(perdidasElegidasSchema, request.body)
    return reply.code(202).send(await retry(ids, request.usuario.username))
  })

  const discarding = {
    access: 'procesos.editar',
    body: perdidasElegidasSchema,
    answers: { 200: perdidasDescartadasSchema },
  } as const
  app.post('/api/ejecuciones-perdidas/descartar', { config: discarding }, async (request) => {
    const { ids } = parseInput(perdidasElegidasSchema, request.body)
    const descartadas = await cola.perdidas.discard(ids, {
      beside: (trx, these) =>
        auditEach(trx, {
          usuario: request.usuario.username,
          accion: 'descartar',
          entries: these.map((id) => ({ id, detalle: {} })),
        }),
    })
    return { descartadas }
  })

  async function find(id: string): Promise<Perdida> {
    const perdida = await cola.perdidas.find(id)
    if (!perdida) throw new NoEncontrado({ recurso: 'la ejecución perdida', id })
    return perdida
  }

  async function retry(ids: readonly string[], usuario: string, change?: (trabajo: Trabajo) => Trabajo) {
    await cola.expectRoom()
    const reintentadas = await cola.perdidas.retry(ids, {
      ...(change && { change }),
      beside: (trx, these) =>
        auditEach(trx, {
          usuario,
          accion: 'reintentar',
          entries: these.map(({ perdida, idEjecucion }) => ({ id: perdida, detalle: { idEjecucion } })),
        }),
    })
    if (reintentadas.length > 0) cola.tell()
    return { reintentadas }
  }

  async function describeAll(perdidas: readonly Perdida[]) {
    const [procesos, canales, claveOf] = await Promise.all([
      readNombres(
        'procesos',
        perdidas.map(({ trabajo }) => trabajo.procesoId),
      ),
      readNombres(
        'canales',
        perdidas.flatMap(({ trabajo }) => trabajo.canalId ?? []),
      ),
      readClaveNegocio(),
    ])
    return perdidas.map(({ id, aceptada, perdida, causa, trabajo }) => {
      const { procesoId, version, canalId, origen } = trabajo
      return {
        id,
        aceptada,
        perdida,
        procesoId,
        proceso: procesos.get(procesoId) ?? null,
        version,
        canalId,
        canal: canales.get(canalId ?? '') ?? null,
        origen,
        causa: causa.message,
        claveNegocio: claveOf(trabajo),
      }
    })
  }

  async function describeWhole(perdida: Perdida) {
    const [described] = await describeAll([perdida])
    return { ...described, entrada: await show(perdida) }
  }

  /** As the history would show it, but whole. */
  async function show({ trabajo }: Perdida): Promise<Entrada> {
    const { secretos } = await runtime.readScope(trabajo)
    return entradaSchema.parse(runtime.history.mask(trabajo.entrada, secretos))
  }

  /** Checked as a call's own would be. Throws what that throws. */
  async function change(perdida: Perdida, wanted: Entrada): Promise<Entrada> {
    const { trabajo } = perdida
    const { plan } = await runtime.readScope(trabajo)
    const entrada = entradaSchema.parse(
      keepHidden({ wanted, shown: await show(perdida), stored: trabajo.entrada }),
    )
    plan?.entrada.coerce(entrada)
    return entrada
  }
}

type Entrada = PerdidaDetallada['entrada']
const entradaSchema = perdidaDetalladaSchema.shape.entrada

function auditEach(
  trx: Transaction<Database>,
  {
    usuario,
    accion,
    entries,
  }: {
    usuario: string
    accion: 'reintentar' | 'descartar'
    entries: readonly { id: string; detalle: Record<string, unknown> }[]
  },
): Promise<void> {
  if (entries.length === 0) return Promise.resolve()
  return auditAll(
    trx,
    entries.map(({ id, detalle }) => ({ usuario, accion, recurso: RECURSO, recursoId: id, detalle })),
  )
}
