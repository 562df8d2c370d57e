import { z } from 'zod'
import { avisoSchema } from './aviso.ts'
import { definidoSchema, FICHA, GUARDADO } from './ficha.ts'

const MINUTOS_DE_UN_DIA = 1_440

const ventana = z.int().min(1).max(MINUTOS_DE_UN_DIA).default(5).meta({ title: 'En los últimos (minutos)' })
/** Shares and latencies of few runs say little. */
const minimo = z
  .int()
  .min(1)
  .max(1_000_000)
  .default(10)
  .meta({ title: 'Con al menos (ejecuciones)', description: 'De menos no se juzga nada.' })

/** Which runs a rule looks at; both null: all of them. */
const AMBITO = {
  procesoId: z.uuid().nullable().default(null).meta({ title: 'Proceso', description: 'Vacío: todos.' }),
  canalId: z.uuid().nullable().default(null).meta({ title: 'Canal', description: 'Vacío: todos.' }),
}

/** When a rule holds. */
export const condicionDeAlertaSchema = z
  .discriminatedUnion('tipo', [
    z
      .strictObject({
        tipo: z.literal('fallos'),
        ...AMBITO,
        cantidad: z
          .int()
          .min(1)
          .max(1_000_000_000)
          .default(1)
          .meta({ title: 'Cuántas fallan', description: 'Se avisa cuando fallan tantas o más.' }),
        minutos: ventana,
      })
      .meta({ title: 'Ejecuciones que fallan' }),
    z
      .strictObject({
        tipo: z.literal('tasaErrores'),
        ...AMBITO,
        porcentaje: z.number().min(0.01).max(100).default(5).meta({ title: 'Porcentaje de errores' }),
        minutos: ventana,
        minimo,
      })
      .meta({ title: 'Tasa de errores' }),
    z
      .strictObject({
        tipo: z.literal('latencia'),
        ...AMBITO,
        p95Ms: z
          .int()
          .min(1)
          .max(86_400_000)
          .default(500)
          .meta({ title: 'Latencia P95 (ms)', description: '95 de cada 100 tardan menos que eso.' }),
        minutos: ventana,
        minimo,
      })
      .meta({ title: 'Latencia' }),
    z
      .strictObject({
        tipo: z.literal('cola'),
        segundos: z.int().min(1).max(86_400).default(60).meta({
          title: 'Espera (segundos)',
          description: 'Lo que lleva en la cola la ejecución más antigua.',
        }),
      })
      .meta({ title: 'Cola atrasada' }),
    z
      .strictObject({
        tipo: z.literal('circuito'),
        servidorId: z
          .uuid()
          .nullable()
          .default(null)
          .meta({ title: 'Servidor', description: 'Vacío: cualquiera.' }),
        segundos: z.int().min(0).max(86_400).default(0).meta({ title: 'Abierto desde hace (segundos)' }),
      })
      .meta({ title: 'Servidor que no responde' }),
    z
      .strictObject({
        tipo: z.literal('tareaPerdida'),
        tareaId: z
          .uuid()
          .nullable()
          .default(null)
          .meta({ title: 'Tarea', description: 'Vacío: cualquiera.' }),
        minutos: ventana.default(60),
      })
      .meta({ title: 'Tarea que perdió su hora' }),
    z
      .strictObject({
        tipo: z.literal('tareaFallida'),
        tareaId: z
          .uuid()
          .nullable()
          .default(null)
          .meta({ title: 'Tarea', description: 'Vacío: cualquiera.' }),
        fallos: z.int().min(1).max(1_000).nullable().default(null).meta({
          title: 'Fallos seguidos',
          description:
            'Sin un número propio valen los que diga cada tarea en su página; las que no dicen nada no cuentan.',
        }),
      })
      .meta({ title: 'Tarea que falla' }),
    z
      .strictObject({
        tipo: z.literal('presupuesto'),
        presupuestoId: z
          .uuid()
          .nullable()
          .default(null)
          .meta({ title: 'Presupuesto', description: 'Vacío: cualquiera que esté activo.' }),
        porcentaje: z
          .number()
          .min(1)
          .max(100)
          .default(80)
          .meta({ title: 'Gastado (%)', description: 'De lo que tiene en el periodo en curso.' }),
      })
      .meta({ title: 'Presupuesto de modelos' }),
  ])
  .meta({ title: 'Cuándo' })
export type CondicionDeAlerta = z.infer<typeof condicionDeAlertaSchema>
export type TipoDeAlerta = CondicionDeAlerta['tipo']

const MAX_DESTINATARIOS = 50

const correoDeAlertaSchema = z.strictObject({
  servidorId: z.uuid({ error: 'Elija el servidor de correo.' }).meta({ title: 'Servidor de correo' }),
  para: z
    .array(z.email({ error: 'Use una dirección de correo, como ana@ejemplo.es.' }))
    .min(1, 'Diga a quién se envía.')
    .max(MAX_DESTINATARIOS)
    .meta({ title: 'Para' }),
})
export type CorreoDeAlerta = z.infer<typeof correoDeAlertaSchema>

/** What is watched, and who is told of it. */
export const alertaSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  activo: z.boolean().default(true).meta({ title: 'Activa' }),
  condicion: condicionDeAlertaSchema,
  campana: z
    .boolean()
    .default(true)
    .meta({ title: 'Notificaciones', description: 'En la campana de quien usa el producto.' }),
  correo: correoDeAlertaSchema.nullable().default(null).meta({ title: 'Correo' }),
  webhook: avisoSchema.nullable().default(null).meta({
    title: 'Webhook',
    description:
      'Un POST con el aviso en JSON, firmado como los de los canales. Su «enlace» va vacío mientras Configuración no diga la dirección pública del producto (o DIV_URL_BASE).',
  }),
  /** While it stands. Null: it is told once. */
  repetirMinutos: z
    .int()
    .min(1)
    .max(10_080)
    .nullable()
    .default(null)
    .meta({ title: 'Repetir cada (minutos)', description: 'Mientras dure. Vacío: se avisa una sola vez.' }),
  recuperaMinutos: z.int().min(0).max(MINUTOS_DE_UN_DIA).default(2).meta({
    title: 'Recuperada tras (minutos)',
    description: 'Los que debe llevar bien para darla por terminada.',
  }),
})
export type Alerta = z.infer<typeof alertaSchema>

/** Until when nobody is told; null: they are. */
export const silencioSchema = z.strictObject({ hasta: z.iso.datetime({ offset: true }).nullable() })
export type Silencio = z.infer<typeof silencioSchema>

const webhookGuardadoSchema = avisoSchema.extend({ secreto: definidoSchema })

export const alertaGuardadaSchema = alertaSchema
  .extend({
    ...GUARDADO,
    webhook: webhookGuardadoSchema.nullable(),
    silenciadaHasta: z.iso.datetime().nullable().meta({ description: 'Mientras tanto no se avisa a nadie.' }),
  })
  .meta({ id: 'AlertaGuardada' })
export type AlertaGuardada = z.infer<typeof alertaGuardadaSchema>

export const ESTADOS_ALERTA = ['normal', 'alerta', 'fallida', 'inactiva'] as const
export type EstadoAlerta = (typeof ESTADOS_ALERTA)[number]

/** An entry of the list: how it stands now, whether or not it is silenced. */
export const alertaResumenSchema = alertaGuardadaSchema
  .extend({
    estado: z.enum(ESTADOS_ALERTA),
    /** Since when it holds; null: it does not. */
    desde: z.iso.datetime().nullable(),
    /** What it says; null: it does not hold. */
    mensaje: z.string().nullable(),
  })
  .meta({ id: 'AlertaResumen' })
export type AlertaResumen = z.infer<typeof alertaResumenSchema>

/** When the rules were looked at last; null: never. */
export const vigilanciaSchema = z
  .strictObject({ ultima: z.iso.datetime().nullable() })
  .meta({ id: 'Vigilancia' })
export type Vigilancia = z.infer<typeof vigilanciaSchema>

/** Of one message by one way. */
export const entregaDeAlertaSchema = z
  .strictObject({
    id: z.uuid(),
    tipo: z.enum(['alerta', 'repeticion', 'recuperacion', 'prueba']),
    via: z.enum(['correo', 'webhook']),
    estado: z.enum(['pendiente', 'entregada', 'fallida', 'silenciada']),
    intentos: z.int(),
    error: z.string().nullable(),
    momento: z.iso.datetime(),
  })
  .meta({ id: 'EntregaDeAlerta' })
export type EntregaDeAlerta = z.infer<typeof entregaDeAlertaSchema>

/** A time during which a rule held, of one thing that it watches. */
export const incidenciaSchema = z
  .strictObject({
    id: z.uuid(),
    alertaId: z.uuid(),
    alerta: z.string(),
    mensaje: z.string(),
    desde: z.iso.datetime(),
    /** Null: it still does. */
    hasta: z.iso.datetime().nullable(),
    /** When it was told last; null: it was not, since it was silenced. */
    avisada: z.iso.datetime().nullable(),
    entregas: z.array(entregaDeAlertaSchema),
  })
  .meta({ id: 'Incidencia' })
export type Incidencia = z.infer<typeof incidenciaSchema>

/** What became of a test message, by each way. */
export const pruebaDeAlertaSchema = z
  .strictObject({
    vias: z.array(
      z.strictObject({
        via: entregaDeAlertaSchema.shape.via,
        ok: z.boolean(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PruebaDeAlerta' })
export type PruebaDeAlerta = z.infer<typeof pruebaDeAlertaSchema>
