import { z } from 'zod'
import { GUARDADO, USADO } from './ficha.ts'
import { ROLES, roleSchema } from './permissions.ts'

/** How tools are named (Model Context Protocol, Tools): what any client of it takes. */
const NOMBRE = z
  .string()
  .regex(
    /^[a-z][a-z0-9_]{0,63}$/,
    'Empiece por una letra y use minúsculas sin acento, dígitos y guion bajo, como consultar_cliente.',
  )
  .meta({ title: 'Nombre', examples: ['consultar_cliente'] })

const COLUMNAS = z.array(z.string().min(1)).min(1, 'Elija al menos una columna.').max(200)

/** What it does when it is used. */
export const objetivoDeCapacidadSchema = z
  .discriminatedUnion('tipo', [
    z.strictObject({
      tipo: z.literal('proceso'),
      procesoId: z.uuid('Elija un proceso.').meta({ title: 'Proceso' }),
    }),
    z.strictObject({
      tipo: z.literal('tabla'),
      tablaId: z.uuid('Elija una tabla.').meta({ title: 'Tabla' }),
      claves: COLUMNAS.meta({ title: 'Columnas por las que se busca' }),
      /** Of no other the model gets to know that it exists. */
      columnas: COLUMNAS.meta({ title: 'Columnas que se muestran' }),
      limite: z.int().min(1).max(100).default(20).meta({ title: 'Máximo de filas' }),
    }),
    z.strictObject({
      tipo: z.literal('coleccion'),
      coleccionId: z.uuid('Elija una colección.').meta({ title: 'Colección' }),
      limite: z.int().min(1).max(20).default(5).meta({ title: 'Máximo de pasajes' }),
    }),
    /** One that somebody allowed, of a server of MCP of somebody else. */
    z.strictObject({
      tipo: z.literal('herramienta'),
      servidorId: z.uuid('Elija un servidor MCP.').meta({ title: 'Servidor MCP' }),
      herramienta: z.string().min(1, 'Elija una herramienta.').max(200).meta({ title: 'Herramienta' }),
    }),
  ])
  .meta({ title: 'Qué hace' })
export type ObjetivoDeCapacidad = z.infer<typeof objetivoDeCapacidadSchema>
export type TipoDeCapacidad = ObjetivoDeCapacidad['tipo']

/** What a capability does it with, as a person knows it. */
export const objetivoMostradoSchema = z.strictObject({
  tipo: z.enum(['proceso', 'tabla', 'coleccion', 'herramienta'] satisfies TipoDeCapacidad[]),
  /** Of a tool, its server's beside it. */
  nombre: z.string(),
  /** Of a proceso: the published one. */
  version: z.number().int().exactOptional(),
})
export type ObjetivoMostrado = z.infer<typeof objetivoMostradoSchema>

/** Kinds that may change data; the others only look something up. */
export function mayWrite({ tipo }: Pick<ObjetivoDeCapacidad, 'tipo'>): boolean {
  return tipo === 'proceso' || tipo === 'herramienta'
}

/** When a person is asked before it is done. */
export const CONFIRMACIONES = ['escribe', 'siempre', 'nunca'] as const
export type ConfirmacionDeCapacidad = (typeof CONFIRMACIONES)[number]

/** Whether a person is asked before this is done. */
export function needsConfirmation({
  confirmacion,
  escribe,
}: Pick<AiCapability, 'confirmacion' | 'escribe'>): boolean {
  return confirmacion === 'siempre' || (confirmacion === 'escribe' && escribe)
}

/** One thing that an artificial intelligence may do here. */
export const aiCapabilitySchema = z
  .strictObject({
    nombre: NOMBRE,
    descripcion: z
      .string()
      .trim()
      .min(1, 'Diga qué hace y cuándo usarla: es todo lo que el modelo sabe de ella.')
      .max(2_000)
      .meta({ title: 'Descripción para el modelo' }),
    objetivo: objetivoDeCapacidadSchema,
    escribe: z
      .boolean()
      .default(true)
      .meta({ title: 'Cambia datos', description: 'Quien la use sabrá que no solo consulta.' }),
    confirmacion: z
      .enum(CONFIRMACIONES)
      .default('escribe')
      .meta({ title: 'Pedir confirmación', description: 'Antes de que un agente la use.' }),
    roles: z
      .array(roleSchema)
      .min(1, 'Elija al menos un rol.')
      .default([...ROLES])
      .meta({ title: 'Roles que pueden usarla', description: 'Con un agente. Por MCP decide el token.' }),
    /** Calls a minute of each caller; null: as many as the motor admits. */
    porMinuto: z.int().min(1).max(100_000).nullable().default(60).meta({ title: 'Llamadas por minuto' }),
    enMcp: z.boolean().default(false).meta({ title: 'Publicada por MCP' }),
    activo: z.boolean().default(true).meta({ title: 'Activa' }),
  })
  .refine(({ objetivo, escribe }) => mayWrite(objetivo) || !escribe, {
    path: ['escribe'],
    message: 'Una consulta no cambia datos.',
  })
  .refine(({ objetivo, enMcp }) => objetivo.tipo === 'proceso' || !enMcp, {
    path: ['enMcp'],
    message: 'Por MCP se publican procesos.',
  })
export type AiCapability = z.infer<typeof aiCapabilitySchema>

export const aiCapabilityGuardadaSchema = z
  .strictObject({ ...aiCapabilitySchema.shape, ...GUARDADO })
  .meta({ id: 'AiCapabilityGuardada' })
export type AiCapabilityGuardada = z.infer<typeof aiCapabilityGuardadaSchema>

export const aiCapabilityResumenSchema = aiCapabilityGuardadaSchema
  .extend({
    ...USADO,
    /** Of what it uses: a proceso, a tabla, a collection, a tool and its server. */
    objetivoNombre: z.string(),
    /** Nobody can use one of a proceso before that is, nor one of a tool that is not allowed. */
    publicado: z.boolean(),
  })
  .meta({ id: 'AiCapabilityResumen' })
export type AiCapabilityResumen = z.infer<typeof aiCapabilityResumenSchema>
