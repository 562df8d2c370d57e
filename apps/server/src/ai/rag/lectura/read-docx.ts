import { ArchivoIlegible } from '@div/contract'
import { unpackZip } from '@div/formatos'
import mammoth from 'mammoth'
import type { PorLeer } from './lectura-protocol.ts'
import { readHtml } from './read-html.ts'

/** A text document with its headings, lists and tables; its pictures say nothing. */
export async function readDocx({ archivo, limits }: PorLeer): Promise<string> {
  const unpacked = await unpackZip(archivo, limits.ragDesempaquetadoBytes)
  if (!unpacked)
    throw new ArchivoIlegible({ motivo: 'no es un documento DOCX o es demasiado grande al desempaquetarlo' })
  const convertImage = mammoth.images.imgElement(async () => ({ src: '' }))
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(unpacked.buffer) }, { convertImage })
    return readHtml(value)
  } catch (cause) {
    throw new ArchivoIlegible({ motivo: 'no es un documento DOCX bien formado' }, { cause })
  }
}
