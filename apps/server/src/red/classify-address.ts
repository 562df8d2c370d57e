import ipaddr from 'ipaddr.js'

/** `publica`: anybody may. `privada`: only where an admin allowed it. `prohibida`: never. */
export type ClaseDeDireccion = 'publica' | 'privada' | 'prohibida'

/** Where clouds hand out credentials to whoever asks; some of them look like ordinary addresses. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'])

/** Ranges of ipaddr.js that an admin may open. Tunnels (6to4, Teredo, local NAT64) are not here: they hide an address of the other family. */
const PRIVATE = new Set([
  'loopback',
  'private',
  'carrierGradeNat',
  'uniqueLocal',
  'deprecatedSiteLocal',
  'reserved',
  'benchmarking',
  'as112',
  'as112v6',
  'amt',
])

/** The well-known NAT64 prefix, whose last 32 bits are an IPv4 address (RFC 6052, 2.1). */
const NAT64 = ipaddr.IPv6.parse('64:ff9b::')

/**
 * Reads a literal address in any spelling that an operating system would take, such as `0x7f.1`, `2130706433` or `[::ffff:7f00:1]`;
 * null when it is a name. IPv4-mapped addresses become the IPv4 address that they are.
 */
export function parseAddress(host: string): string | null {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null
}

/** What may be done with an address; one that cannot be read is refused. */
export function classifyAddress(text: string): ClaseDeDireccion {
  if (!ipaddr.isValid(text)) return 'prohibida'
  const address = ipaddr.process(text)
  if (METADATA.has(address.toString())) return 'prohibida'
  if (address instanceof ipaddr.IPv6) {
    const embedded = embeddedIpv4(address)
    if (embedded) return classifyAddress(embedded)
  }
  const range = address.range()
  if (range === 'unicast') return 'publica'
  return PRIVATE.has(range) ? 'privada' : 'prohibida'
}

/** The IPv4 address inside an IPv4-compatible (RFC 4291, 2.5.5.1) or NAT64 one; null for any other. */
function embeddedIpv4(address: ipaddr.IPv6): string | null {
  const bytes = address.toByteArray()
  const isCompatible =
    bytes.slice(0, 12).every((byte) => byte === 0) && bytes.slice(12, 15).some((byte) => byte !== 0)
  if (!isCompatible && !address.match(NAT64, 96)) return null
  return bytes.slice(12).join('.')
}
