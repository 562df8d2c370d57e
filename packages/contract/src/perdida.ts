import { z } from 'zod'
import { MAX_LOTE } from './lote.ts'

/** An accepted run that was given up, because the processes that had it kept dying. Names are null once the proceso or the canal is gone. */
export const perdidaSchema = z
  .strictObject({
    /** Of the run. */
    id: z.uuid(),
    aceptada: z.iso.datetime(),
    perdida: z.iso.datetime(),
    procesoId: z.uuid(),
    proceso: z.string().nullable(),
    /** Null: the one that is published when it runs. */
    version: z.int().nullable(),
    canalId: z.uuid().nullable(),
    canal: z.string().nullable(),
    origen: z.enum(['canal', 'mcp', 'tarea', 'prueba', 'reintento']),
    causa: z.string(),
    /** What the people who work with it call it by; null: it has none, or it is hidden. */
    claveNegocio: z.string().nullable(),
  })
  .meta({ id: 'Perdida' })
export type Perdida = z.infer<typeof perdidaSchema>

/** With what it was called; secrets are masked. */
export const perdidaDetalladaSchema = perdidaSchema
  .extend({ entrada: z.record(z.string(), z.unknown()) })
  .meta({ id: 'PerdidaDetallada' })
export type PerdidaDetallada = z.infer<typeof perdidaDetalladaSchema>

export const perdidasElegidasSchema = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(MAX_LOTE).meta({ title: 'Ejecuciones' }),
})

/** What stays as it was shown stays as it is stored, masked values too. */
export const reintentoDePerdidaSchema = z.strictObject({
  entrada: z.record(z.string(), z.unknown()).optional().meta({ title: 'Entrada' }),
})

/** Those that somebody else has taken meanwhile are not among them. */
export const perdidasReintentadasSchema = z
  .strictObject({
    reintentadas: z.array(z.strictObject({ perdida: z.uuid(), idEjecucion: z.uuid() })),
  })
  .meta({ id: 'PerdidasReintentadas' })
export type PerdidasReintentadas = z.infer<typeof perdidasReintentadasSchema>

export const perdidasDescartadasSchema = z
  .strictObject({ descartadas: z.array(z.uuid()) })
  .meta({ id: 'PerdidasDescartadas' })
export type PerdidasDescartadas = z.infer<typeof perdidasDescartadasSchema>
