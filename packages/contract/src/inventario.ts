import { z } from 'zod'

/** Characters of the value of a parámetro that are told. */
export const MAX_TEXTO_DE_VALOR = 200

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
 * What a name stands for, as whoever compares is told of it: never a secret, nor anything that is made of one. What a DIV from before it was
 * told of does not say is absent.
 */
const servidorDeInventarioSchema = z.object({
  nombre,
  tipo: z.string().max(100),
  activo: z.boolean().optional(),
  /** Without user, query and whatever else may hold a secret; null: there is nothing to reach. */
  direccion: z.string().max(2_000).nullable().optional(),
})
export type ServidorDeInventario = z.infer<typeof servidorDeInventarioSchema>

const parametroDeInventarioSchema = z.object({
  nombre,
  tipo: z.string().max(100),
  secreto: z.boolean().optional(),
  /** Null: it is secret. */
  valor: z
    .object({
      /** Its beginning. */
      texto: z.string().max(MAX_TEXTO_DE_VALOR),
      /** Of the whole. */
      huella: z.string().max(100),
    })
    .nullable()
    .optional(),
})
export type ParametroDeInventario = z.infer<typeof parametroDeInventarioSchema>

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
    servidores: z.array(servidorDeInventarioSchema),
    parametros: z.array(parametroDeInventarioSchema),
    tablas: z.array(nombre),
    consecutivos: z.array(nombre),
    /** RAG collections; a DIV from before there were any tells of none. */
    rag: z.array(nombre).default([]),
    agentes: z.array(nombre).default([]),
  })
  .meta({ id: 'Inventario' })
export type Inventario = z.infer<typeof inventarioSchema>
