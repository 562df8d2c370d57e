/** What a redirect changes of a request. */
export interface Redirected {
  url: URL
  method: string
  headers: Record<string, string>
  keepsBody: boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const CREDENTIALS = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-auth-token',
])
const OF_THE_BODY = /^content-/

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

/**
 * The request that follows a redirect (RFC 9110, 15.4): 303 becomes GET, so do 301 and 302 of a POST. Credentials stay behind when
 * scheme, host or port change. Null when the target is not an http(s) address without user.
 */
export function followRedirect(
  from: { url: URL; method: string; headers: Readonly<Record<string, string>> },
  { status, location }: { status: number; location: string },
  secretHeaders?: ReadonlySet<string>,
): Redirected | null {
  if (!URL.canParse(location, from.url.href)) return null
  const url = new URL(location, from.url)
  if (!isPlainHttp(url)) return null
  const becomesGet =
    (status === 303 && from.method !== 'HEAD') ||
    ((status === 301 || status === 302) && from.method === 'POST')
  const leaves = url.origin !== from.url.origin
  const headers = Object.entries(from.headers).filter(([name]) => {
    const lower = name.toLowerCase()
    if (lower === 'host' || (becomesGet && OF_THE_BODY.test(lower))) return false
    return !(leaves && (CREDENTIALS.has(lower) || secretHeaders?.has(lower)))
  })
  return {
    url,
    method: becomesGet ? 'GET' : from.method,
    headers: Object.fromEntries(headers),
    keepsBody: !becomesGet,
  }
}

export function isPlainHttp({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
