import { DireccionNoPermitida, DireccionProhibida, ServidorNoResponde } from '@div/contract'
import { classifyAddress, parseAddress } from './classify-address.ts'
import { describeCause } from './describe-cause.ts'

export interface Direccion {
  address: string
  family: 4 | 6
}

/** All addresses of a name, as the system's resolver tells them. */
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

export interface ResolveOptions {
  permitirRedPrivada: boolean
  /** What whoever reads that it is not allowed can do. */
  remedio?: string | undefined
  lookup: Lookup
  /** Milliseconds that the name server has: it may say nothing for longer than anybody waits. */
  limitMs: number
}

/**
 * The addresses that a host leads to, asked once: whoever connects uses these and never the name again, so that a second answer of the
 * name server (DNS rebinding) does not matter. One refused address refuses the host. IPv4 first: a service that listens on 127.0.0.1
 * alone is what people mean by localhost. Throws DireccionNoPermitida, DireccionProhibida or ServidorNoResponde.
 */
export async function resolveHost(
  host: string,
  { permitirRedPrivada, remedio, lookup, limitMs }: ResolveOptions,
): Promise<readonly [Direccion, ...Direccion[]]> {
  const literal = parseAddress(host)
  const answers = literal === null ? await askLookup(host, lookup, limitMs) : [{ address: literal }]
  const direcciones = answers.map(({ address }): Direccion => {
    const clase = classifyAddress(address)
    if (clase === 'prohibida') throw new DireccionProhibida({ host, direccion: address })
    if (clase === 'privada' && !permitirRedPrivada)
      throw new DireccionNoPermitida({ host, direccion: address, remedio })
    return { address, family: address.includes(':') ? 6 : 4 }
  })
  const [first, ...others] = direcciones.sort((a, b) => a.family - b.family)
  if (!first) throw new ServidorNoResponde({ servidor: host, motivo: 'el nombre no tiene ninguna dirección' })
  return [first, ...others]
}

function askLookup(host: string, lookup: Lookup, limitMs: number): ReturnType<Lookup> {
  const fail = (reason: string, cause?: unknown) =>
    new ServidorNoResponde(
      { servidor: host, motivo: `el nombre «${host}» no se puede resolver (${reason})` },
      { cause },
    )
  return new Promise((resolve, reject) => {
    const late = () => reject(fail(`el servidor de nombres no contestó en ${limitMs} ms`))
    const timer = setTimeout(late, limitMs)
    lookup(host)
      .then(resolve, (cause: unknown) => reject(fail(describeCause(cause), cause)))
      .finally(() => clearTimeout(timer))
  })
}
