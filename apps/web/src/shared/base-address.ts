/** Where the page is, as far as its calls depend on it. */
export interface PagePlace {
  protocol: string
  hostname: string
  /** Empty on the standard ports. */
  port: string
}

export interface BaseAddressSettings {
  /** What a person saved on /configuracion, under `configSistema`. */
  urlBase: string | null
  /** The address that the product has in production, where the saved one counts for nothing. */
  productionHost: string | null
}

export interface BaseAddress {
  /** What request paths are built on: `/api` or `http://host:30000/api`. */
  base: string
  /** The saved address was refused for good, and is to be forgotten. */
  clearsSaved: boolean
}

const DEV_PORTS = ['5173', '5174']
const BACKEND_PORT = '30000'
const RELATIVE = '/api'

/** The base of all calls (spec, 7 «Base address resolution»). */
export function resolveBaseAddress(
  place: PagePlace,
  { urlBase, productionHost }: BaseAddressSettings,
): BaseAddress {
  if (!urlBase) return { base: defaultBase(place), clearsSaved: false }
  if (productionHost !== null && place.hostname === productionHost)
    return { base: defaultBase(place), clearsSaved: true }
  return { base: toBase(urlBase, place), clearsSaved: false }
}

function defaultBase(place: PagePlace): string {
  if (!DEV_PORTS.includes(place.port)) return RELATIVE
  return toBase(`http://${place.hostname}:${BACKEND_PORT}`, place)
}

function toBase(saved: string, { protocol }: PagePlace): string {
  const url = parse(saved)
  if (url === null) return RELATIVE
  if (protocol === 'https:') {
    // No certificate names an address of numbers: such a call would fail.
    if (isIpAddress(url.hostname)) return RELATIVE
    url.protocol = 'https:'
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')
  return `${url.origin}${path}${RELATIVE}`
}

function parse(text: string): URL | null {
  const url = URL.parse(text.trim())
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)
}

/** The motor's administration (spec, 7): behind a proxy on the standard ports, else on its own port of the same host. */
export function resolveAdminBase({ hostname, port }: PagePlace, motorPort = 50_000): string {
  return ['', '80', '443'].includes(port) ? '/motor' : `http://${hostname}:${motorPort}`
}

/** Where live events come from (spec, 7). */
export function resolveWebSocketAddress({ protocol, hostname }: PagePlace, motorPort = 50_000): string {
  return protocol === 'https:' ? `wss://${hostname}/ws/${motorPort}/` : `ws://${hostname}:${motorPort}/ws`
}
