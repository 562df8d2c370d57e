import { z } from 'zod'

const nombre = z.string().min(1).max(1_000)

/** What a proceso names, as it is called there; `tipo` is that of a servidor or of a parámetro. */
const nombradoSchema = z.object({
  recurso: z.enum(['servidores', 'procesos', 'parametros', 'tablas', 'consecutivos', 'rag', 'ai-agents']),
  nombre,
  tipo: z.string().max(100).nullable(),
})
export type Nombrado = z.infer<typeof nombradoSchema>

const procesoDeInventarioSchema = z.object({
  id: z.uuid(),
  nombre,
  revision: z.int(),
  concurrencia: z.int().nullable(),
  /** Null: none is published. */
  version: z.int().nullable(),
  publicadaEn: z.iso.datetime().nullable(),
  /** Of what is published, with names in place of ids; null: nothing is. */
  huella: z.string().max(100).nullable(),
  huellaBorrador: z.string().max(100),
  /** Of what is published. */
  dependencias: z.array(nombradoSchema),
})
export type ProcesoDeInventario = z.infer<typeof procesoDeInventarioSchema>

/**
 * What a DIV has, by name: what another one compares itself with. Read from products of other versions too: what this one does not know
 * is passed over, and what they must agree on has a number.
 */
export const FORMATO_DE_INVENTARIO = 1

export const inventarioSchema = z
  .object({
    formato: z.literal(FORMATO_DE_INVENTARIO),
    /** Of the product. */
    version: z.string().max(100),
    procesos: z.array(procesoDeInventarioSchema),
    servidores: z.array(z.object({ nombre, tipo: z.string().max(100) })),
    parametros: z.array(z.object({ nombre, tipo: z.string().max(100) })),
    tablas: z.array(nombre),
    consecutivos: z.array(nombre),
    /** RAG collections; a DIV from before there were any tells of none. */
    rag: z.array(nombre).default([]),
    agentes: z.array(nombre).default([]),
  })
  .meta({ id: 'Inventario' })
export type Inventario = z.infer<typeof inventarioSchema>
