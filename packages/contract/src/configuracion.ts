import { z } from 'zod'
import type { LimitName } from './limits.ts'

const urlSchema = z.url({ protocol: /^https?$/, error: 'Use una dirección http o https.' })

/** What an admin may change while the product runs; null: what the settings of its start say. */
export const ajustesSchema = z.strictObject({
  urlBase: urlSchema.nullable().meta({ title: 'Dirección pública del producto' }),
  urlTrazabilidad: urlSchema.nullable().meta({ title: 'Dirección de la página de trazabilidad' }),
  historialDias: z.int().min(1).max(3_650).nullable().meta({ title: 'Días que se guarda el historial' }),
  avisoTokensDias: z
    .int()
    .min(1)
    .max(90)
    .nullable()
    .meta({ title: 'Días antes de vencer en que se avisa de un token' }),
})
export type Ajustes = z.infer<typeof ajustesSchema>

/** Of `avisoTokensDias` when nobody has chosen it. */
export const AVISO_TOKENS_DIAS = 7

const limiteSchema = z.int()
/** By these a drawing is looked at where it is drawn, and a file where it is chosen, as the server does with what it is sent. */
export const limitesDeLaWebSchema = z.object({
  cuerpoBytes: limiteSchema,
  nodos: limiteSchema,
  elementos: limiteSchema,
  profundidad: limiteSchema,
  atributosXml: limiteSchema,
  pasosFormula: limiteSchema,
  profundidadFormula: limiteSchema,
  efectosFormula: limiteSchema,
  caracteresFormula: limiteSchema,
  textoFormula: limiteSchema,
} satisfies Partial<Record<LimitName, typeof limiteSchema>>)

/** In force, as far as the web app must know before anybody signs in; who changed it last, the audit says. */
export const configuracionSchema = z
  .strictObject({
    version: z.string(),
    /** Where the canales are called in production; null: at the motor itself. */
    urlBase: z.string().nullable(),
    urlTrazabilidad: z.string().nullable(),
    motor: z.strictObject({ puerto: z.int() }),
    historialDias: z.int(),
    avisoTokensDias: z.int(),
    limites: limitesDeLaWebSchema,
    /** What is stored. */
    ajustes: ajustesSchema,
    /** What a null of `ajustes` stands for. */
    porDefecto: z.strictObject({
      urlBase: z.string().nullable(),
      urlTrazabilidad: z.string().nullable(),
      historialDias: z.int(),
      avisoTokensDias: z.int(),
    }),
    revision: z.int(),
    actualizadoEn: z.iso.datetime(),
  })
  .meta({ id: 'Configuracion' })
export type Configuracion = z.infer<typeof configuracionSchema>

export const cambioDeConfiguracionSchema = ajustesSchema.extend({ revision: z.int() })

/** One thing that the product looked at in itself. */
export const comprobacionSchema = z
  .strictObject({
    id: z.string(),
    titulo: z.string(),
    estado: z.enum(['ok', 'aviso', 'falla']),
    detalle: z.string(),
    /** Null when there is nothing to do. */
    queHacer: z.string().nullable(),
  })
  .meta({ id: 'Comprobacion' })
export type Comprobacion = z.infer<typeof comprobacionSchema>
