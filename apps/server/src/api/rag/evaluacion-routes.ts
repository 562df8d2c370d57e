import {
  DatosInvalidos,
  Duplicado,
  type EvaluacionDeRagDetalle,
  evaluacionDeRagDetalleSchema,
  evaluacionDeRagSchema,
  evaluacionNuevaSchema,
  monotonicNow,
  NoEncontrado,
  type PreguntaDeRagGuardada,
  preguntaDeRagGuardadaSchema,
  preguntaDeRagSchema,
  preguntasImportadasSchema,
  RevisionObsoleta,
} from '@div/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import {
  findEvaluacion,
  findPregunta,
  findSame,
  huellaOfPreguntas,
  importPreguntas,
  insertPregunta,
  listEvaluaciones,
  listPreguntas,
  removePregunta,
  storeEvaluacion,
  updatePregunta,
} from '../../ai/rag/evaluacion/evaluacion-repository.ts'
import { evaluateColeccion } from '../../ai/rag/evaluacion/evaluate-coleccion.ts'
import { readPreguntas } from '../../ai/rag/evaluacion/read-preguntas.ts'
import { readArchivo } from '../../archivos/read-archivo.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { leavesWith } from '../resource/leaves-with.ts'
import { parseInput } from '../resource/parse-input.ts'
import { readOnlyFile } from '../resource/read-only-file.ts'
import { findVisible } from '../resource/register-resource.ts'
import { callerOf } from './caller-of.ts'
import { colecciones } from './coleccion.ts'
import { countDocumentos } from './repository.ts'

const PREGUNTAS = '/api/rag/:id/preguntas'
const PREGUNTA = `${PREGUNTAS}/:preguntaId`
const EVALUACIONES = '/api/rag/:id/evaluaciones'
const EVALUACION = `${EVALUACIONES}/:evaluacionId`

const preguntaPlaceSchema = z.object({ preguntaId: z.string() })
const evaluacionPlaceSchema = z.object({ evaluacionId: z.string() })
const idSchema = z.uuid()
const changingSchema = preguntaDeRagSchema.extend({ revision: z.int() })

type Coleccion = Row<'ragColecciones'>
type Deps = Pick<ApiDeps, 'db' | 'config' | 'runtime'>

/** How well a collection finds what people say that it should find. */
export function registerEvaluacion(app: FastifyInstance, deps: Deps): void {
  registerPreguntas(app, deps)
  registerEvaluaciones(app, deps)
}

function registerPreguntas(app: FastifyInstance, { db, config: { limits } }: Deps): void {
  const listing = { access: 'rag.leer', answers: { 200: z.array(preguntaDeRagGuardadaSchema) } } as const
  app.get(PREGUNTAS, { config: listing }, async (request) => {
    const { id } = await findVisible(colecciones, db, request)
    return listPreguntas(db, id)
  })

  const reading = { access: 'rag.leer', answers: { 200: preguntaDeRagGuardadaSchema } } as const
  app.get(PREGUNTA, { config: reading }, async (request) => (await find(request)).pregunta)

  const creating = {
    access: 'rag.editar',
    body: preguntaDeRagSchema,
    answers: { 201: preguntaDeRagGuardadaSchema },
  } as const
  app.post(PREGUNTAS, { config: creating }, async (request, reply) => {
    const coleccion = await findVisible(colecciones, db, request)
    const pregunta = parseInput(preguntaDeRagSchema, request.body)
    const stored = await db.transaction().execute(async (trx) => {
      await refuseSame(trx, coleccion, pregunta.texto)
      const { username: usuario } = request.usuario
      const inserted = await insertPregunta(trx, { coleccionId: coleccion.id, pregunta, usuario }, limits)
      await auditEvaluacion(trx, request, coleccion, { accion: 'guardarPregunta', pregunta: inserted.texto })
      return inserted
    })
    return reply.code(201).send(stored)
  })

  const changing = {
    access: 'rag.editar',
    body: changingSchema,
    answers: { 200: preguntaDeRagGuardadaSchema },
  } as const
  app.put(PREGUNTA, { config: changing }, async (request) => {
    const { coleccion, pregunta: before } = await find(request)
    const { revision, ...pregunta } = parseInput(changingSchema, request.body)
    return db.transaction().execute(async (trx) => {
      await refuseSame(trx, coleccion, pregunta.texto, before.id)
      const updated = await updatePregunta(trx, { id: before.id, revision, pregunta })
      if (!updated)
        throw new RevisionObsoleta(undefined, { extra: { actual: before, enviado: request.body } })
      await auditEvaluacion(trx, request, coleccion, { accion: 'guardarPregunta', pregunta: updated.texto })
      return updated
    })
  })

  const removing = { access: 'rag.editar', answers: { 204: null } } as const
  app.delete(PREGUNTA, { config: removing }, async (request, reply) => {
    const { coleccion, pregunta } = await find(request)
    await db.transaction().execute(async (trx) => {
      await removePregunta(trx, pregunta.id)
      await auditEvaluacion(trx, request, coleccion, { accion: 'quitarPregunta', pregunta: pregunta.texto })
    })
    return reply.code(204).send()
  })

  // In a scope of its own: no other route reads multipart.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: limits.importacionBytes } })
    const importing = {
      access: 'rag.editar',
      body: z.strictObject({ archivo: z.string().meta({ format: 'binary' }) }),
      bodyType: 'multipart/form-data',
      answers: { 200: preguntasImportadasSchema },
    } as const
    scope.post(`${PREGUNTAS}/importar`, { config: importing }, async (request) => {
      const coleccion = await findVisible(colecciones, db, request)
      const preguntas = await readPreguntas(await readArchivo(await readOnlyFile(request), limits))
      const { username: usuario } = request.usuario
      return db.transaction().execute(async (trx) => {
        const imported = await importPreguntas(trx, { coleccionId: coleccion.id, preguntas, usuario }, limits)
        await auditEvaluacion(trx, request, coleccion, { accion: 'importarPreguntas', ...imported })
        return imported
      })
    })
  })

  /** Throws NoEncontrado also for a question of another collection. */
  async function find(
    request: FastifyRequest,
  ): Promise<{ coleccion: Coleccion; pregunta: PreguntaDeRagGuardada }> {
    const coleccion = await findVisible(colecciones, db, request)
    const { preguntaId: id } = parseInput(preguntaPlaceSchema, request.params)
    const pregunta = idSchema.safeParse(id).success
      ? await findPregunta(db, { coleccionId: coleccion.id, id })
      : undefined
    if (!pregunta) throw new NoEncontrado({ recurso: 'la pregunta', id })
    return { coleccion, pregunta }
  }
}

function registerEvaluaciones(app: FastifyInstance, { db, config: { limits }, runtime }: Deps): void {
  const listing = { access: 'rag.leer', answers: { 200: z.array(evaluacionDeRagSchema) } } as const
  app.get(EVALUACIONES, { config: listing }, async (request) => {
    const { id } = await findVisible(colecciones, db, request)
    return listEvaluaciones(db, id)
  })

  const reading = { access: 'rag.leer', answers: { 200: evaluacionDeRagDetalleSchema } } as const
  app.get(EVALUACION, { config: reading }, async (request) => {
    const { id: coleccionId } = await findVisible(colecciones, db, request)
    const { evaluacionId: id } = parseInput(evaluacionPlaceSchema, request.params)
    const found = idSchema.safeParse(id).success ? await findEvaluacion(db, { coleccionId, id }) : undefined
    if (!found) throw new NoEncontrado({ recurso: 'la evaluación', id })
    return found
  })

  const evaluating = {
    access: 'rag.editar',
    body: evaluacionNuevaSchema,
    answers: { 201: evaluacionDeRagDetalleSchema },
  } as const
  app.post(EVALUACIONES, { config: evaluating }, async (request, reply) => {
    const coleccion = await findVisible(colecciones, db, request)
    const { nota } = parseInput(evaluacionNuevaSchema, request.body)
    const preguntas = await listPreguntas(db, coleccion.id)
    if (preguntas.length === 0) {
      const errores = [{ campo: 'preguntas', mensaje: 'Añada antes una pregunta.' }]
      throw new DatosInvalidos(undefined, { errores })
    }
    const { idioma, corte, servidorId, modelo } = coleccion
    const cuenta = (await countDocumentos(db, [coleccion.id])).get(coleccion.id)
    // Whoever no longer waits for it no longer wants it: of half an evaluation nothing is kept.
    const signal = AbortSignal.any([leavesWith(reply), AbortSignal.timeout(limits.ragEvaluacionMs)])
    const medicion = await evaluateColeccion(
      { db, rag: runtime.rag },
      { coleccionId: coleccion.id, preguntas },
      { signal, deadline: monotonicNow() + limits.ragEvaluacionMs, caller: callerOf(request) },
    )
    const evaluacion: EvaluacionDeRagDetalle = {
      id: uuid(),
      nota,
      creadoPor: request.usuario.username,
      creadoEn: new Date().toISOString(),
      preguntas: preguntas.length,
      huella: huellaOfPreguntas(preguntas),
      coleccion: {
        idioma,
        corte,
        servidorId,
        modelo,
        documentos: cuenta?.documentos ?? 0,
        pasajes: cuenta?.pasajes ?? 0,
      },
      ...medicion,
    }
    await db.transaction().execute(async (trx) => {
      await storeEvaluacion(trx, coleccion.id, evaluacion)
      await auditEvaluacion(trx, request, coleccion, { accion: 'evaluar', preguntas: preguntas.length })
    })
    return reply.code(201).send(evaluacion)
  })
}

/** Throws Duplicado. `except`: the one that may ask it. */
async function refuseSame(
  trx: Transaction<Database>,
  { id: coleccionId }: Coleccion,
  texto: string,
  except?: string,
): Promise<void> {
  const same = await findSame(trx, { coleccionId, texto })
  if (!same || same.id === except) return
  const errores = [{ campo: 'texto', mensaje: 'Ya existe otra igual.' }]
  throw new Duplicado({ campo: 'texto', valor: texto }, { errores })
}

interface Cambio {
  accion: 'guardarPregunta' | 'quitarPregunta' | 'importarPreguntas' | 'evaluar'
  [detalle: string]: string | number
}

function auditEvaluacion(
  trx: Transaction<Database>,
  { usuario: { username: usuario } }: FastifyRequest,
  { id: recursoId, nombre }: Coleccion,
  { accion, ...detalle }: Cambio,
): Promise<void> {
  return audit(trx, { usuario, accion, recurso: 'rag', recursoId, detalle: { nombre, ...detalle } })
}
