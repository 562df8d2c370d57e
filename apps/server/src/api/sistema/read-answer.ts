import { RespuestaDemasiadoGrande, type RespuestaMostrada } from '@div/contract'

interface Answer {
  status: number
  headers: Iterable<[string, string]>
  body: AsyncIterable<Uint8Array> | null
}

/** Reads a whole answer, at most `maximoBytes` of it. */
export async function readAnswer(
  { status, headers, body }: Answer,
  { began, maximoBytes, servidor }: { began: number; maximoBytes: number; servidor: string },
): Promise<RespuestaMostrada> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maximoBytes) throw new RespuestaDemasiadoGrande({ servidor, maximoBytes })
    parts.push(part)
  }
  return {
    estado: status,
    cabeceras: Object.fromEntries(headers),
    ...decode(Buffer.concat(parts)),
    duracionMs: performance.now() - began,
  }
}

function decode(bytes: Buffer): Pick<RespuestaMostrada, 'cuerpo' | 'codificacion'> {
  try {
    return { cuerpo: new TextDecoder('utf-8', { fatal: true }).decode(bytes), codificacion: 'texto' }
  } catch {
    // Not text: shown as it is.
    return { cuerpo: bytes.toString('base64'), codificacion: 'base64' }
  }
}
