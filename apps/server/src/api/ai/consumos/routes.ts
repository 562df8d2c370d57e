import { type Consumo, consumoAgrupadoSchema, consumoSchema, GRUPOS_DE_CONSUMO } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { isZone } from '../../../motor/scheduler/cron.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { describeLimite } from '../../resource/page-query.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { type ConsumoFilter, groupConsumos, listConsumos } from './repository.ts'
import { writeCsv } from './write-csv.ts'

const DEFAULT_LIMITE = 100
const EXPORT_PAGE = 1_000
const DEFAULT_DAYS = 30
const DAY_MS = 86_400_000

const momento = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .optional()
const FILTER = {
  /** The last thirty days unless it is said. */
  desde: momento,
  hasta: momento,
  modelo: z.string().max(200).optional(),
  usuarioId: z.uuid().optional(),
  procesoId: z.uuid().optional(),
}
const filterSchema = z.strictObject(FILTER)

const filterOf = ({ desde, ...filter }: z.output<typeof filterSchema>): ConsumoFilter => ({
  ...filter,
  desde: desde ?? new Date(Date.now() - DEFAULT_DAYS * DAY_MS),
})

/** The ledger: what each call to a model cost, and who made it. */
export function registerConsumos(app: FastifyInstance, { db, config: { limits } }: ApiDeps): void {
  const listQuery = z.strictObject({
    ...FILTER,
    /** Part of the model, of who made the call, or of what it went through. */
    q: z.string().trim().min(1).max(200).optional(),
    limite: describeLimite(limits, DEFAULT_LIMITE),
    despuesDe: z.uuid('Use el valor de la cabecera X-Siguiente de la página anterior.').optional(),
  })
  const listing = {
    access: 'ai/budget.leer',
    query: listQuery,
    answers: { 200: z.array(consumoSchema) },
    answerHeaders: ['X-Siguiente'],
  } as const
  app.get('/api/ai/consumos', { config: listing }, async (request, reply) => {
    const { limite, despuesDe = null, q = null, ...filter } = parseInput(listQuery, request.query)
    // One more than is shown: whether there is a next page needs no count.
    const rows = await listConsumos(db, filterOf(filter), { q, despuesDe, limite: limite + 1 })
    const page = rows.slice(0, limite)
    const last = page.at(-1)
    if (rows.length > limite && last) reply.header('x-siguiente', last.id)
    return page
  })

  const groupQuery = z.strictObject({
    ...FILTER,
    por: z.enum(GRUPOS_DE_CONSUMO).default('dia'),
    /** By whose days it is added up. */
    zonaHoraria: z
      .string()
      .refine(isZone, 'No es una zona horaria IANA, como America/Bogota.')
      .default('UTC'),
  })
  const grouping = {
    access: 'ai/budget.leer',
    query: groupQuery,
    answers: { 200: z.array(consumoAgrupadoSchema) },
  } as const
  app.get('/api/ai/consumos/resumen', { config: grouping }, async (request) => {
    const { por, zonaHoraria, ...filter } = parseInput(groupQuery, request.query)
    return groupConsumos(db, filterOf(filter), { por, zonaHoraria, limite: limits.listado })
  })

  const exporting = {
    access: 'ai/budget.leer',
    query: filterSchema,
    answers: { 200: { mediaTypes: ['text/csv'] } },
    answerHeaders: ['Content-Disposition'],
  } as const
  app.get('/api/ai/consumos/exportar', { config: exporting }, async (request, reply) => {
    const filter = filterOf(parseInput(filterSchema, request.query))
    reply.header('content-disposition', 'attachment; filename="consumos.csv"')
    return reply.type('text/csv; charset=utf-8').send(writeCsv(listAll(filter)))
  })

  async function* listAll(filter: ConsumoFilter): AsyncGenerator<Consumo> {
    let despuesDe: string | null = null
    do {
      const page: Consumo[] = await listConsumos(db, filter, { despuesDe, limite: EXPORT_PAGE })
      yield* page
      despuesDe = page.length < EXPORT_PAGE ? null : (page.at(-1)?.id ?? null)
    } while (despuesDe !== null)
  }
}
