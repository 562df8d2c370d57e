import { AppError } from '@div/contract'
import type { Noticia, PorLeer } from './lectura-protocol.ts'
import { readDocumento } from './read-documento.ts'

/** A process of its own: what somebody else wrote may take all of its memory or its time, and nobody else's. */
process.once('message', async (porLeer: PorLeer) => {
  try {
    const texto = await readDocumento(porLeer, (hecho, total) => tell({ hecho, total }))
    tell({ texto })
  } catch (error) {
    tell({ motivo: error instanceof AppError ? error.message : '' })
  }
  process.disconnect()
})

function tell(noticia: Noticia): void {
  process.send?.(noticia)
}
