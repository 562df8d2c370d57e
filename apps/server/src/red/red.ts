import { DatosInvalidos, type Limits } from '@div/contract'
import type { HttpClient, HttpOptions, Red } from '@div/servidores'
import { Request, Response } from 'undici'
import { createHttpClient } from './http-client.ts'
import { isPlainHttp } from './redirect.ts'
import { type Lookup, resolveHost } from './resolve-host.ts'
import { systemLookup } from './system-lookup.ts'

/** Of what has the switch in the form that its address stands in. */
export const EN_SU_PAGINA =
  'Un administrador puede permitirla en esta misma página, con «Permitir red privada».'

export interface RedOptions {
  /** Of the record that the calls are made for. Link-local and metadata addresses stay refused. */
  permitirRedPrivada: boolean
  /** What whoever reads that they are not allowed can do; absent: an admin allows them on that servidor or entorno. */
  remedio?: string
  limits: Limits
  /** Name of the servidor in errors; the host when absent. */
  servidor?: string
  lookup?: Lookup
}

/** The one way out of the product (security rule 8): what connects here connects to an address that was checked. */
export function createRed({
  permitirRedPrivada,
  remedio,
  limits,
  servidor,
  lookup = systemLookup,
}: RedOptions): Red {
  const limitMs = nameLimitMs(limits.conexionMs)
  const resolve = (host: string) => resolveHost(host, { permitirRedPrivada, remedio, lookup, limitMs })

  function openHttp(options: HttpOptions): HttpClient {
    return createHttpClient({
      ...options,
      servidor: servidor ?? 'remoto',
      resolve,
      connectMs: limits.conexionMs,
      maximoBytes: options.maximoBytes ?? limits.respuestaBytes,
      maxRedirects: options.maxRedirects ?? limits.redirecciones,
    })
  }

  // Made when needed: most users of the network speak no HTTP. Idle sockets close by themselves.
  const clients = new Map<number, HttpClient>()
  function clientFor(maxRedirects: number): HttpClient {
    const known = clients.get(maxRedirects)
    if (known) return known
    const client = openHttp({ maxSockets: FETCH_SOCKETS, maxRedirects })
    clients.set(maxRedirects, client)
    return client
  }

  return {
    async resolve(host) {
      const [first] = await resolve(host)
      return first
    },
    openHttp,
    async fetch(url, init) {
      const target = URL.canParse(String(url)) ? new URL(url) : null
      if (!target || !isPlainHttp(target)) {
        throw new DatosInvalidos(undefined, {
          errores: [
            {
              campo: 'url',
              mensaje: 'Use una dirección http:// o https:// completa, sin usuario ni contraseña.',
            },
          ],
        })
      }
      const request = new Request(target, init)
      const client = clientFor(request.redirect === 'follow' ? limits.redirecciones : 0)
      const { status, headers, body } = await client.request({
        origin: target.origin,
        path: `${target.pathname}${target.search}`,
        method: request.method,
        headers: Object.fromEntries(request.headers),
        body: request.body ? new Uint8Array(await request.arrayBuffer()) : null,
        signal: request.signal,
        tiempoMaximoMs: limits.ejecucionMs,
      })
      return new Response(EMPTY.has(status) ? null : new Uint8Array(body), {
        status,
        headers: listHeaders(headers),
      })
    },
  }
}

const FETCH_SOCKETS = 10
/** Of the time to connect: who waits for a connection learns that it was the name, and the address still has some of it. */
const SHARE_OF_NAME = 0.75

export function nameLimitMs(conexionMs: number): number {
  return Math.ceil(conexionMs * SHARE_OF_NAME)
}

/** Statuses whose Response may carry no body (Fetch, 2.2.3). */
const EMPTY = new Set([101, 103, 204, 205, 304])

/** Without those that speak of the bytes on the wire: the body is already unpacked. */
function listHeaders(headers: Readonly<Record<string, string | string[]>>): [string, string][] {
  return Object.entries(headers)
    .filter(([name]) => name !== 'content-encoding' && name !== 'content-length')
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each): [string, string] => [name, each]),
    )
}
