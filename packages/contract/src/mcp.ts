import { z } from 'zod'

const esquemaSchema = z.record(z.string(), z.unknown())

/** What a server of MCP says of one of its tools. What stands in it was written by somebody else: it is shown, and never followed. */
export const definicionDeHerramientaSchema = z.strictObject({
  nombre: z.string().min(1).max(200).meta({ title: 'Nombre' }),
  titulo: z.string().max(1_000).default('').meta({ title: 'Título' }),
  descripcion: z.string().max(65_536).default('').meta({ title: 'Descripción' }),
  /** JSON Schema of its arguments. */
  esquema: esquemaSchema.meta({ title: 'Argumentos' }),
  /** Of what it answers, where it says so. */
  salida: esquemaSchema.exactOptional().meta({ title: 'Respuesta' }),
})
export type DefinicionDeHerramienta = z.infer<typeof definicionDeHerramientaSchema>

/** A tool as somebody looked at it and allowed it. */
export const herramientaPermitidaSchema = definicionDeHerramientaSchema
  .extend({
    /** Decided here: what a server says of it is only a hint. */
    escribe: z.boolean().default(true).meta({ title: 'Cambia datos' }),
    /** By which it is known again: with another one the tool is not used. */
    huella: z.string().min(1).max(100).meta({ title: 'Huella' }),
  })
  .meta({ id: 'HerramientaPermitida' })
export type HerramientaPermitida = z.infer<typeof herramientaPermitidaSchema>

/** `nueva`: nobody has allowed it. `cambiada`, `retirada`: allowed, and not what it was, or not there any more: it is not used. */
export const ESTADOS_HERRAMIENTA = ['nueva', 'permitida', 'cambiada', 'retirada'] as const

/** A tool as the server offers it now, beside what was allowed of it. */
export const herramientaDeMcpSchema = definicionDeHerramientaSchema
  .extend({
    estado: z.enum(ESTADOS_HERRAMIENTA),
    huella: z.string(),
    /** As it was allowed; of a new one, what its server hints at. */
    escribe: z.boolean(),
    /** Of one that changed: as it was when it was allowed. */
    antes: definicionDeHerramientaSchema.exactOptional(),
  })
  .meta({ id: 'HerramientaDeMcp' })
export type HerramientaDeMcp = z.infer<typeof herramientaDeMcpSchema>

/** `huella`: of what whoever allows it has looked at. */
export const permitirHerramientaSchema = z.strictObject({
  nombre: z.string().min(1).max(200).meta({ title: 'Nombre' }),
  huella: z.string().min(1).max(100).meta({ title: 'Huella' }),
  escribe: z.boolean().meta({ title: 'Cambia datos' }),
})
export type PermitirHerramienta = z.infer<typeof permitirHerramientaSchema>

export const retirarHerramientaSchema = permitirHerramientaSchema.pick({ nombre: true })

export const probarHerramientaSchema = z.strictObject({
  nombre: z.string().min(1).max(200).meta({ title: 'Nombre' }),
  argumentos: z.record(z.string(), z.unknown()).default({}).meta({ title: 'Argumentos' }),
})

/** What a tool answered. */
export const respuestaDeHerramientaSchema = z
  .strictObject({
    /** Its texts, one below the other. */
    texto: z.string(),
    /** What it answered as data; null: nothing. */
    datos: z.unknown(),
    /** All that it answered, as it came. */
    contenido: z.array(z.unknown()),
    esError: z.boolean(),
  })
  .meta({ id: 'RespuestaDeHerramienta' })
export type RespuestaDeHerramienta = z.infer<typeof respuestaDeHerramientaSchema>

/** What a tool says of its failure, as much of it as stands in a message. */
export function motivoOf({ texto }: Pick<RespuestaDeHerramienta, 'texto'>): string {
  return texto.slice(0, MAX_MOTIVO).toWellFormed().trim() || 'no dijo por qué'
}

const MAX_MOTIVO = 500

/** Whether somebody must let this product in, and has. */
export const autorizacionDeMcpSchema = z
  .strictObject({
    estado: z.enum(['noHaceFalta', 'pendiente', 'vigente']),
    /** Who did, and when. */
    por: z.string().nullable(),
    momento: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AutorizacionDeMcp' })
export type AutorizacionDeMcp = z.infer<typeof autorizacionDeMcpSchema>

/** A server of MCP of somebody else: a servidor of that type. */
export const mcpServerSchema = z
  .strictObject({
    id: z.uuid(),
    nombre: z.string(),
    url: z.string(),
    activo: z.boolean(),
    revision: z.int(),
    permitidas: z.int(),
    escriben: z.int(),
    autorizacion: autorizacionDeMcpSchema,
  })
  .meta({ id: 'McpServer' })
export type McpServer = z.infer<typeof mcpServerSchema>

export const mcpServerConHerramientasSchema = mcpServerSchema
  .extend({ herramientas: z.array(herramientaDeMcpSchema) })
  .meta({ id: 'McpServerConHerramientas' })
export type McpServerConHerramientas = z.infer<typeof mcpServerConHerramientasSchema>

/** Where people come back to when they have let this product in: the screen that asked. */
export const pedirAutorizacionSchema = z.strictObject({
  volverA: z.url({ protocol: /^https?$/ }).meta({ title: 'Dirección de vuelta' }),
})

export const terminarAutorizacionSchema = z.strictObject({
  estado: z.string().min(1).max(500).meta({ title: 'Estado' }),
  codigo: z.string().min(1).max(4_000).meta({ title: 'Código' }),
  /** Who says that it is who let it in (RFC 9207). */
  emisor: z.string().max(2_000).exactOptional().meta({ title: 'Emisor' }),
})
