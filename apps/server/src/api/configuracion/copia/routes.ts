import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  ArchivoIlegible,
  CuerpoDemasiadoGrande,
  fraseSchema,
  pedirCopiaSchema,
  restauracionSchema,
} from '@div/contract'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ApiDeps } from '../../api-deps.ts'
import { audit } from '../../auditoria/audit.ts'
import { parseInput } from '../../resource/parse-input.ts'
import { llaveroOf } from './cabecera.ts'
import { gunzip, gzip } from './gzip.ts'
import { readLines, writeLines } from './registros.ts'
import { restore } from './restore.ts'
import { openCopia, sealCopia } from './sobre.ts'
import { streamCopia } from './stream-copia.ts'

const FILE_TYPE = 'application/octet-stream'
const MAX_FRASE_BYTES = 4_000
const restaurarQuery = z.strictObject({
  /** 1: says what would happen and changes nothing. */
  simular: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
})
const restaurarForm = z.strictObject({ frase: fraseSchema, archivo: z.string().meta({ format: 'binary' }) })

/** All definitions out as one sealed file, and in. */
export function registerCopia(app: FastifyInstance, deps: ApiDeps): void {
  const { db, secretos, config } = deps
  const { copiaBytes, copiaAbiertaBytes } = config.limits

  const copying = {
    access: 'configuracion.crear',
    body: pedirCopiaSchema,
    answers: { 200: { mediaTypes: [FILE_TYPE] } },
    answerHeaders: ['Content-Disposition'],
  } as const
  app.post('/api/configuracion/copia', { config: copying }, async (request, reply) => {
    const { frase } = parseInput(pedirCopiaSchema, request.body)
    const creada = new Date().toISOString()
    await db.transaction().execute((trx) =>
      audit(trx, {
        usuario: request.usuario.username,
        accion: 'copiar',
        recurso: 'configuracion',
        recursoId: null,
        detalle: {},
      }),
    )
    reply.header('content-disposition', `attachment; filename="div-${creada.slice(0, 10)}.divcopia"`)
    const lines = writeLines(streamCopia(db, { secretos, creada, version: config.version }))
    return reply.type(FILE_TYPE).send(Readable.from(sealCopia(frase, gzip(lines))))
  })

  // In a scope of its own: no other route of the room reads multipart.
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 1, fieldSize: MAX_FRASE_BYTES, fileSize: copiaBytes },
    })
    const restoring = {
      access: 'configuracion.editar',
      body: restaurarForm,
      bodyType: 'multipart/form-data',
      query: restaurarQuery,
      answers: { 200: restauracionSchema },
    } as const
    scope.post('/api/configuracion/restaurar', { config: restoring }, async (request) => {
      const { simular } = parseInput(restaurarQuery, request.query)
      const folder = join(config.dataDir, 'restaurando')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // It is read more than once; what lies there is as sealed as it came.
      const file = join(folder, randomUUID())
      try {
        const frase = await receive(request, { file, maximoBytes: copiaBytes })
        const llavero = llaveroOf(frase)
        const read = () =>
          readLines(gunzip(openCopia(llavero, createReadStream(file))), { maxBytes: copiaAbiertaBytes })
        return await db.transaction().execute((trx) =>
          restore({
            trx,
            secretos,
            usuario: request.usuario.username,
            simular,
            limits: config.limits,
            read,
          }),
        )
      } finally {
        await rm(file, { force: true })
      }
    })
  })
}

/** Keeps the file of the form and answers its phrase; they may come in either order. */
async function receive(
  request: FastifyRequest,
  { file, maximoBytes }: { file: string; maximoBytes: number },
): Promise<string> {
  let frase: unknown
  let hasFile = false
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'frase') frase = part.value
      continue
    }
    await pipeline(part.file, createWriteStream(file, { mode: 0o600, flags: 'wx' }))
    if (part.file.truncated) throw new CuerpoDemasiadoGrande({ maximoBytes })
    hasFile = true
  }
  if (!hasFile) throw new ArchivoIlegible({ motivo: 'no se envió ninguno' })
  return parseInput(z.object({ frase: fraseSchema }), { frase }).frase
}
