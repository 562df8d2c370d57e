import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

export type CallerAddress = (request: IncomingMessage) => string

/** Where a call comes from: who connected, unless that is a proxy that is trusted to say for whom (X-Forwarded-For). */
export function createCallerAddress(trustedProxies: readonly string[]): CallerAddress {
  if (trustedProxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (request) => proxyAddr(request, isTrusted)
}
