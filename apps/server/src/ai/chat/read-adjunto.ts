import { isUtf8 } from 'node:buffer'
import {
  ArchivoIlegible,
  LimiteSuperado,
  type Limits,
  type TipoDeDocumento,
  tipoDeDocumento,
} from '@div/contract'
import { readApart } from '../rag/lectura/read-apart.ts'
import type { AdjuntoLeido } from './adjuntos-repository.ts'
import { mediaTypeOfImagen } from './imagen.ts'

interface Lectura {
  limits: Limits
  signal: AbortSignal
}

/** What a model is given of a file: a picture as it is, of anything else its text. Throws ArchivoIlegible or LimiteSuperado. */
export async function readAdjunto(
  { nombre, bytes }: { nombre: string; bytes: Buffer },
  { limits, signal }: Lectura,
): Promise<AdjuntoLeido> {
  const common = { nombre, bytes: bytes.length }
  if (mediaTypeOfImagen(bytes) !== null) return { ...common, tipo: 'imagen', texto: null, imagen: bytes }
  const tipo = tipoDeDocumento(nombre) ?? tipoDeTexto(nombre, bytes)
  const { chatAdjuntoBytes, chatAdjuntoCaracteres: maximo, chatLecturaMs } = limits
  const texto = await readApart(
    { tipo, archivo: bytes },
    {
      limits: { ...limits, ragDocumentoBytes: chatAdjuntoBytes, ragLecturaMs: chatLecturaMs },
      signal,
      onAvance() {},
    },
  )
  if (texto.length > maximo) throw new LimiteSuperado({ limite: 'chatAdjuntoCaracteres', maximo })
  return { ...common, tipo, texto, imagen: null }
}

/** Of programs, settings and the like, which are texts under many names. */
function tipoDeTexto(nombre: string, bytes: Buffer): TipoDeDocumento {
  if (!bytes.includes(0) && isUtf8(bytes)) return 'texto'
  throw new ArchivoIlegible({
    motivo: `«${nombre}» no es un texto, ni un documento o una imagen de los que se leen`,
  })
}
