import { z } from 'zod'
import { MAX_LOTE } from './lote.ts'

/** The end of a run that could not be told to whom its canal names, however often it was tried. The name is null once the canal is gone. */
export const avisoFallidoSchema = z
  .strictObject({
    id: z.uuid(),
    /** The run whose end it tells. */
    idEjecucion: z.uuid(),
    canalId: z.uuid(),
    canal: z.string().nullable(),
    /** When the run ended. */
    creado: z.iso.datetime(),
    /** When it was given up. */
    fallido: z.iso.datetime(),
    causa: z.string(),
  })
  .meta({ id: 'AvisoFallido' })
export type AvisoFallido = z.infer<typeof avisoFallidoSchema>

export const avisosElegidosSchema = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MAX_LOTE).meta({ title: 'Avisos' }),
})

/** Those that somebody else has taken meanwhile are not among them. */
export const avisosReintentadosSchema = z
  .strictObject({ reintentados: z.array(z.uuid()) })
  .meta({ id: 'AvisosReintentados' })
export type AvisosReintentados = z.infer<typeof avisosReintentadosSchema>

export const avisosDescartadosSchema = z
  .strictObject({ descartados: z.array(z.uuid()) })
  .meta({ id: 'AvisosDescartados' })
export type AvisosDescartados = z.infer<typeof avisosDescartadosSchema>
