import { randomBytes } from 'node:crypto'
import { formatTraceparent, type LlamadaContext } from '@div/contract'

const SPAN_ID_BYTES = 8

/** Who calls the run and what it calls see one trace; each call is a span of its own. Undefined: the run belongs to none. */
export function traceparentOf({ caller }: Pick<LlamadaContext, 'caller'>): string | undefined {
  return caller?.traza && formatTraceparent(caller.traza, randomBytes(SPAN_ID_BYTES).toString('hex'))
}
