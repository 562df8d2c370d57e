import { isPlainObject, ServidorRechaza } from '@div/contract'
import type { HttpClient } from '../../define-servidor.ts'

/** What asking a server of authorizations is done with. */
export interface OAuthDeps {
  servidor: string
  http: HttpClient
  tiempoMaximoMs: number
  signal: AbortSignal
}

interface OAuthAnswer {
  status: number
  headers: Readonly<Record<string, string | string[]>>
  /** Null: it is no object of JSON. */
  body: Record<string, unknown> | null
}

export async function send(
  { http, tiempoMaximoMs, signal }: OAuthDeps,
  request: { url: string; method: string; headers?: Record<string, string>; body?: string },
): Promise<OAuthAnswer> {
  const { origin, pathname, search } = new URL(request.url)
  const { status, headers, body } = await http.request({
    origin,
    path: `${pathname}${search}`,
    method: request.method,
    headers: { accept: 'application/json', ...request.headers },
    body: request.body ?? null,
    tiempoMaximoMs,
    signal,
  })
  return { status, headers, body: parse(body) }
}

function parse(body: Buffer): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isPlainObject(parsed) ? parsed : null
  } catch {
    // Whoever asked says what the status means.
    return null
  }
}

export function refuseOAuth({ servidor }: Pick<OAuthDeps, 'servidor'>, motivo: string): Error {
  return new ServidorRechaza({ servidor, motivo })
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
