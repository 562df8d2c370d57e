import { createHash } from 'node:crypto'
import { formatTraceparent, type LlamadaContext } from '@div/contract'

/** Headers of what a call is told of its trace (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string>>

/** Of the node that makes the call; whoever tells of the run tells of it under the same. */
export function spanIdOf(claveIdempotencia: string): string {
  // 16 digits (W3C, 2.2.3); with no digit but zeros it would be none, which no hash is.
  return createHash('sha256').update(claveIdempotencia).digest('hex').slice(0, 16)
}

/**
 * Who calls the run and what it calls see one trace, in which the calls of a node stand below it; what came of other systems is told as it
 * came. Nothing: the run belongs to none.
 */
export function traceHeadersOf({
  caller,
  claveIdempotencia,
}: Pick<LlamadaContext, 'caller' | 'claveIdempotencia'>): TraceHeaders {
  const traza = caller?.traza
  if (!traza) return {}
  const traceparent = formatTraceparent(traza, spanIdOf(claveIdempotencia))
  return traza.estado === undefined ? { traceparent } : { traceparent, tracestate: traza.estado }
}
