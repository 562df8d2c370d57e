type Config = Readonly<Record<string, unknown>>

/** Settings that say where a servidor is, the first that is set: of SOAP its own address goes before that of its WSDL. */
const ADDRESSES = ['urlBase', 'url', 'endpoint', 'direccion', 'direccionDelWsdl', 'wsdl'] as const
/** What of that place it uses. */
const PARTS = ['baseDatos', 'hostVirtual', 'bucket', 'base', 'carpeta'] as const
const MAX_CHARACTERS = 2_000

/**
 * Where a servidor is, as another DIV is told: of the settings as they are stored only those that are named here, and of an address neither
 * user nor query. Null: there is nothing to reach.
 */
export function direccionOf(config: Config): string | null {
  const place = placeOf(config)
  if (place === '') return null
  const parts = PARTS.map((name) => textOf(config[name])).filter((part) => part !== '')
  return [place, ...parts].join(' · ').slice(0, MAX_CHARACTERS)
}

function placeOf(config: Config): string {
  const address = ADDRESSES.map((name) => textOf(config[name])).find((text) => text !== '')
  if (address !== undefined) return withoutSecrets(address)
  const host = textOf(config.host)
  if (host !== '') return `${host}:${textOf(config.puerto)}`
  return textOf(config.brokers) || textOf(config.archivo) || textOf(config.region)
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What is no address is a name, and tells nothing. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return ''
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}
