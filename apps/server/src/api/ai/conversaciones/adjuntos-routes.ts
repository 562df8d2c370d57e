import { ArchivoIlegible, adjuntoSchema, NoEncontrado } from '@div/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findContenido, removeSinEnviar, storeAdjunto } from '../../../ai/chat/adjuntos-repository.ts'
import { mediaTypeOfImagen } from '../../../ai/chat/imagen.ts'
import { readAdjunto } from '../../../ai/chat/read-adjunto.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { findOwn, idSchema } from './find-own.ts'

const PATH = '/api/ai/conversaciones/:id/adjuntos'
const ONE = `${PATH}/:adjuntoId`
const MAX_NOMBRE = 200

const placeSchema = z.object({ adjuntoId: z.string() })

/** Files that a message brings along: they are read when they are uploaded, and sent with the message. */
export function registerAdjuntos(app: FastifyInstance, { db, config: { limits } }: ApiDeps): void {
  const enter = createDoor(limits.ragLecturas)

  // In a scope of its own: no other route reads multipart.
  app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: limits.chatAdjuntoBytes } })
    const uploading = {
      access: 'autenticado',
      body: z.strictObject({ archivo: z.string().meta({ format: 'binary' }) }),
      bodyType: 'multipart/form-data',
      answers: { 201: adjuntoSchema },
    } as const
    scope.post(PATH, { config: uploading }, async (request, reply) => {
      await findOwn(db, request, 'chat')
      const archivo = await readArchivo(request)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort(new ArchivoIlegible({ motivo: 'nadie lo espera ya' })))
      const adjunto = await enter(() => readAdjunto(archivo, { limits, signal: gone.signal }))
      const stored = await db.transaction().execute(async (trx) => {
        const { id } = await findOwn(trx, request, 'chat', { lock: true })
        return storeAdjunto(trx, id, adjunto, limits.chatAdjuntos)
      })
      return reply.code(201).send(stored)
    })
  })

  const reading = {
    access: 'autenticado',
    answers: { 200: { mediaTypes: ['text/plain', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'] } },
  } as const
  app.get(ONE, { config: reading }, async (request, reply) => {
    const place = await findPlace(request)
    const found = await findContenido(db, place)
    if (!found) throw new NoEncontrado({ recurso: 'el adjunto', id: place.id })
    const { texto, imagen } = found
    const mediaType = imagen && mediaTypeOfImagen(imagen)
    return imagen !== null && mediaType !== null
      ? reply.type(mediaType).send(imagen)
      : reply.type('text/plain; charset=utf-8').send(texto ?? '')
  })

  const removing = { access: 'autenticado', answers: { 204: null } } as const
  app.delete(ONE, { config: removing }, async (request, reply) => {
    const place = await findPlace(request)
    if (!(await removeSinEnviar(db, place))) throw new NoEncontrado({ recurso: 'el adjunto', id: place.id })
    return reply.code(204).send()
  })

  async function findPlace(request: FastifyRequest): Promise<{ conversacionId: string; id: string }> {
    const { id: conversacionId } = await findOwn(db, request, 'chat')
    const { adjuntoId: id } = parseInput(placeSchema, request.params)
    if (!idSchema.safeParse(id).success) throw new NoEncontrado({ recurso: 'el adjunto', id })
    return { conversacionId, id }
  }
}

/** Each file is read by a process of its own: so many at the same time, the others wait for their turn. */
function createDoor(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

async function readArchivo(request: FastifyRequest): Promise<{ nombre: string; bytes: Buffer }> {
  let archivo: { nombre: string; bytes: Buffer } | null = null
  for await (const file of request.files())
    archivo = { nombre: nameOf(file.filename), bytes: await file.toBuffer() }
  if (!archivo) throw new ArchivoIlegible({ motivo: 'no se envió ninguno' })
  return archivo
}

/** Only what is shown of it: nothing is stored under a name that came with it. */
function nameOf(filename: string): string {
  const [name = ''] = filename.normalize('NFC').split(/[\\/]/).slice(-1)
  return name.replaceAll(/\p{C}/gu, '').trim().slice(-MAX_NOMBRE)
}
