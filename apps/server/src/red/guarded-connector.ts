import { buildConnector } from 'undici'
import type { Direccion } from './resolve-host.ts'

export interface ConnectorOptions {
  resolve(host: string): Promise<readonly [Direccion, ...Direccion[]]>
  timeoutMs: number
  tls?: { ca?: string; cert?: string; key?: string }
  onConnected?(): void
}

/**
 * How undici opens sockets here: to a checked address, one after another until one accepts. TLS still asks for and verifies the name of
 * the URL.
 */
export function createGuardedConnector({
  resolve,
  timeoutMs,
  tls,
  onConnected,
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout: timeoutMs, ...tls })

  return (options, callback) => {
    const tryNext = (direcciones: readonly Direccion[], position: number): void => {
      const direccion = direcciones[position]
      if (!direccion) return
      connect(
        {
          ...options,
          hostname: direccion.address,
          servername: options.servername ?? servernameOf(options.hostname),
        },
        (...[error, socket]) => {
          if (error === null) {
            onConnected?.()
            callback(null, socket)
          } else if (position + 1 < direcciones.length) tryNext(direcciones, position + 1)
          else callback(error, null)
        },
      )
    }
    resolve(options.hostname).then(
      (direcciones) => tryNext(direcciones, 0),
      // What resolve throws is an AppError: it reaches the caller of the request as it is.
      (error: Error) => callback(error, null),
    )
  }
}

/** A certificate names hosts; an address in the URL is verified as such by Node when no name is given (RFC 6066, 3). */
function servernameOf(hostname: string): string {
  return /^[\d.]+$|:/.test(hostname) ? '' : hostname
}
