import { z } from 'zod'
import { ajusteNumero } from './ajuste-numero.ts'

/** What an admin may change of the asynchronous pool while it runs, under the names of the limits; null: as the product was started. */
export const ajustesAsincronosSchema = z.strictObject({
  ejecucionesAsincronas: ajusteNumero(1, 1_000).meta({
    title: 'Ejecuciones a la vez',
    description: 'Las que cada worker del motor toma de la cola.',
  }),
  colaEjecuciones: ajusteNumero(1, 10_000_000).meta({
    title: 'Ejecuciones en espera',
    description: 'Con tantas en la cola, las siguientes llamadas reciben 503 y cuándo volver.',
  }),
  tareaMs: ajusteNumero(1, 86_400_000).meta({
    title: 'Tiempo máximo de una tarea (ms)',
    description: 'El de un canal está en su propia página.',
  }),
  // With the time to undo no more than the day that the queue lets a run be under way.
  ejecucionDurableMs: ajusteNumero(1_000, 79_200_000).meta({
    title: 'Tiempo máximo de una ejecución durable (ms)',
    description: 'Lo que espera no cuenta. Las que ya están en la cola no tienen más que el de antes.',
  }),
  compensacionMs: ajusteNumero(1_000, 3_600_000).meta({
    title: 'Tiempo máximo para deshacer (ms)',
    description: 'El que tiene, aparte del suyo, una ejecución que falló.',
  }),
  intentosPerdidos: ajusteNumero(0, 20).meta({
    title: 'Intentos de más',
    description: 'Las veces que se empieza de nuevo una ejecución cuyo worker se detuvo.',
  }),
  respuestaAsincronaHoras: ajusteNumero(1, 8_760).meta({
    title: 'Horas que se guarda una respuesta',
    description: 'Mientras tanto se puede preguntar por ella.',
  }),
  avisoIntentos: ajusteNumero(0, 50).meta({
    title: 'Reintentos de un aviso',
    description: 'Cada vez más espaciados; después, el aviso se da por fallido.',
  }),
  avisoMs: ajusteNumero(100, 60_000).meta({
    title: 'Espera de un aviso (ms)',
    description: 'Lo que tiene quien lo recibe para contestar.',
  }),
})
export type AjustesAsincronos = z.infer<typeof ajustesAsincronosSchema>
/** In force. */
export type LimitesAsincronos = Readonly<Record<keyof AjustesAsincronos, number>>

export const limitesAsincronosSchema = z.record(ajustesAsincronosSchema.keyof(), z.int())

/** The asynchronous pool of the whole cluster: its settings and what waits. */
export const poolAsincronoSchema = z
  .strictObject({
    ajustes: ajustesAsincronosSchema,
    /** What a null of `ajustes` stands for. */
    porDefecto: limitesAsincronosSchema,
    revision: z.int(),
    cola: z.strictObject({
      enEspera: z.int(),
      ejecutando: z.int(),
      /** Seconds that the oldest one waits; null: none does. */
      esperaSegundos: z.number().nullable(),
      perdidas: z.int(),
      /** Not told yet, those that are being told now among them. */
      avisosPendientes: z.int(),
      /** Of these, those that have failed before and are tried again. */
      avisosReintentados: z.int(),
      /** Given up. */
      avisosFallidos: z.int(),
    }),
  })
  .meta({ id: 'PoolAsincrono' })
export type PoolAsincrono = z.infer<typeof poolAsincronoSchema>

export const cambioDePoolAsincronoSchema = ajustesAsincronosSchema.extend({ revision: z.int() })
