import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { lookUp, PuertoNoDisponible } from '@div/contract'

/** What a system says of a port that it does not give, for whoever started the product. */
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'otro programa lo usa',
  EACCES: 'este usuario no puede abrirlo',
  EADDRNOTAVAIL: 'la dirección de DIV_HOST no es de este equipo',
  ENOTFOUND: 'la dirección de DIV_HOST no existe',
}

/**
 * Workers that share a port would share it with another product too. Throws PuertoNoDisponible when somebody listens there already.
 */
export async function refuseTakenPort({
  host,
  puerto,
  ajuste,
}: {
  host: string
  puerto: number
  ajuste: string
}): Promise<void> {
  await listenOn({ puerto, ajuste }, async (port) => {
    const server = createServer().listen({ host, port, exclusive: true })
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return null
  })
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
    const motivo = lookUp(REASONS, code)
    if (motivo === undefined) throw cause
    throw new PuertoNoDisponible({ puerto, motivo, ajuste }, { cause })
  }
}
