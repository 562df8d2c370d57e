import { ServidorNoResponde } from '@div/contract'
import { Agent } from 'undici'
import type { HttpClient } from './define-servidor.ts'

/** HTTP without the guard, which is the product's: tests of this package go where they are told. */
export function openPlainHttp(): HttpClient {
  const agent = new Agent()
  return {
    async request({ origin, path, method, headers, body, signal }) {
      try {
        const answer = await agent.request({
          origin,
          path,
          method: method as 'GET',
          headers,
          body: body ?? null,
          signal: signal ?? null,
        })
        const bytes = Buffer.from(await answer.body.arrayBuffer())
        const known = Object.entries(answer.headers).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value]],
        )
        return { status: answer.statusCode, headers: Object.fromEntries(known), body: bytes }
      } catch (cause) {
        if (signal?.aborted) throw signal.reason
        throw new ServidorNoResponde({ servidor: 'Pruebas', motivo: String(cause) }, { cause })
      }
    },
    stream: () => Promise.reject(new Error('nothing is streamed here')),
    close: () => agent.destroy(),
  }
}
