import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { explainFailure } from '../explain-failure.ts'

const SUCCESS = 0
const REFUSED = 'El recolector no lo aceptó.'

/** Why a collector did not take what was sent last. */
export interface FalloDeExportacion {
  momento: string
  mensaje: string
}

export interface WatchedExporter extends SpanExporter {
  fallo(): FalloDeExportacion | null
}

/** Knows whether what was sent last has arrived. Of a collector that is away the log tells once, and again when it is back. */
export function watchExporter(exporter: SpanExporter, log: Pick<Logger, 'info' | 'warn'>): WatchedExporter {
  let fallo: FalloDeExportacion | null = null
  function note({ code, error }: Parameters<Parameters<SpanExporter['export']>[1]>[0]): void {
    if (code === SUCCESS) {
      if (fallo) log.info('spans are sent again')
      fallo = null
      return
    }
    if (!fallo) log.warn({ err: error }, 'spans not sent')
    fallo = { momento: new Date().toISOString(), mensaje: error ? explainFailure(error) : REFUSED }
  }

  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        note(result)
        done(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
    fallo: () => fallo,
  }
}
