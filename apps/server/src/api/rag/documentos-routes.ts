import {
  ArchivoIlegible,
  type DocumentoDeRag,
  documentoDeRagSchema,
  EXTENSIONES_DE_DOCUMENTO,
  NoEncontrado,
  pasajeSchema,
  tipoDeDocumento,
} from '@div/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import {
  type ArchivoSubido,
  cancelDocumento,
  findDocumento,
  listDocumentos,
  readAgain,
  removeDocumento,
  storeDocumento,
} from '../../ai/rag/documentos-repository.ts'
import { listPasajes } from '../../ai/rag/pasajes-repository.ts'
import type { Lectores } from '../../ai/rag/start-lectores.ts'
import type { Database, Row } from '../../db/tables.ts'
import type { ApiDeps } from '../api-deps.ts'
import { audit } from '../auditoria/audit.ts'
import { describePageQuery } from '../resource/page-query.ts'
import { parseInput } from '../resource/parse-input.ts'
import { findVisible } from '../resource/register-resource.ts'
import { colecciones } from './coleccion.ts'

const PATH = '/api/rag/:id/documentos'
const ONE = `${PATH}/:documentoId`
const PAGE = 50
const MAX_NOMBRE = 200

const placeSchema = z.object({ documentoId: z.string() })
const idSchema = z.uuid()

/** What stands in a collection: files, which are read beside all requests. */
export function registerDocumentos(
  app: FastifyInstance,
  { db, config: { limits } }: Pick<ApiDeps, 'db' | 'config'>,
  lectores: Lectores,
): void {
  const pageQuery = describePageQuery(limits)
  const listQuery = pageQuery.extend({ q: z.string().max(200).default('') })

  const listing = {
    access: 'rag.leer',
    query: listQuery,
    answers: { 200: z.array(documentoDeRagSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(PATH, { config: listing }, async (request, reply) => {
    const { id } = await findVisible(colecciones, db, request)
    const { documentos, total } = await listDocumentos(db, id, parseInput(listQuery, request.query))
    reply.header('x-total-count', total)
    return documentos
  })

  // In a scope of its own: no other route reads multipart.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: limits.ragDocumentoBytes } })
    const uploading = {
      access: 'rag.editar',
      body: z.strictObject({ archivo: z.string().meta({ format: 'binary' }) }),
      bodyType: 'multipart/form-data',
      answers: { 202: documentoDeRagSchema },
    } as const
    scope.post(PATH, { config: uploading }, async (request, reply) => {
      const { id: coleccionId, nombre } = await findVisible(colecciones, db, request)
      const archivo = await readArchivoSubido(request)
      const { username: usuario } = request.usuario
      const stored = await db.transaction().execute(async (trx) => {
        const documento = await storeDocumento(trx, { coleccionId, archivo, usuario }, limits)
        const detalle = { nombre, documento: documento.nombre, bytes: documento.bytes }
        await audit(trx, {
          usuario,
          accion: 'subirDocumento',
          recurso: 'rag',
          recursoId: coleccionId,
          detalle,
        })
        return documento
      })
      lectores.wake()
      return reply.code(202).send(stored)
    })
  })

  const reading = { access: 'rag.leer', answers: { 200: documentoDeRagSchema } } as const
  app.get(ONE, { config: reading }, async (request) => (await find(request)).documento)

  const telling = {
    access: 'rag.leer',
    query: pageQuery,
    answers: { 200: z.array(pasajeSchema) },
    answerHeaders: ['X-Total-Count'],
  } as const
  app.get(`${ONE}/pasajes`, { config: telling }, async (request, reply) => {
    const { documento } = await find(request)
    const { limite, desde } = parseInput(pageQuery, request.query)
    const page = { limite: Math.min(limite, PAGE), desde }
    const { pasajes, total } = await listPasajes(db, documento.id, page)
    reply.header('x-total-count', total)
    return pasajes
  })

  const removing = { access: 'rag.editar', answers: { 204: null } } as const
  app.delete(ONE, { config: removing }, async (request, reply) => {
    const { coleccion, documento } = await find(request)
    const { username: usuario } = request.usuario
    const detalle = { nombre: coleccion.nombre, documento: documento.nombre }
    await db.transaction().execute(async (trx) => {
      await removeDocumento(trx, { coleccionId: coleccion.id, id: documento.id })
      await audit(trx, {
        usuario,
        accion: 'quitarDocumento',
        recurso: 'rag',
        recursoId: coleccion.id,
        detalle,
      })
    })
    return reply.code(204).send()
  })

  const changing = { access: 'rag.editar', answers: { 200: documentoDeRagSchema } } as const
  app.post(`${ONE}/cancelar`, { config: changing }, async (request) => {
    const { coleccion, documento } = await find(request)
    await db.transaction().execute(async (trx) => {
      if (await cancelDocumento(trx, documento.id))
        await auditLectura(trx, request, { accion: 'cancelarDocumento', coleccion, documento })
    })
    return (await find(request)).documento
  })

  app.post(`${ONE}/leer`, { config: changing }, async (request) => {
    const { coleccion, documento } = await find(request)
    await db.transaction().execute(async (trx) => {
      await readAgain(trx, { coleccionId: coleccion.id, id: documento.id })
      await auditLectura(trx, request, { accion: 'leerDocumento', coleccion, documento })
    })
    lectores.wake()
    return (await find(request)).documento
  })

  const readingAll = {
    access: 'rag.editar',
    answers: { 200: z.strictObject({ documentos: z.int() }) },
  } as const
  app.post('/api/rag/:id/leer', { config: readingAll }, async (request) => {
    const coleccion = await findVisible(colecciones, db, request)
    const documentos = await db.transaction().execute(async (trx) => {
      const count = await readAgain(trx, { coleccionId: coleccion.id })
      await auditLectura(trx, request, { accion: 'leerDocumentos', coleccion })
      return count
    })
    lectores.wake()
    return { documentos }
  })

  /** Throws NoEncontrado also for a document of another collection. */
  async function find(
    request: FastifyRequest,
  ): Promise<{ coleccion: Row<'ragColecciones'>; documento: DocumentoDeRag }> {
    const coleccion = await findVisible(colecciones, db, request)
    const { documentoId: id } = parseInput(placeSchema, request.params)
    const documento = idSchema.safeParse(id).success
      ? await findDocumento(db, { coleccionId: coleccion.id, id })
      : undefined
    if (!documento) throw new NoEncontrado({ recurso: 'el documento', id })
    return { coleccion, documento }
  }
}

interface Lectura {
  accion: 'cancelarDocumento' | 'leerDocumento' | 'leerDocumentos'
  coleccion: Row<'ragColecciones'>
  documento?: DocumentoDeRag
}

function auditLectura(
  trx: Transaction<Database>,
  { usuario: { username: usuario } }: FastifyRequest,
  { accion, coleccion: { id: recursoId, nombre }, documento }: Lectura,
): Promise<void> {
  const detalle = { nombre, ...(documento && { documento: documento.nombre }) }
  return audit(trx, { usuario, accion, recurso: 'rag', recursoId, detalle })
}

/** Of a form; read to its end, so that a second one is refused. Its name only says what it is called and of which type it is. */
async function readArchivoSubido(request: FastifyRequest): Promise<ArchivoSubido> {
  let archivo: ArchivoSubido | null = null
  for await (const file of request.files()) {
    const nombre = nameOf(file.filename)
    const tipo = tipoDeDocumento(nombre)
    if (tipo === null) {
      const known = EXTENSIONES_DE_DOCUMENTO.join(', ')
      throw new ArchivoIlegible({ motivo: `«${nombre}» no es de un tipo que se lea (${known})` })
    }
    archivo = { nombre, tipo, bytes: await file.toBuffer() }
  }
  if (!archivo) throw new ArchivoIlegible({ motivo: 'no se envió ninguno' })
  return archivo
}

/** Without the folders that a browser may tell of, and without what no list can show. */
function nameOf(filename: string): string {
  const [name = ''] = filename.normalize('NFC').split(/[\\/]/).slice(-1)
  return name.replaceAll(/\p{C}/gu, '').trim().slice(-MAX_NOMBRE)
}
