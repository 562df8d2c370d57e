import { createHash } from 'node:crypto'
import { formatTraceparent, type LlamadaContext } from '@div/contract'

/** Of the node that makes the call; whoever tells of the run tells of it under the same. */
export function spanIdOf(claveIdempotencia: string): string {
  // 16 digits (W3C, 2.2.3); with no digit but zeros it would be none, which no hash is.
  return createHash('sha256').update(claveIdempotencia).digest('hex').slice(0, 16)
}

/** Who calls the run and what it calls see one trace, in which the calls of a node stand below it. Undefined: the run belongs to none. */
export function traceparentOf({
  caller,
  claveIdempotencia,
}: Pick<LlamadaContext, 'caller' | 'claveIdempotencia'>): string | undefined {
  return caller?.traza && formatTraceparent(caller.traza, spanIdOf(claveIdempotencia))
}
