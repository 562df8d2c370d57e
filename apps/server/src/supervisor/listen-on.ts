import type { AddressInfo } from 'node:net'
import { PuertoNoDisponible } from '@div/contract'

/** What a system says of a port that it does not give, for whoever started the product. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'otro programa lo usa',
  EACCES: 'este usuario no puede abrirlo',
  EADDRNOTAVAIL: 'la dirección de DIV_HOST no es de este equipo',
  ENOTFOUND: 'la dirección de DIV_HOST no existe',
}

/** Listens and answers the port that was given. Throws PuertoNoDisponible with the setting that changes it. */
export async function listenOn(
  { puerto, ajuste }: { puerto: number; ajuste: string },
  listen: (port: number) => Promise<AddressInfo | string | null>,
): Promise<number> {
  try {
    const address = await listen(puerto)
    return typeof address === 'object' && address ? address.port : puerto
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    const motivo = REASONS[code]
    if (motivo === undefined) throw cause
    throw new PuertoNoDisponible({ puerto, motivo, ajuste }, { cause })
  }
}
