import { isPlainObject } from '@div/contract'

/** What an answer is known by (JSON-RPC 2.0, 4). */
export type RequestId = string | number

/** Codes of JSON-RPC 2.0, 5.1. */
export const RPC_ERRORS = {
  parse: -32_700,
  request: -32_600,
  method: -32_601,
  params: -32_602,
  /** The first of those to which a server gives a meaning of its own. */
  server: -32_000,
} as const

export interface RpcError {
  code: number
  message: string
}

/** What came in one body. Nobody waits for an answer to a notification, nor to an answer. */
export type RpcMessage =
  | { kind: 'request'; id: RequestId; method: string; params: Readonly<Record<string, unknown>> }
  | { kind: 'notification' }
  | { kind: 'refused'; id: RequestId | null; error: RpcError }

/** One message: a list of them is none (MCP, revision 2025-06-18). */
export function readMessage(value: unknown): RpcMessage {
  if (!isPlainObject(value) || value.jsonrpc !== '2.0')
    return refuse(null, RPC_ERRORS.request, 'El cuerpo debe ser un mensaje de JSON-RPC 2.0.')
  const { id, method, params = {} } = value
  const isAnswer = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error')
  if (method === undefined && isAnswer) return { kind: 'notification' }
  const known = isRequestId(id) ? id : null
  if (typeof method !== 'string')
    return refuse(known, RPC_ERRORS.request, 'Falta «method», el método pedido.')
  if (id === undefined) return { kind: 'notification' }
  if (known === null) return refuse(null, RPC_ERRORS.request, '«id» debe ser un texto o un número.')
  if (!isPlainObject(params)) return refuse(known, RPC_ERRORS.params, '«params» debe ser un objeto.')
  return { kind: 'request', id: known, method, params }
}

function refuse(id: RequestId | null, code: number, message: string): RpcMessage {
  return { kind: 'refused', id, error: { code, message } }
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id))
}

/** `result` is JSON text. */
export function writeResult(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}

export function writeError(id: RequestId | null, error: RpcError): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error })
}
