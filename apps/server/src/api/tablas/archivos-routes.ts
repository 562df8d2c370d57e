import { ImportacionRechazada, importacionSchema, type Limits, type Tabla } from '@div/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { readArchivo } from '../../archivos/read-archivo.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { Datos } from '../../motor/tablas/compile-fila.ts'
import { deleteAllFilas, findTaken, insertFilas, streamFilas } from '../../motor/tablas/filas-repository.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { parseInput } from '../resource/parse-input.ts'
import { readOnlyFile } from '../resource/read-only-file.ts'
import { findRecord } from '../resource/register-resource.ts'
import type { ResourceDefinition } from '../resource/resource-definition.ts'
import { addErrores, type ImportPlan, REPETIDO, readImport } from './read-import.ts'
import { columnasOf, touchTabla } from './repository.ts'
import { writeCsv, writeXlsx } from './write-archivo.ts'

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1')
const importSchema = z.strictObject({
  modo: z.enum(['agregar', 'reemplazar']).default('agregar'),
  /** 1: says what would happen and writes nothing. */
  revisar: flag,
  /** 1: writes the rows that are right and leaves the others out. Otherwise it is all or nothing. */
  parcial: flag,
})
const exportSchema = z.strictObject({ formato: z.enum(['csv', 'xlsx']).default('csv') })

const IMPORTING = {
  access: 'tablas.editar',
  body: z.strictObject({ archivo: z.string().meta({ format: 'binary' }) }),
  bodyType: 'multipart/form-data',
  query: importSchema,
  answers: { 200: importacionSchema },
} as const

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const EXPORTING = {
  access: 'tablas.leer',
  query: exportSchema,
  answers: { 200: { mediaTypes: ['text/csv', XLSX] } },
  answerHeaders: ['Content-Disposition'],
} as const

/** Rows that a look before importing shows. */
const PREVIEW_ROWS = 20

export function registerArchivos(
  app: FastifyInstance,
  { db, config: { limits } }: Pick<ApiDeps, 'db' | 'config'>,
  tablas: ResourceDefinition<Row<'tablas'>, Tabla>,
): void {
  // In a scope of its own: no other route reads multipart.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: limits.importacionBytes } })

    scope.post('/api/tablas/:id/importar', { config: IMPORTING }, async (request) => {
      const { modo, revisar, parcial } = parseInput(importSchema, request.query)
      const tabla = await findRecord(tablas, db, request.params)
      const archivo = await readArchivo(await readOnlyFile(request), limits)
      const plan = await readImport(archivo, { columnas: columnasOf(tabla), limits })
      return db.transaction().execute(async (trx) => {
        await findRecord(tablas, trx, request.params, 'change')
        if (modo === 'agregar') await dropTaken(trx, tabla, plan)
        const { cantidadErrores, errores } = plan
        const answer = { filas: plan.filas.length, cantidadErrores, errores }
        if (revisar)
          return { ...answer, muestra: plan.filas.slice(0, PREVIEW_ROWS).map(({ datos }) => datos) }
        if (cantidadErrores > 0 && !parcial) {
          throw new ImportacionRechazada(
            { cantidad: cantidadErrores },
            { errores, extra: { filas: 0, cantidadErrores } },
          )
        }
        await writeFilas(trx, tabla, {
          modo,
          plan,
          limits,
          usuario: request.usuario.username,
        })
        return answer
      })
    })
  })

  app.get('/api/tablas/:id/exportar', { config: EXPORTING }, async (request, reply) => {
    const { formato } = parseInput(exportSchema, request.query)
    const tabla = await findRecord(tablas, db, request.params)
    const columnas = columnasOf(tabla)
    const filas = datosOf(streamFilas(db, tabla.id))
    reply.header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(tabla.nombre)}.${formato}`,
    )
    return formato === 'csv'
      ? reply.type('text/csv; charset=utf-8').send(writeCsv(columnas, filas))
      : reply.type(XLSX).send(await writeXlsx(columnas, filas))
  })
}

async function writeFilas(
  trx: Transaction<Database>,
  { id, nombre }: Row<'tablas'>,
  {
    modo,
    plan,
    limits,
    usuario,
  }: { modo: 'agregar' | 'reemplazar'; plan: ImportPlan; limits: Limits; usuario: string },
): Promise<void> {
  if (modo === 'reemplazar') await deleteAllFilas(trx, id)
  const filas = plan.filas.map(({ datos }) => datos)
  await insertFilas(trx, id, { filas, limits })
  await touchTabla(trx, id)
  const detalle = { nombre, modo, filas: filas.length }
  await audit(trx, { usuario, accion: 'importarFilas', recurso: 'tablas', recursoId: id, detalle })
}

async function* datosOf(filas: AsyncIterable<{ datos: Datos }>): AsyncGenerator<Datos> {
  for await (const { datos } of filas) yield datos
}

/** Takes out of the plan the rows whose unique values another row of the tabla holds. */
async function dropTaken(trx: Transaction<Database>, tabla: Row<'tablas'>, plan: ImportPlan): Promise<void> {
  for (const { nombre, unico } of columnasOf(tabla)) {
    if (!unico) continue
    const valores = plan.filas.map(({ datos }) => datos[nombre] ?? null)
    const taken = await findTaken(trx, tabla.id, { columna: nombre, valores })
    if (taken.size === 0) continue
    const isTaken = (datos: Datos) => taken.has(JSON.stringify(datos[nombre] ?? null))
    for (const { linea, datos } of plan.filas) {
      if (isTaken(datos)) addErrores(plan, linea, [{ campo: nombre, mensaje: REPETIDO }])
    }
    plan.filas = plan.filas.filter(({ datos }) => !isTaken(datos))
  }
}
