import { parseTracestate } from './tracestate.ts'

/** Trace Context of the W3C, level 1: the trace that a call belongs to, and whether somebody records it. */
export interface TrazaW3c {
  /** 32 hexadecimal digits. */
  traceId: string
  flags: string
  /** 16 hexadecimal digits: the span of whoever calls. */
  parentId?: string
  /** What the systems of the trace tell each other (`tracestate`). Absent: nothing. */
  estado?: string
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NOTHING = /^0+$/
/** No version has this number. */
const INVALID_VERSION = 'ff'

/**
 * The trace that a request says it belongs to. Without a valid `traceparent` there is none, and `tracestate` says nothing; one
 * that came in several headers came joined, in order.
 */
export function readTraza({
  traceparent,
  tracestate,
}: Readonly<Record<string, string | string[] | undefined>>): TrazaW3c | null {
  const traza = typeof traceparent === 'string' ? parseTraceparent(traceparent) : null
  if (!traza || tracestate === undefined) return traza
  const estado = parseTracestate(String(tracestate))
  return estado === null ? traza : { ...traza, estado }
}

/** Null: it is none, and as if it had not been sent (W3C, 3.2.2). Of later versions what this one knows is read. */
export function parseTraceparent(text: string): TrazaW3c | null {
  const [, version = '', traceId = '', parentId = '', flags = '', rest] = FORM.exec(text) ?? []
  if (version === '' || version === INVALID_VERSION || (version === '00' && rest !== undefined)) return null
  return NOTHING.test(traceId) || NOTHING.test(parentId) ? null : { traceId, flags, parentId }
}

/** What a call of the trace is told: which span it stands below. */
export function formatTraceparent(
  { traceId, flags }: Pick<TrazaW3c, 'traceId' | 'flags'>,
  spanId: string,
): string {
  return `00-${traceId}-${spanId}-${flags}`
}
