import { hasPermission, NoEncontrado, RevisionObsoleta, usoSchema } from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describeListQuery } from './list-query.ts'
import { parseInput } from './parse-input.ts'
import { registerLote } from './register-lote.ts'
import { removeRecord } from './remove-record.ts'
import type { Actor, ResourceDefinition, StoredRecord, WriteContext } from './resource-definition.ts'
import { findRow, insertRow, listRows, type RowLock, updateRow } from './resource-repository.ts'

/** Every answer has these; a PUT may send them back as they were read. */
const DERIVED = ['id', 'revision', 'creadoEn', 'actualizadoEn', 'actualizadoPor', 'usos']

const bodySchema = z.record(z.string(), z.unknown())
const revisionSchema = z.object({ revision: z.int() })
const idSchema = z.uuid()

/** List, create, read, update, remove and usos, as the contract has them for every resource. */
export function registerResource<Stored extends StoredRecord, Input>(
  app: FastifyInstance,
  { db, config: { limits } }: Pick<ApiDeps, 'db' | 'config'>,
  definition: ResourceDefinition<Stored, Input>,
): void {
  const { resource, table, answer, summary = answer, filters = {}, cuerpoBytes } = definition
  const writing = { bodyLimit: cuerpoBytes ?? limits.cuerpoBytes }
  const path = `/api/${resource}`

  const listQuery = describeListQuery(limits)
  const filterQuery = z.object(
    Object.fromEntries(Object.entries(filters).map(([name, { schema }]) => [name, schema])),
  )
  const listing = {
    access: `${resource}.leer`,
    query: listQuery.extend(filterQuery.shape),
    answers: { 200: z.array(summary) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(path, { config: listing }, async (request, reply) => {
    const wanted = parseInput(filterQuery, request.query)
    const narrowed = await Promise.all(
      Object.entries(filters).flatMap(([name, { where }]) => {
        const value = wanted[name] ?? null
        return value === null ? [] : [where(value, db)]
      }),
    )
    const visible = definition.visibleTo?.(request.usuario)
    if (visible) narrowed.push(visible)
    const query = parseInput(listQuery, request.query)
    const { rows, total } = await listRows<Stored>(db, table, query, narrowed)
    reply.header('x-total-count', total)
    return readAs(request.usuario, definition, await summarize(definition, db, rows))
  })

  if (!definition.hasOwnPost) {
    const creating = {
      access: `${resource}.crear`,
      body: definition.schema,
      answers: { 201: answer },
      answerHeaders: ['Location'],
    } as const
    app.post(path, { ...writing, config: creating }, async (request, reply) => {
      const created = await createRecord(definition, { db, usuario: request.usuario, body: request.body })
      return reply.code(201).header('location', `${path}/${created.id}`).send(show(definition, created))
    })
  }

  const reading = { access: `${resource}.leer`, answers: { 200: answer } } as const
  app.get(`${path}/:id`, { config: reading }, async (request) => {
    const record = show(definition, await findVisible(definition, db, request))
    const [read] = readAs(request.usuario, definition, [record])
    return read
  })

  if (definition.summary) {
    const summarizing = { access: `${resource}.leer`, answers: { 200: definition.summary } } as const
    app.get(`${path}/:id/resumen`, { config: summarizing }, async (request) => {
      const row = await findVisible(definition, db, request)
      const [entry] = readAs(request.usuario, definition, await summarize(definition, db, [row]))
      return entry
    })
  }

  const editing = {
    access: `${resource}.editar`,
    body: definition.schema,
    answers: { 200: answer },
  } as const
  app.put(`${path}/:id`, { ...writing, config: editing }, async (request) => {
    const { usuario, body, params } = request
    return show(definition, await updateRecord(definition, { db, usuario, body, params }))
  })

  const removing = { access: `${resource}.eliminar`, answers: { 204: null } } as const
  app.delete(`${path}/:id`, { config: removing }, async (request, reply) => {
    const { usuario } = request
    const { id } = await findVisible(definition, db, request)
    await db.transaction().execute((trx) => removeRecord(definition, { trx, usuario, id }))
    return reply.code(204).send()
  })

  registerLote(app, { db }, definition)

  const tellingUsos = { access: `${resource}.leer`, answers: { 200: z.array(usoSchema) } } as const
  app.get(`${path}/:id/usos`, { config: tellingUsos }, async (request) =>
    definition.listUsos(db, await findVisible(definition, db, request), request.usuario),
  )
}

/** The entries of a list: what is told of all rows together is asked for once. */
async function summarize<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  db: ApiDeps['db'],
  rows: readonly Stored[],
): Promise<Record<string, unknown>[]> {
  const [summaries, counts] = await Promise.all([
    definition.toSummaries?.(db, rows) ?? rows.map(definition.toJson),
    definition.countUsos?.(db, rows),
  ])
  return rows.map((row, index) => ({
    ...common(row),
    ...summaries[index],
    ...(counts && { usos: counts.get(row.id) ?? 0 }),
  }))
}

/** What this person sees of what is shown to who may edit it. */
function readAs<Stored extends StoredRecord, Input>(
  { role }: Actor,
  { resource, toReader }: ResourceDefinition<Stored, Input>,
  shown: readonly Readonly<Record<string, unknown>>[],
): readonly Readonly<Record<string, unknown>>[] {
  return toReader && !hasPermission(role, `${resource}.editar`) ? shown.map(toReader) : shown
}

interface Written {
  usuario: Actor
  body: unknown
  /** What the audit says of it beside its name. */
  detalle?: Readonly<Record<string, unknown>>
}

/** Stores a new record in one transaction with its audit. */
export function createRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { db, ...written }: Pick<ApiDeps, 'db'> & Written,
): Promise<Stored> {
  return db.transaction().execute((trx) => insertRecord(definition, { trx, ...written }))
}

/** The same inside a transaction that stores more. */
export async function insertRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { trx, usuario, body, detalle }: { trx: Transaction<Database> } & Written,
): Promise<Stored> {
  const given = withoutDerived(definition, body)
  const input = parseInput(definition.schema, given)
  await definition.hold?.(trx)
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
    detalle: { nombre: row.nombre, ...detalle },
  })
  return row
}

interface Changed extends Written {
  params: unknown
}

/** Overwrites nothing silently: the body says which revision it was made from. */
export function updateRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { db, ...changed }: Pick<ApiDeps, 'db'> & Changed,
): Promise<Stored> {
  return db.transaction().execute((trx) => changeRecord(definition, { trx, ...changed }))
}

/** The same inside a transaction that stores more. */
export async function changeRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  { trx, usuario, body, params, detalle }: { trx: Transaction<Database> } & Changed,
): Promise<Stored> {
  const { revision } = parseInput(revisionSchema, body)
  const given = withoutDerived(definition, body)
  await definition.hold?.(trx)
  const before = await findVisible(definition, trx, { usuario, params }, 'change')
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
    detalle: { nombre: row.nombre, revision: row.revision, ...detalle },
  })
  return row
}

/** The record that a path names, of a resource of which everybody sees all. Throws NoEncontrado. */
export function findRecord<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  db: ApiDeps['db'],
  params: unknown,
  lock?: RowLock,
): Promise<Stored> {
  return findNamed(definition, db, { params, lock, visible: null })
}

/** The record that a path names, if there is one for this person. Throws NoEncontrado. */
export function findVisible<Stored extends StoredRecord, Input>(
  definition: ResourceDefinition<Stored, Input>,
  db: ApiDeps['db'],
  { usuario, params }: { usuario: Actor; params: unknown },
  lock?: RowLock,
): Promise<Stored> {
  return findNamed(definition, db, { params, lock, visible: definition.visibleTo?.(usuario) })
}

async function findNamed<Stored extends StoredRecord, Input>(
  { table, label }: ResourceDefinition<Stored, Input>,
  db: ApiDeps['db'],
  { params, ...narrowed }: { params: unknown } & Pick<Parameters<typeof findRow>[2], 'lock' | 'visible'>,
): Promise<Stored> {
  const { id } = parseInput(z.object({ id: z.string() }), params)
  const row = idSchema.safeParse(id).success
    ? await findRow<Stored>(db, table, { id, ...narrowed })
    : undefined
  if (!row) throw new NoEncontrado({ recurso: label, id })
  return row
}

/** What a person who may edit it sees of a row of a resource, with what every resource has. */
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
