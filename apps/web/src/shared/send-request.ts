import { ApiError, ConnectionError } from './api-error.ts'
import { resolveBaseAddress } from './base-address.ts'
import { readConfigSistema, removeConfigSistema } from './config-sistema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  /** An object goes as JSON, a form or a file as it is. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** The media type that is wanted, where there is a choice. */
  accept?: string
}

/** One request, whatever is answered; `path` begins after `/api/`. Throws ConnectionError when nobody answers. */
export async function sendRequest(
  method: Method,
  path: string,
  { body, signal, accept }: RequestOptions,
  token?: string,
): Promise<Response> {
  const isForm = body instanceof FormData || body instanceof Blob
  try {
    return await fetch(`${apiBase()}/${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(accept !== undefined && { accept }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    // Whoever gave up asking knows it.
    if (signal?.aborted) throw cause
    throw new ConnectionError({ cause })
  }
}

function apiBase(): string {
  const { urlBase, productionHost } = readConfigSistema()
  const { base, clearsSaved } = resolveBaseAddress(window.location, { urlBase, productionHost })
  if (clearsSaved) removeConfigSistema()
  return base
}

/** Throws ApiError unless it went well. */
export async function refuseFailure(response: Response): Promise<Response> {
  if (response.ok) return response
  throw new ApiError(response.status, await readProblem(response))
}

/** What a refusal says of itself. */
async function readProblem(response: Response): Promise<Record<string, unknown>> {
  try {
    return await response.json()
  } catch {
    // A proxy in between answers pages of its own.
    return {}
  }
}
