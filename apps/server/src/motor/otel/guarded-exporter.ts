import { setTimeout } from 'node:timers/promises'
import type { Red } from '@div/servidores'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Envio } from './otel-settings.ts'

/** Of the specification of OTLP: what may be sent again a moment later. */
const AGAIN = new Set([429, 502, 503, 504])
const PAUSES_MS = [1_000, 2_000]
const REFUSED = 300
const SUCCESS = 0
const FAILED = 1

type SendSpans = (body: Uint8Array) => Promise<void>

/** Sends one request of OTLP through the guarded network; throws what keeps it from arriving. */
export function createSender({
  envio: { url, cabeceras },
  red,
  timeoutMs,
}: {
  envio: Pick<Envio, 'url' | 'cabeceras'>
  red: Pick<Red, 'fetch'>
  timeoutMs: number
}): SendSpans {
  return async (body) => {
    const signal = AbortSignal.timeout(timeoutMs)
    for (const pauseMs of [...PAUSES_MS, null]) {
      const { status } = await red.fetch(url, {
        method: 'POST',
        headers: { ...cabeceras, 'content-type': 'application/x-protobuf' },
        body,
        // Another host was not named, and would be told the headers.
        redirect: 'manual',
        signal,
      })
      if (status < REFUSED) return
      if (pauseMs === null || !AGAIN.has(status)) throw new Error(`${new URL(url).host} contestó ${status}.`)
      await setTimeout(pauseMs, undefined, { signal })
    }
  }
}

/** What the SDK hands its spans to. */
export async function createGuardedExporter(send: SendSpans): Promise<SpanExporter> {
  const { ProtobufTraceSerializer } = await import('@opentelemetry/otlp-transformer')
  const underWay = new Set<Promise<void>>()
  async function sendSpans(spans: Parameters<SpanExporter['export']>[0]): Promise<void> {
    const body = ProtobufTraceSerializer.serializeRequest(spans)
    if (body) await send(body)
  }
  return {
    export(spans, done) {
      const sending = sendSpans(spans).then(
        () => done({ code: SUCCESS }),
        (error: unknown) => done({ code: FAILED, ...(error instanceof Error && { error }) }),
      )
      underWay.add(sending)
      void sending.finally(() => underWay.delete(sending))
    },
    async forceFlush() {
      await Promise.all(underWay)
    },
    async shutdown() {
      await Promise.all(underWay)
    },
  }
}
