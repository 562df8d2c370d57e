import { lookup as dnsLookup } from 'node:dns/promises'
import { DireccionNoPermitida, DireccionProhibida, ServidorNoResponde } from '@div/contract'
import { classifyAddress, parseAddress } from './classify-address.ts'
import { describeCause } from './describe-cause.ts'

export interface Direccion {
  address: string
  family: 4 | 6
}

/** All addresses of a name, as the system's resolver tells them. */
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

export const systemLookup: Lookup = (host) => dnsLookup(host, { all: true, verbatim: true })

export interface ResolveOptions {
  permitirRedPrivada: boolean
  lookup: Lookup
}

/**
 * The addresses that a host leads to, asked once: whoever connects uses these and never the name again, so that a second answer of the
 * name server (DNS rebinding) does not matter. One refused address refuses the host. IPv4 first: a service that listens on 127.0.0.1
 * alone is what people mean by localhost. Throws DireccionNoPermitida, DireccionProhibida or ServidorNoResponde.
 */
export async function resolveHost(
  host: string,
  { permitirRedPrivada, lookup }: ResolveOptions,
): Promise<readonly [Direccion, ...Direccion[]]> {
  const literal = parseAddress(host)
  const answers = literal === null ? await askLookup(host, lookup) : [{ address: literal }]
  const direcciones = answers.map(({ address }): Direccion => {
    const clase = classifyAddress(address)
    if (clase === 'prohibida') throw new DireccionProhibida({ host, direccion: address })
    if (clase === 'privada' && !permitirRedPrivada)
      throw new DireccionNoPermitida({ host, direccion: address })
    return { address, family: address.includes(':') ? 6 : 4 }
  })
  const [first, ...others] = direcciones.sort((a, b) => a.family - b.family)
  if (!first) throw new ServidorNoResponde({ servidor: host, motivo: 'el nombre no tiene ninguna dirección' })
  return [first, ...others]
}

async function askLookup(host: string, lookup: Lookup): ReturnType<Lookup> {
  try {
    return await lookup(host)
  } catch (cause) {
    throw new ServidorNoResponde(
      { servidor: host, motivo: `el nombre «${host}» no se puede resolver (${describeCause(cause)})` },
      { cause },
    )
  }
}
