import {
  type AccionAuditada,
  cambiosDeFilasSchema,
  cambiosHechosSchema,
  DatosInvalidos,
  Duplicado,
  type ErrorDeCampo,
  filaSchema,
  type Limits,
  loteEscritoSchema,
  NoEncontrado,
  paginaDeFilasSchema,
  RevisionObsoleta,
  type Tabla,
} from '@div/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Database, Row } from '../../db/tables.ts'
import { compileFila, type Datos } from '../../motor/tablas/compile-fila.ts'
import {
  deleteAllFilas,
  deleteFila,
  type FilaGuardada,
  findFila,
  findTaken,
  insertFila,
  insertFilas,
  listFilas,
  updateFila,
} from '../../motor/tablas/filas-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findRecord } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { describeFilasQuery, readFilasQuery, writeCursor } from './filas-query.ts'
import { REPETIDO } from './read-import.ts'
import { columnasOf, touchTabla } from './repository.ts'
import { showFila } from './show-fila.ts'
import { writeCambios } from './write-cambios.ts'

const bodySchema = z.record(z.string(), z.unknown())
const describeLote = ({ filasTabla }: Limits) =>
  z.strictObject({
    modo: z.enum(['agregar', 'reemplazar']).default('agregar'),
    filas: z.array(bodySchema).max(filasTabla),
  })
/** The columns of a row, and the revision that they were read with. */
const changedSchema = z.looseObject({ revision: z.int() })
const paramsSchema = z.object({ fila: z.string() })

/** Rows: pages by key, one by one with their revision, or many at once. */
export function registerFilas(
  app: FastifyInstance,
  { db, config: { limits } }: Pick<ApiDeps, 'db' | 'config'>,
  tablas: ResourceDefinition<Row<'tablas'>, Tabla>,
): void {
  const path = '/api/tablas/:id/filas'
  const loteSchema = describeLote(limits)

  const querySchema = describeFilasQuery(limits)
  const listing = {
    access: 'tablas.leer',
    query: querySchema,
    answers: { 200: paginaDeFilasSchema },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(path, { config: listing }, async (request, reply) => {
    const tabla = await findRecord(tablas, db, request.params)
    const query = readFilasQuery(columnasOf(tabla), parseInput(querySchema, request.query))
    const { filas, siguiente, total } = await listFilas(db, tabla.id, query)
    reply.header('x-total-count', total)
    return { filas: filas.map(showFila), siguiente: siguiente && writeCursor(siguiente), total }
  })

  const reading = { access: 'tablas.leer', answers: { 200: filaSchema } } as const
  app.get(`${path}/:fila`, { config: reading }, async (request) => {
    const tabla = await findRecord(tablas, db, request.params)
    return showFila(await findOne(db, tabla.id, request.params))
  })

  const adding = {
    access: 'tablas.editar',
    body: bodySchema,
    answers: { 201: filaSchema },
    answerHeaders: ['Location'],
  } as const
  app.post(path, { config: adding }, async (request, reply) => {
    const { tablaId, fila } = await change(request, 'agregarFila', async (trx, tabla) => {
      const datos = readDatos(tabla, request.body)
      await refuseTaken(trx, tabla, datos)
      return { tablaId: tabla.id, fila: await insertFila(trx, tabla.id, { datos, limits }) }
    })
    const location = path.replace(':id', tablaId)
    return reply.code(201).header('location', `${location}/${fila.id}`).send(showFila(fila))
  })

  const editing = { access: 'tablas.editar', body: changedSchema, answers: { 200: filaSchema } } as const
  app.put(`${path}/:fila`, { config: editing }, async (request) => {
    const { revision, id: _, ...given } = parseInput(changedSchema, request.body)
    const fila = await change(request, 'editarFila', async (trx, tabla) => {
      const before = await findOne(trx, tabla.id, request.params)
      if (before.revision !== revision) {
        throw new RevisionObsoleta(undefined, { extra: { actual: showFila(before), enviado: request.body } })
      }
      const datos = readDatos(tabla, given)
      await refuseTaken(trx, tabla, datos, before.id)
      return updateFila(trx, tabla.id, { id: before.id, datos })
    })
    return showFila(fila)
  })

  const removing = { access: 'tablas.editar', answers: { 204: null } } as const
  app.delete(`${path}/:fila`, { config: removing }, async (request, reply) => {
    await change(request, 'eliminarFila', async (trx, tabla) => {
      const { id } = await findOne(trx, tabla.id, request.params)
      await deleteFila(trx, tabla.id, id)
    })
    return reply.code(204).send()
  })

  /** All or nothing: many rows after those that are there, or in their place. */
  const addingMany = {
    access: 'tablas.editar',
    body: loteSchema,
    answers: { 200: loteEscritoSchema },
  } as const
  app.post(`${path}/lote`, { config: addingMany }, async (request) => {
    const { modo, filas } = parseInput(loteSchema, request.body)
    await change(request, modo === 'agregar' ? 'agregarFilas' : 'reemplazarFilas', async (trx, tabla) => {
      const errores: ErrorDeCampo[] = []
      const coerce = compileFila(columnasOf(tabla))
      const datos = filas.map((fila, index) => coerce(fila, `filas[${index}]`, errores))
      if (modo === 'reemplazar') await deleteAllFilas(trx, tabla.id)
      if (errores.length === 0) errores.push(...(await findRepetidas(trx, tabla, datos)))
      if (errores.length > 0) {
        throw new DatosInvalidos(undefined, { errores: errores.slice(0, limits.erroresListados) })
      }
      await insertFilas(trx, tabla.id, { filas: datos, limits })
    })
    return { filas: filas.length }
  })

  /** What was changed in a grid: each row for itself, so that one that is wrong keeps no other from being stored. */
  const changingMany = {
    access: 'tablas.editar',
    body: cambiosDeFilasSchema,
    answers: { 200: cambiosHechosSchema },
  } as const
  app.post(`${path}/cambios`, { config: changingMany }, async (request) => {
    const { cambios } = parseInput(cambiosDeFilasSchema, request.body)
    const resultados = await change(request, 'cambiarFilas', (trx, tabla) =>
      writeCambios(trx, tabla, { cambios, limits }),
    )
    return { resultados }
  })

  /** One change of rows at a time a tabla; motors hear of it, the audit keeps it. */
  async function change<Result>(
    request: { params: unknown; usuario: { username: string } },
    accion: AccionAuditada,
    work: (trx: Transaction<Database>, tabla: Row<'tablas'>) => Promise<Result>,
  ): Promise<Result> {
    return db.transaction().execute(async (trx) => {
      const tabla = await findRecord(tablas, trx, request.params, 'change')
      const result = await work(trx, tabla)
      await touchTabla(trx, tabla.id)
      await audit(trx, {
        usuario: request.usuario.username,
        accion,
        recurso: 'tablas',
        recursoId: tabla.id,
        detalle: { nombre: tabla.nombre },
      })
      return result
    })
  }
}

function readDatos(tabla: Row<'tablas'>, given: unknown): Datos {
  const errores: ErrorDeCampo[] = []
  const datos = compileFila(columnasOf(tabla))(parseInput(bodySchema, given), '', errores)
  if (errores.length > 0) throw new DatosInvalidos(undefined, { errores })
  return datos
}

async function findOne(db: ApiDeps['db'], tablaId: string, params: unknown): Promise<FilaGuardada> {
  const { fila } = parseInput(paramsSchema, params)
  // 18 digits always fit the key of the database.
  const found = /^\d{1,18}$/.test(fila) ? await findFila(db, tablaId, fila) : undefined
  if (!found) throw new NoEncontrado({ recurso: 'la fila', id: fila })
  return found
}

async function refuseTaken(
  trx: Transaction<Database>,
  tabla: Row<'tablas'>,
  datos: Datos,
  exceptId?: string,
): Promise<void> {
  for (const { nombre, unico } of columnasOf(tabla)) {
    if (!unico) continue
    const options = {
      columna: nombre,
      valores: [datos[nombre] ?? null],
      ...(exceptId && { exceptIds: [exceptId] }),
    }
    if ((await findTaken(trx, tabla.id, options)).size === 0) continue
    const errores = [{ campo: nombre, mensaje: REPETIDO }]
    throw new Duplicado({ campo: nombre, valor: String(datos[nombre]) }, { errores })
  }
}

/** Values of unique columns that the rows repeat among themselves, or that another row already holds. */
async function findRepetidas(
  trx: Transaction<Database>,
  tabla: Row<'tablas'>,
  filas: readonly Datos[],
): Promise<ErrorDeCampo[]> {
  const errores: ErrorDeCampo[] = []
  for (const { nombre, unico } of columnasOf(tabla)) {
    if (!unico) continue
    const valores = filas.map((datos) => datos[nombre] ?? null)
    const seen = new Set(await findTaken(trx, tabla.id, { columna: nombre, valores }))
    valores.forEach((valor, index) => {
      const key = JSON.stringify(valor)
      if (valor !== null && seen.has(key))
        errores.push({ campo: `filas[${index}].${nombre}`, mensaje: REPETIDO })
      seen.add(key)
    })
  }
  return errores
}
