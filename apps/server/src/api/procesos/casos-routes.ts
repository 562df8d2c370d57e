import {
  type CasoDePrueba,
  casoDePruebaGuardadoSchema,
  casoDePruebaSchema,
  ejecutarCasosSchema,
  LimiteSuperado,
  type Limits,
  NoEncontrado,
  RevisionObsoleta,
  resultadosDeCasosSchema,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { refuseForbidden } from '../access/find-forbidden.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import {
  type CasoRow,
  countCasos,
  deleteCaso,
  findCaso,
  insertCaso,
  listCasos,
  toCaso,
  updateCaso,
} from '../casos-prueba/casos-repository.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import { procesos } from './procesos.ts'
import { runCasos } from './run-casos.ts'
import { getVersion } from './versiones-repository.ts'

const paramsSchema = z.object({ casoId: z.string() })
const cambioSchema = casoDePruebaSchema.extend({ revision: z.int() })
/** Fields of the answers that may come back in a PUT. */
const DERIVED = ['id', 'creadoEn', 'actualizadoEn', 'actualizadoPor']

/** `casos de prueba` of a proceso: whoever may edit it may write and run them. */
export function registerCasosPrueba(app: FastifyInstance, { db, runtime, config }: ApiDeps): void {
  const { limits } = config
  const path = '/api/procesos/:id/casos-prueba'

  const listing = { access: 'procesos.leer', answers: { 200: z.array(casoDePruebaGuardadoSchema) } } as const
  app.get(path, { config: listing }, async (request) => {
    const { id } = await findRecord(procesos, db, request.params)
    return (await listCasos(db, id)).map(show)
  })

  const creating = {
    access: 'procesos.editar',
    body: casoDePruebaSchema,
    answers: { 201: casoDePruebaGuardadoSchema },
    answerHeaders: ['Location'],
  } as const
  app.post(path, { config: creating }, async (request, reply) => {
    const caso = parseInput(casoDePruebaSchema, request.body)
    refuseLarge(caso, limits)
    const usuario = request.usuario.username
    const created = await db.transaction().execute(async (trx) => {
      // Held, so that two who add the last one do not both.
      const { id: procesoId, nombre } = await findRecord(procesos, trx, request.params, 'change')
      if ((await countCasos(trx, procesoId)) >= limits.casosPrueba)
        throw new LimiteSuperado({ limite: 'casosPrueba', maximo: limits.casosPrueba })
      const row = await insertCaso(trx, { procesoId, caso, usuario })
      await audit(trx, {
        usuario,
        accion: 'crear',
        recurso: 'procesos',
        recursoId: procesoId,
        detalle: { nombre, casoDePrueba: row.nombre },
      })
      return row
    })
    const location = `/api/procesos/${created.procesoId}/casos-prueba/${created.id}`
    return reply.code(201).header('location', location).send(show(created))
  })

  const reading = { access: 'procesos.leer', answers: { 200: casoDePruebaGuardadoSchema } } as const
  app.get(`${path}/:casoId`, { config: reading }, async (request) => show(await find(db, request.params)))

  const editing = {
    access: 'procesos.editar',
    body: cambioSchema,
    answers: { 200: casoDePruebaGuardadoSchema },
  } as const
  app.put(`${path}/:casoId`, { config: editing }, async (request) => {
    const { revision, ...caso } = parseInput(cambioSchema, withoutDerived(request.body))
    refuseLarge(caso, limits)
    const usuario = request.usuario.username
    return db.transaction().execute(async (trx) => {
      const { nombre } = await findRecord(procesos, trx, request.params)
      const before = await find(trx, request.params)
      const { id, procesoId } = before
      const row = await updateCaso(trx, { id, revision, procesoId, caso, usuario })
      if (row === undefined) {
        const actual = show(await find(trx, request.params))
        throw new RevisionObsoleta(undefined, { extra: { actual, enviado: request.body } })
      }
      await audit(trx, {
        usuario,
        accion: 'editar',
        recurso: 'procesos',
        recursoId: procesoId,
        detalle: { nombre, casoDePrueba: row.nombre, revision: row.revision },
      })
      return show(row)
    })
  })

  const removing = { access: 'procesos.editar', answers: { 204: null } } as const
  app.delete(`${path}/:casoId`, { config: removing }, async (request, reply) => {
    const usuario = request.usuario.username
    await db.transaction().execute(async (trx) => {
      const { nombre } = await findRecord(procesos, trx, request.params)
      const caso = await find(trx, request.params)
      await deleteCaso(trx, caso.id)
      await audit(trx, {
        usuario,
        accion: 'eliminar',
        recurso: 'procesos',
        recursoId: caso.procesoId,
        detalle: { nombre, casoDePrueba: caso.nombre },
      })
    })
    return reply.code(204).send()
  })

  /** All of them, or those that are named, against the draft or a version. */
  const running = {
    access: 'procesos.editar',
    body: ejecutarCasosSchema.optional(),
    answers: { 200: resultadosDeCasosSchema },
  } as const
  app.post(`${path}/ejecutar`, { config: running }, async (request, reply) => {
    const { casos: wanted, version } = parseInput(ejecutarCasosSchema, request.body ?? {})
    const proceso = await findRecord(procesos, db, request.params)
    const { id, nombre } = proceso
    const { flujo, modo } = version === undefined ? proceso : await getVersion(db, { procesoId: id, version })
    const { id: usuarioId, role, username } = request.usuario
    await refuseForbidden(db, flujo, role)
    const casos = chooseCasos(await listCasos(db, id), wanted)
    // A run uses the secrets of every servidor that the flujo names (security rule 21).
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: username,
        accion: 'ejecutar',
        recurso: 'procesos',
        recursoId: id,
        detalle: { nombre, version: version ?? 'borrador', casosDePrueba: casos.length },
      }),
    )
    const signal = leavesWith(reply)
    const options = { runtime, limits, proceso: { id, flujo, modo, version }, usuarioId, signal }
    return { resultados: await runCasos(casos, options) }
  })
}

/** Throws NoEncontrado. */
async function find(db: Kysely<Database>, params: unknown): Promise<CasoRow> {
  const { id: procesoId } = await findRecord(procesos, db, params)
  const { casoId: id } = parseInput(paramsSchema, params)
  const row = z.uuid().safeParse(id).success ? await findCaso(db, { procesoId, id }) : undefined
  if (!row) throw new NoEncontrado({ recurso: 'el caso de prueba', id })
  return row
}

/** In the order of the list. Throws NoEncontrado. */
function chooseCasos(casos: readonly CasoRow[], wanted: readonly string[] | undefined): readonly CasoRow[] {
  if (wanted === undefined) return casos
  const missing = wanted.find((id) => !casos.some((caso) => caso.id === id))
  if (missing !== undefined) throw new NoEncontrado({ recurso: 'el caso de prueba', id: missing })
  return casos.filter(({ id }) => wanted.includes(id))
}

function refuseLarge({ entrada, datosFijados, esperado }: CasoDePrueba, { casoPruebaBytes }: Limits): void {
  if (Buffer.byteLength(JSON.stringify([entrada, datosFijados, esperado])) > casoPruebaBytes)
    throw new LimiteSuperado({ limite: 'casoPruebaBytes', maximo: casoPruebaBytes })
}

function withoutDerived(body: unknown): Record<string, unknown> {
  const given = parseInput(z.record(z.string(), z.unknown()), body)
  return Object.fromEntries(Object.entries(given).filter(([name]) => !DERIVED.includes(name)))
}

function show(row: CasoRow) {
  const { id, revision, creadoEn, actualizadoEn, actualizadoPor } = row
  return { id, revision, creadoEn, actualizadoEn, actualizadoPor, ...toCaso(row) }
}
