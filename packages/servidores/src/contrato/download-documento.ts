import { DocumentoInvalido, type Limits, ServidorRechaza } from '@div/contract'
import type { Red } from '../define-servidor.ts'
import { type TlsSettings, tlsOptions } from '../pem.ts'

export interface ReadDeps {
  servidor: string
  red: Red
  limits: Limits
  signal: AbortSignal
}

/** Sockets of one reading. */
const MAX_SOCKETS = 4

/** A document of a contract over the guarded network, which follows redirects and leaves the headers to the first origin. */
export async function downloadDocumento(
  location: string,
  { red, servidor, signal, limits }: ReadDeps,
  { tls, headers }: { tls: TlsSettings; headers: Readonly<Record<string, string>> },
): Promise<Buffer> {
  if (!URL.canParse(location) || !/^https?:$/.test(new URL(location).protocol))
    throw new DocumentoInvalido({ documento: location, motivo: 'no es una dirección' })
  const { origin, pathname, search } = new URL(location)
  const client = red.openHttp({ maxSockets: MAX_SOCKETS, tls: tlsOptions(tls) })
  try {
    const { status, body } = await client.request({
      method: 'GET',
      origin,
      path: `${pathname}${search}`,
      headers,
      signal,
      tiempoMaximoMs: limits.conexionMs,
    })
    if (status < 200 || status > 299)
      throw new ServidorRechaza({ servidor, motivo: `contestó ${status} a GET ${location}` })
    return body
  } finally {
    await client.close()
  }
}
