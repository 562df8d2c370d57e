import { randomBytes } from 'node:crypto'
import type { TrazaW3c } from '@div/contract'
import type { Red } from '@div/servidores'
import type { Context } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { EN_SU_PAGINA } from '../../red/red.ts'
import type { RunRecord } from '../history/run-record.ts'
import { describePasos, describeRun, type Nombres, type Span } from './describe-spans.ts'
import { createGuardedExporter, createSender } from './guarded-exporter.ts'
import type { OtelSettings } from './otel-settings.ts'
import { type FalloDeExportacion, watchExporter } from './watch-exporter.ts'

/** At the end nobody waits longer for a collector. */
const FAREWELL_MS = 5_000

export interface OtelExporter {
  /** The trace of a run that came without one: the same for each of its attempts. */
  beginTraza(idEjecucion: string): TrazaW3c
  /** Never throws. */
  exportRun(run: RunRecord, shiftMs: number): void
  /** What became of the last spans; null: they arrived, or there were none. */
  fallo(): FalloDeExportacion | null
  close(): Promise<void>
}

/**
 * Sends what the history keeps of runs by OTLP over HTTP. The SDK is loaded here, and so only where an address was given. To one of the
 * environment it sends by itself (`OTEL_EXPORTER_OTLP_HEADERS` …); to one that an admin names through the guarded network.
 */
export async function createOtelExporter({
  settings,
  version,
  nombresOf,
  createRed,
  log,
}: {
  settings: OtelSettings
  version: string
  nombresOf(run: RunRecord): Nombres
  createRed(options: { permitirRedPrivada: boolean; remedio?: string }): Pick<Red, 'fetch'>
  log: Logger
}): Promise<OtelExporter> {
  const { envio, sampler, ratio, batch, servicio } = settings
  const [api, sdk, resources, sending] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    envio
      ? createGuardedExporter(
          createSender({
            envio,
            red: createRed({ ...envio, remedio: EN_SU_PAGINA }),
            timeoutMs: batch.timeoutMs,
          }),
        )
      : import('@opentelemetry/exporter-trace-otlp-proto').then((otlp) => new otlp.OTLPTraceExporter()),
  ])
  const exporter = watchExporter(sending, log)
  const own = resources.resourceFromAttributes({ 'service.name': servicio, 'service.version': version })
  const given = resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] })
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  }
  const [, isParentBased, rootName] = /^(parentbased_)?(.*)$/.exec(sampler) ?? []
  const root = roots[rootName as keyof typeof roots]()
  /** What is exported now belongs to it; null: to a new one. */
  let begunTrace: string | null = null
  /** Of the span that begins now; null: a new one. */
  let ownId: string | null = null
  const provider = new sdk.TracerProvider({
    idGenerator: {
      generateTraceId: () => begunTrace ?? randomHex(16),
      generateSpanId: () => ownId ?? randomHex(8),
    },
    resource: given.merge(own),
    sampler: isParentBased ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: batch.delayMs,
        exportTimeoutMillis: batch.timeoutMs,
        maxQueueSize: batch.maxQueue,
        maxExportBatchSize: batch.maxBatch,
      }),
    ],
  })
  const tracer = provider.getTracer('div', version)

  /** Under the span of whoever called. */
  function contextOf({ w3c }: RunRecord): Context {
    if (!w3c?.parentId) return api.ROOT_CONTEXT
    const { traceId, parentId: spanId, flags, estado } = w3c
    const traceFlags = Number.parseInt(flags, 16)
    const traceState = estado !== undefined && { traceState: api.createTraceState(estado) }
    return api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags,
      isRemote: true,
      ...traceState,
    })
  }

  function begin({ id, name, start, attributes, error }: Span, kind: number, under: Context) {
    ownId = id
    const span = tracer.startSpan(name, { kind, startTime: toHrTime(start), attributes }, under)
    // What it says may hold values; its code does not.
    if (error !== null) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error })
    return span
  }

  return {
    beginTraza(idEjecucion) {
      const traceId = idEjecucion.replaceAll('-', '')
      const { decision } = root.shouldSample(api.ROOT_CONTEXT, traceId)
      return { traceId, flags: decision === sdk.SamplingDecision.RECORD_AND_SAMPLED ? '01' : '00' }
    },
    exportRun(run, shiftMs) {
      begunTrace = run.w3c && !run.w3c.parentId ? run.w3c.traceId : null
      try {
        const described = describeRun(run, nombresOf(run), shiftMs)
        const kind = run.origen === 'canal' ? api.SpanKind.SERVER : api.SpanKind.INTERNAL
        const above = contextOf(run)
        const whole = begin(described, kind, above)
        if (whole.isRecording()) {
          const under = api.trace.setSpan(above, whole)
          for (const paso of describePasos(run, shiftMs))
            begin(paso, api.SpanKind.INTERNAL, under).end(toHrTime(paso.end))
        }
        whole.end(toHrTime(described.end))
      } catch (error) {
        log.warn({ err: error, idEjecucion: run.id }, 'run not exported')
      }
    },
    fallo: exporter.fallo,
    async close() {
      const closing = provider
        .shutdown()
        .catch((error: unknown) => log.warn({ err: error }, 'spans not sent'))
      await waitAtMost(FAREWELL_MS, closing)
    },
  }
}

function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

const MS_PER_SECOND = 1_000
const NS_PER_MS = 1e6

/** Seconds and nanoseconds: in milliseconds alone the spans of a fast run would all be of one. */
function toHrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / MS_PER_SECOND)
  return [seconds, Math.round((ms - seconds * MS_PER_SECOND) * NS_PER_MS)]
}
