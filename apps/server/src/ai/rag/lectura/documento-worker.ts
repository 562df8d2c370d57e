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
})

// Whoever wanted the text ends this process when all of it has come; until then a long one is still under way.
process.once('disconnect', () => process.exit())

function tell(noticia: Noticia): void {
  process.send?.(noticia)
}
