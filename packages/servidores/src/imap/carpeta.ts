import { z } from 'zod'

export const carpetaSchema = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .default('INBOX')
  .meta({ title: 'Carpeta', description: 'Admite {parametro}.', examples: ['INBOX'], enCatalogo: true })
