import { EnUso, NoEncontrado, RevisionObsoleta, usoSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeListQuery } from './list-query.ts'
import { parseInput } from './parse-input.ts'
import type { Actor, ResourceDefinition, StoredRecord, WriteContext } from './resource-definition.ts'
import { deleteRow, findRow, insertRow, listRows, type RowLock, updateRow } from './resource-repository.ts'

/** Every answer has these; a PUT may send them back as they were read. */
const DERIVED = ['id', 'revision', 'creadoEn', 'actualizadoEn', 'actualizadoPor']

const bodySchema = z.record(z.string(), z.unknown())
const revisionSchema = z.object({ revision: z.int() })
const idSchema = z.uuid()

/** List, create, read, update, remove and usos, as the contract has them for every resource. */
export function registerResource<Stored extends StoredRecord, Input>(
  app: FastifyInstance,
  { db, config: { limits } }: Pick<ApiDeps, 'db' | 'config'>,
  definition: ResourceDefinition<Stored, Input>,
): void {
  const { resource, table, label, answer, summary = answer } = definition
  const path = `/api/${resource}`

  const listQuery = describeListQuery(limits)
  const listing = {
    access: `${resource}.leer`,
    query: listQuery,
    answers: { 200: z.array(summary) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(path, { config: listing }, async (request, reply) => {
    const { rows, total } = await listRows<Stored>(db, table, parseInput(listQuery, request.query))
    reply.header('x-total-count', total)
    if (!definition.toSummaries) return rows.map((row) => show(definition, row))
    const summaries = await definition.toSummaries(db, rows)
    return rows.map((row, index) => ({ ...common(row), ...summaries[index] }))
  })

  if (!definition.hasOwnPost) {
    const creating = {
      access: `${resource}.crear`,
      body: definition.schema,
      answers: { 201: answer },
      answerHeaders: ['Location'],
    } as const
    app.post(path, { config: creating }, async (request, reply) => {
      const created = await createRecord(definition, { db, usuario: request.usuario, body: request.body })
      return reply.code(201).header('location', `${path}/${created.id}`).send(show(definition, created))
    })
  }

  const reading = { access: `${resource}.leer`, answers: { 200: answer } } as const
  app.get(`${path}/:id`, { config: reading }, async (request) =>
    show(definition, await findRecord(definition, db, request.params)),
  )

  const editing = {
    access: `${resource}.editar`,
    body: definition.schema,
    answers: { 200: answer },
  } as const
  app.put(`${path}/:id`, { config: editing }, async (request) => {
    const { usuario, body, params } = request
    return show(definition, await updateRecord(definition, { db, usuario, body, params }))
  })

  const removing = { access: `${resource}.eliminar`, answers: { 204: null } } as const
  app.delete(`${path}/:id`, { config: removing }, async (request, reply) => {
    const { id } = await findRecord(definition, db, request.params)
    await db.transaction().execute(async (trx) => {
      const row = await findRow<Stored>(trx, table, { id, lock: 'remove' })
      if (!row) throw new NoEncontrado({ recurso: label, id })
      const usos = await definition.listUsos(trx, row)
      if (usos.length > 0) throw new EnUso({ recurso: label, cantidad: usos.length }, { extra: { usos } })
      await deleteRow(trx, table, { id, label })
      await audit(trx, {
        usuario: request.usuario.username,
        accion: 'eliminar',
        recurso: resource,
        recursoId: id,
        detalle: { nombre: row.nombre },
      })
    })
    return reply.code(204).send()
  })

  const tellingUsos = { access: `${resource}.leer`, answers: { 200: z.array(usoSchema) } } as const
  app.get(`${path}/:id/usos`, { config: tellingUsos }, async (request) =>
    definition.listUsos(db, await findRecord(definition, db, request.params)),
  )
}

/** Stores a new record in one transaction with its audit. */
export function createRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { db, ...written }: Pick<ApiDeps, 'db'> & { usuario: Actor; body: unknown },
): Promise<Stored> {
  return db.transaction().execute((trx) => insertRecord(definition, { trx, ...written }))
}

/** The same inside a transaction that stores more. */
export async function insertRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { trx, usuario, body }: { trx: Transaction<Database>; usuario: Actor; body: unknown },
): Promise<Stored> {
  const given = withoutDerived(definition, body)
  const input = parseInput(definition.schema, given)
  const id = uuid()
  const context: WriteContext<Stored> = { trx, usuario, id, before: undefined, given }
  const values = await definition.toRow(input, context)
  const row = await insertRow<Stored>(trx, definition.table, {
    id,
    ...values,
    actualizadoPor: usuario.username,
  })
  await definition.afterWrite?.(row, context)
  await audit(trx, {
    usuario: usuario.username,
    accion: 'crear',
    recurso: definition.resource,
    recursoId: id,
    detalle: { nombre: row.nombre },
  })
  return row
}

/** Overwrites nothing silently: the body says which revision it was made from. */
export function updateRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  {
    db,
    usuario,
    body,
    params,
  }: Pick<ApiDeps, 'db'> & {
    usuario: Actor
    body: unknown
    params: unknown
  },
): Promise<Stored> {
  const { revision } = parseInput(revisionSchema, body)
  const given = withoutDerived(definition, body)
  return db.transaction().execute(async (trx) => {
    const before = await findRecord(definition, trx, params, 'change')
    if (before.revision !== revision) {
      throw new RevisionObsoleta(undefined, { extra: { actual: show(definition, before), enviado: body } })
    }
    const input = parseInput(definition.schema, given)
    const context: WriteContext<Stored> = { trx, usuario, id: before.id, before, given }
    const values = await definition.toRow(input, context)
    const row = await updateRow<Stored>(trx, definition.table, {
      id: before.id,
      values: { ...values, actualizadoPor: usuario.username },
    })
    await definition.afterWrite?.(row, context)
    await audit(trx, {
      usuario: usuario.username,
      accion: 'editar',
      recurso: definition.resource,
      recursoId: row.id,
      detalle: { nombre: row.nombre, revision: row.revision },
    })
    return row
  })
}

/** The record that a path names. Throws NoEncontrado. */
export async function findRecord<Stored extends StoredRecord, Input>(
  { table, label }: ResourceDefinition<Stored, Input>,
  db: ApiDeps['db'],
  params: unknown,
  lock?: RowLock,
): Promise<Stored> {
  const { id } = parseInput(z.object({ id: z.string() }), params)
  const row = idSchema.safeParse(id).success ? await findRow<Stored>(db, table, { id, lock }) : undefined
  if (!row) throw new NoEncontrado({ recurso: label, id })
  return row
}

/** What a person sees of a row of a resource, with what every resource has. */
export function show<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  row: Stored,
): Record<string, unknown> {
  return { ...common(row), ...definition.toJson(row) }
}

function common({ id, nombre, revision, creadoEn, actualizadoEn, actualizadoPor }: StoredRecord) {
  return { id, nombre, revision, creadoEn, actualizadoEn, actualizadoPor }
}

function withoutDerived<Stored extends StoredRecord, Input>(
  { derived = [] }: Pick<ResourceDefinition<Stored, Input>, 'derived'>,
  body: unknown,
): Record<string, unknown> {
  const dropped = new Set([...DERIVED, ...derived])
  return Object.fromEntries(Object.entries(parseInput(bodySchema, body)).filter(([key]) => !dropped.has(key)))
}
