import { gunzipSync, gzipSync } from 'node:zlib'
import type { Limits } from '@div/contract'
import { z } from 'zod'

/** A contract and all that it refers to, as they were read: publishing and running need no network (security rule 16). */
export interface Documentos {
  /** Of the first one. */
  inicio: string
  textos: Readonly<Record<string, string>>
}

const documentosSchema = z.object({ inicio: z.string(), textos: z.record(z.string(), z.string()) })

export function packDocumentos(documentos: Documentos): string {
  return gzipSync(JSON.stringify(documentos)).toString('base64')
}

/** Null: it holds none. Bounded, as whoever writes the settings may have packed anything. */
export function unpackDocumentos(
  packed: string,
  { contratoBytes }: Pick<Limits, 'contratoBytes'>,
): Documentos | null {
  if (packed === '') return null
  try {
    // JSON spells some characters with six.
    const unpacked = gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: contratoBytes * 2 })
    return documentosSchema.parse(JSON.parse(unpacked.toString('utf8')))
  } catch {
    // Whatever it is, it was not packed here: it is read again.
    return null
  }
}
