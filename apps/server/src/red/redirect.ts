/** What a redirect changes of a request. */
export interface Redirected {
  url: URL
  method: string
  headers: Record<string, string>
  keepsBody: boolean
  /** It goes to another origin, which may not be told what was meant for the first. */
  leaves: boolean
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])
/** All that another origin is told: any other header may be meant for the first one alone, as credentials and keys are. */
const FOR_ANYBODY = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])
const OF_THE_BODY = /^content-/

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status)
}

/**
 * The request that follows a redirect (RFC 9110, 15.4): 303 becomes GET, so do 301 and 302 of a POST. Headers stay behind when scheme,
 * host or port change. Null when the target is not an http(s) address without user.
 */
export function followRedirect(
  from: { url: URL; method: string; headers: Readonly<Record<string, string>> },
  { status, location }: { status: number; location: string },
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
    return !leaves || FOR_ANYBODY.has(lower)
  })
  return {
    url,
    method: becomesGet ? 'GET' : from.method,
    headers: Object.fromEntries(headers),
    keepsBody: !becomesGet,
    leaves,
  }
}

export function isPlainHttp({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === ''
}
