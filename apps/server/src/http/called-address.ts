import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

/** `https://host/prefix` under which a request reached the product. */
export type CalledAddress = (request: IncomingMessage) => string

const HOST = /^[\w.-]+(?::\d+)?$|^\[[\da-fA-F:.]+\](?::\d+)?$/
const PREFIX = /^(?:\/[\w.~-]+)+$/

/**
 * By its Host, unless a proxy that is trusted says what the caller used (X-Forwarded-Proto, -Host and -Prefix). What is no address is not
 * repeated: it would come back in a document.
 */
export function createCalledAddress(trustedProxies: readonly string[]): CalledAddress {
  const isTrusted = trustedProxies.length === 0 ? null : proxyAddr.compile([...trustedProxies])
  return ({ headers, socket }) => {
    const forwarded = isTrusted?.(socket.remoteAddress ?? '', 0) ?? false
    const read = (name: string, pattern: RegExp) => {
      const value = forwarded ? headers[name] : undefined
      const first = typeof value === 'string' ? (value.split(',')[0]?.trim() ?? '') : ''
      return pattern.test(first) ? first : null
    }
    const own = headers.host !== undefined && HOST.test(headers.host) ? headers.host : 'localhost'
    const proto = read('x-forwarded-proto', /^https?$/) ?? 'http'
    return `${proto}://${read('x-forwarded-host', HOST) ?? own}${read('x-forwarded-prefix', PREFIX) ?? ''}`
  }
}
