import { z } from 'zod'
import { ajusteNumero } from './ajuste-numero.ts'
import { definidoSchema } from './ficha.ts'

/** Of which runs of a proceso the history keeps what they did. All of them are counted. */
export const NIVELES_TRAZA = ['nada', 'errores', 'muestreo', 'todo'] as const
export type NivelTraza = (typeof NIVELES_TRAZA)[number]

const nivelSchema = z.enum(NIVELES_TRAZA)
const porcentajeSchema = z.number().min(0.01).max(100).meta({
  title: 'De cada cien',
  description: 'Con «muestreo», de las que salen bien se guardan tantas; las demás se guardan todas.',
})

/** What an admin decides of the traces of runs while the product runs; null: as it was started. */
export const ajustesTrazasSchema = z.strictObject({
  nivel: nivelSchema.default('todo').meta({ title: 'Qué se guarda' }),
  porcentaje: porcentajeSchema.default(10),
  procesos: z
    .array(
      z.strictObject({
        procesoId: z.uuid({ error: 'Elija el proceso.' }),
        nivel: nivelSchema,
        porcentaje: porcentajeSchema,
      }),
    )
    .max(500)
    .default([])
    .meta({ title: 'Procesos con otro nivel' }),
  camposOcultos: z
    .array(z.string().trim().min(1).max(100))
    .max(200)
    .default([])
    .meta({ title: 'Campos que se ocultan' }),
  patronesOcultos: z
    .array(z.string().min(1).max(500))
    .max(50)
    .default([])
    .meta({ title: 'Textos que se ocultan' }),
  muestraBytes: ajusteNumero(64, 1_048_576).meta({
    title: 'Caracteres de un dato',
    description: 'Lo que un nodo recibió o produjo se corta ahí, y lo dice.',
  }),
  muestraElementos: ajusteNumero(1, 10_000).meta({
    title: 'Elementos de una lista',
    description: 'De los demás se guarda cuántos eran.',
  }),
  historialEjecucionBytes: ajusteNumero(1_024, 67_108_864).meta({
    title: 'Caracteres de una ejecución',
    description: 'Los pasos que no caben se guardan sin sus datos.',
  }),
  historialDatosPorSegundo: ajusteNumero(0, 1_000_000).meta({
    title: 'Ejecuciones con datos por segundo',
    description:
      'De cada proceso y en cada worker. De las demás que salen bien se guarda cuándo y cuánto duraron; las que fallan o son lentas se guardan enteras.',
  }),
  historialMegabytes: ajusteNumero(1, 100_000_000).meta({
    title: 'Megabytes del historial',
    description: 'Al pasar de ahí se borran los días más viejos, nunca el de hoy. Vacío: sin límite.',
  }),
})
export type AjustesTrazas = z.infer<typeof ajustesTrazasSchema>

const cabeceraSchema = z.strictObject({
  nombre: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'Use letras, números y guiones, como en «api-key».')
    .meta({ title: 'Nombre', examples: ['api-key'] }),
  valor: z
    .string()
    .min(1)
    .max(2_000)
    // What a header may hold (RFC 9110, 5.5), and the mark of one that is kept.
    .regex(/^[^\r\n]*$/, 'Escríbalo en una sola línea.')
    .meta({ title: 'Valor', secret: true }),
})

/** Without a user, a password or a query. */
function isPlainAddress(destino: string): boolean {
  if (!URL.canParse(destino)) return true
  const { username, password, search } = new URL(destino)
  return `${username}${password}${search}` === ''
}

/** A collector that an admin names while the product runs. */
export const exportacionSchema = z.strictObject({
  destino: z
    .url({ protocol: /^https?$/, error: 'Use una dirección http o https.' })
    .max(2_000)
    // An address is shown to whoever opens the page, and stands in logs on its way.
    .refine(isPlainAddress, 'No ponga claves ni «?…» en la dirección: van en una cabecera.')
    .meta({
      title: 'Dirección del recolector',
      description: 'OTLP por HTTP. Se le añade /v1/traces, salvo que ya termine así.',
      examples: ['https://recolector.ejemplo.es:4318'],
    }),
  servicio: z.string().trim().min(1).max(100).default('div').meta({ title: 'Nombre del servicio' }),
  porcentaje: z.number().min(0).max(100).default(100).meta({
    title: 'Ejecuciones que se envían (%)',
    description: 'De las que nadie llamó con una traza suya; de las demás decide quien llama.',
  }),
  cabeceras: z
    .array(cabeceraSchema)
    .max(20)
    .default([])
    .meta({ title: 'Cabeceras', description: 'Lo que pida el recolector. Sus valores se guardan cifrados.' }),
  permitirRedPrivada: z.boolean().default(false).meta({
    title: 'Permitir red privada',
    description: 'Deja enviar a una dirección interna.',
  }),
})
export type Exportacion = z.infer<typeof exportacionSchema>

/** What is changed together at `/trazabilidad`. */
export const ajustesDeTrazabilidadSchema = ajustesTrazasSchema.extend({
  exportacion: exportacionSchema.nullable().default(null).meta({ title: 'Enviar a un recolector' }),
})

const exportacionGuardadaSchema = exportacionSchema.extend({
  cabeceras: z.array(cabeceraSchema.extend({ valor: definidoSchema })),
})

/** Sizes that a null stands for. */
const tamanosSchema = z.strictObject({
  muestraBytes: z.int(),
  muestraElementos: z.int(),
  historialEjecucionBytes: z.int(),
  historialDatosPorSegundo: z.int(),
})

export const trazabilidadSchema = z
  .strictObject({
    ajustes: ajustesTrazasSchema.extend({ exportacion: exportacionGuardadaSchema.nullable() }),
    porDefecto: tamanosSchema,
    revision: z.int(),
    /** Where runs are exported to by OTLP now; null: nowhere. */
    exportacion: z
      .strictObject({
        destino: z.string(),
        servicio: z.string(),
        muestreo: z.string(),
        /** As the product was started, or as an admin has set it since. */
        origen: z.enum(['arranque', 'ajustes']),
        /** Of all processes the one that failed last of those whose last sending failed; null: none. */
        fallo: z
          .strictObject({ momento: z.iso.datetime(), mensaje: z.string(), equipo: z.string() })
          .nullable(),
      })
      .nullable(),
    /** The product was started such that nothing is exported, whatever is chosen here: OTEL_SDK_DISABLED. */
    exportacionDesactivada: z.boolean(),
    /** What the history takes now. */
    historial: z.strictObject({
      bytes: z.number(),
      /** Days for which it is kept. */
      dias: z.int(),
      /** The first day that it holds, UTC; null: none yet. */
      desde: z.iso.date().nullable(),
    }),
  })
  .meta({ id: 'Trazabilidad' })
export type Trazabilidad = z.infer<typeof trazabilidadSchema>

export const cambioDeTrazabilidadSchema = ajustesDeTrazabilidadSchema.extend({ revision: z.int() })

/** `POST /api/trazabilidad/exportacion/probar`. */
export const pruebaDeExportacionSchema = z
  .strictObject({ ok: z.boolean(), error: z.string().nullable() })
  .meta({ id: 'PruebaDeExportacion' })
export type PruebaDeExportacion = z.infer<typeof pruebaDeExportacionSchema>
