import type { IncomingMessage, ServerResponse } from 'node:http'
import { contentTypeOf, type SoapVersion } from '@div/soap'
import type { Problem } from '../../../http/problem.ts'
import { sendRefusal } from '../send.ts'
import type { SoapCanal } from './soap-canal.ts'
import { writeSoapFault } from './write-soap-fault.ts'

/** A refusal in the words of SOAP. */
export function sendFault(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  problem: Problem,
  context: { version: SoapVersion; soap: SoapCanal | null; header?: string },
  headers: readonly string[] = [],
): void {
  sendRefused({ request, response }, { ...writeSoapFault(problem, context), problem, context }, headers)
}

/** Of what answers nothing its failure has no envelope either: only the status tells of it (WS-I BP 1.1, R2714). */
export function sendOneWayFailure(
  wire: { request: IncomingMessage; response: ServerResponse },
  problem: Problem,
  context: Parameters<typeof writeSoapFault>[1],
  headers: readonly string[],
): void {
  const { status } = writeSoapFault(problem, context)
  sendRefused(wire, { status, payload: '', problem, context }, headers)
}

function sendRefused(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  {
    status,
    payload,
    problem,
    context,
  }: { status: number; payload: string; problem: Problem; context: { version: SoapVersion } },
  headers: readonly string[],
): void {
  sendRefusal(
    request,
    response,
    { status, contentType: contentTypeOf(context.version), payload, retrySeconds: problem.retrySeconds },
    headers,
  )
}
