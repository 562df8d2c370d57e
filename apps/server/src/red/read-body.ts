import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { RespuestaDemasiadoGrande, ServidorRechaza } from '@div/contract'

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

export const ACCEPT_ENCODING = 'gzip, br, deflate'

export interface ReadOptions {
  servidor: string
  maximoBytes: number
}

/** The whole body, decompressed; neither the packed nor the unpacked one may pass the limit. */
export async function readBody(
  body: AsyncIterable<Buffer>,
  encoding: string | string[] | undefined,
  { servidor, maximoBytes }: ReadOptions,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of boundBody(body, { servidor, maximoBytes })) pieces.push(piece)
  const packed = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  if (encoding === undefined || packed.length === 0) return packed
  return unpack(packed, String(encoding).trim().toLowerCase(), { servidor, maximoBytes })
}

/** The same pieces as long as they are within the limit. */
export async function* boundBody(
  body: AsyncIterable<Buffer>,
  { servidor, maximoBytes }: ReadOptions,
): AsyncIterable<Buffer> {
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maximoBytes) throw new RespuestaDemasiadoGrande({ servidor, maximoBytes })
    yield piece
  }
}

/** Throws ServidorRechaza for a body that cannot be read as it comes. */
export function refusePacked(encoding: string | string[] | undefined, servidor: string): void {
  const named = String(encoding ?? '')
    .trim()
    .toLowerCase()
  if (named !== '' && named !== 'identity') throw packedRefusal(named, servidor)
}

const packedRefusal = (encoding: string, servidor: string) =>
  new ServidorRechaza({ servidor, motivo: `contestó comprimido con «${encoding}», que no se pidió` })

async function unpack(
  packed: Buffer,
  encoding: string,
  { servidor, maximoBytes }: ReadOptions,
): Promise<Buffer> {
  if (encoding === 'identity' || encoding === '') return packed
  const decode = Object.entries(DECODERS).find(([name]) => name === encoding)?.[1]
  if (!decode) throw packedRefusal(encoding, servidor)
  try {
    return await decode(packed, { maxOutputLength: maximoBytes })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new RespuestaDemasiadoGrande({ servidor, maximoBytes }, { cause })
    }
    throw new ServidorRechaza({ servidor, motivo: 'su respuesta comprimida está dañada' }, { cause })
  }
}
