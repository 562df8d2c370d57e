import { z } from 'zod'

/** A statement that is tried by itself, while it is written. */
export const consultaPorProbarSchema = z.strictObject({
  sql: z.string().trim().min(1).max(100_000),
  /** What its `:name`s stand for. */
  parametros: z.record(z.string(), z.unknown()).default({}),
  /** Whoever tries it knows that it writes. What it writes is undone all the same. */
  confirmado: z.boolean().default(false),
})

export const consultaProbadaSchema = z
  .strictObject({
    efecto: z.enum(['lectura', 'escritura']),
    /** Of a reading, or of a writing that answers what it wrote. */
    filas: z.array(z.record(z.string(), z.unknown())),
    /** There are more rows than were read. */
    hayMas: z.boolean(),
    /** How many rows a writing touched; null of a reading. */
    afectadas: z.int().nullable(),
    duracionMs: z.number(),
  })
  .meta({ id: 'ConsultaProbada' })
export type ConsultaProbada = z.infer<typeof consultaProbadaSchema>
