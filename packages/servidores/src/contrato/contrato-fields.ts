import { z } from 'zod'

/** Characters of one document that is pasted or uploaded. */
const DOCUMENTO_MAX = 8_000_000

interface ArchivosField {
  description: string
  ejemplo: string
  /** Of the files that are uploaded. */
  extensiones: readonly string[]
}

/** The documents of a contract, given instead of its address. */
export const archivosField = ({ extensiones, ...said }: ArchivosField) =>
  z
    .array(
      z.object({
        nombre: z
          .string()
          .min(1)
          .max(500)
          .meta({ title: 'Nombre', examples: [said.ejemplo] }),
        contenido: z.string().min(1).max(DOCUMENTO_MAX).meta({ title: 'Contenido' }),
      }),
    )
    .max(500)
    .default([])
    .meta({ title: 'Documentos', description: said.description, extensiones, avanzado: true })

/** What was read of a contract, packed: see `documentos.ts`. */
export const documentosField = z.string().max(16_000_000).default('').meta({
  title: 'Lo que se leyó',
  description: 'Vacío: se lee otra vez al guardar.',
  oculto: true,
})
