import type { Destino } from './define-servidor.ts'

/** Where an address of HTTP leads. Null: it is none. */
export function destinoOfUrl(address: string): Destino | null {
  if (!URL.canParse(address)) return null
  const { protocol, hostname, port } = new URL(address)
  const tls = protocol === 'https:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    puerto: port === '' ? (tls ? 443 : 80) : Number(port),
    tls,
  }
}
