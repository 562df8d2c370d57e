import { ArchivoIlegible } from '@div/contract'
import type { FastifyRequest } from 'fastify'

/** Of a form; read to its end, so that a second one is refused. */
export async function readOnlyFile(request: FastifyRequest): Promise<Buffer> {
  let bytes: Buffer | null = null
  for await (const file of request.files()) bytes = await file.toBuffer()
  if (!bytes) throw new ArchivoIlegible({ motivo: 'no se envió ninguno' })
  return bytes
}
