import { renewToken } from './renew-token.ts'
import { type Method, type RequestOptions, refuseFailure, sendRequest } from './send-request.ts'
import { clearSession, getSession } from './session.ts'

/** A page of a list, and how many there are in all. */
export interface Page<Item> {
  items: readonly Item[]
  total: number
  /** Of lists that are paged by key: where the next page begins; null at the end. */
  siguiente: string | null
}

/** One call of the administration API. `path` begins after `/api/`. Throws ApiError and ConnectionError. */
export async function callApi<Answer>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer> {
  return readBody<Answer>(await fetchApi(method, path, options))
}

export async function listApi<Item>(path: string, options: RequestOptions = {}): Promise<Page<Item>> {
  const response = await fetchApi('GET', path, options)
  const items = await readBody<Item[]>(response)
  const total = response.headers.get('x-total-count')
  return {
    items,
    total: total === null ? items.length : Number(total),
    siguiente: response.headers.get('x-siguiente'),
  }
}

/**
 * The answer itself, for files. A 401 is tried once more with a renewed token; whoever asks meanwhile waits for that renewal
 * (spec, 4 «Session refresh»). When it cannot be renewed the session is over, and the guard leads to /login.
 */
export async function fetchApi(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  const token = getSession()?.token
  let response = await sendRequest(method, path, options, token)
  if (response.status === 401 && token !== undefined) {
    const renewed = await renewToken(token)
    if (renewed !== null) response = await sendRequest(method, path, options, renewed)
    if (response.status === 401) clearSession()
  }
  return refuseFailure(response)
}

async function readBody<Answer>(response: Response): Promise<Answer> {
  // The routes declare their answers, and the server's tests hold them to it: here they are taken at their word.
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
