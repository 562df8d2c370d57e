import { z } from 'zod'
import { estadoEjecucionSchema } from './ejecucion.ts'
import { estadoDeEscuchaSchema, eventoDeTareaSchema } from './evento.ts'
import { FICHA, GUARDADO } from './ficha.ts'

/** A process at a time, or whenever something happens. The cron text and the zone are checked by the library that will fire it. */
export const tareaSchema = z.strictObject({
  ...FICHA,
  procesoId: z.uuid().meta({ title: 'Proceso' }),
  /** Five fields, or six with seconds first; or `R/<start>/<duration>`, an interval, or one moment (horario). Empty: it has an evento. */
  cron: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({
      title: 'Cron',
      description: 'También un intervalo (R/inicio/duración, ISO 8601) o un solo momento.',
      examples: ['0 8 * * 1-5', 'R/2026-01-01T00:00:00Z/PT90M', '2026-12-24T18:00:00Z'],
    }),
  /** Null: it has a cron. */
  evento: eventoDeTareaSchema.nullable().default(null).meta({ title: 'Evento' }),
  /** IANA name. */
  zonaHoraria: z.string().min(1).max(100).default('UTC').meta({ title: 'Zona horaria' }),
  entrada: z.record(z.string(), z.unknown()).default({}).meta({ title: 'Entrada' }),
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  /** What happens when the run before has not ended. */
  solapamiento: z
    .enum(['omitir', 'encolar', 'permitir', 'cancelarAnterior'])
    .default('omitir')
    .meta({ title: 'Si la anterior no terminó' }),
  /** What happens with firings that passed while nothing was running. */
  alPerder: z.enum(['omitir', 'ultima', 'todas']).default('omitir').meta({ title: 'Si se perdió una hora' }),
  /** Days on which it does not work as on others. Null: it knows none. */
  calendarioId: z.uuid().nullable().default(null).meta({ title: 'Calendario' }),
  enFestivo: z
    .enum(['omitir', 'siguienteHabil'])
    .default('omitir')
    .meta({
      title: 'Si cae en festivo',
      etiquetas: { omitir: 'Omitir', siguienteHabil: 'El siguiente día hábil' },
    }),
  /** After so many runs in a row that failed the alertas that watch tareas are told. Null: never. */
  fallosParaAlerta: z.int().min(1).max(1_000).nullable().default(null).meta({
    title: 'Alertar tras (fallos seguidos)',
    description: 'Vacío: esta tarea no alerta por sus fallos.',
  }),
})
export type Tarea = z.infer<typeof tareaSchema>

/** The next firings, soonest first. */
const proximasSchema = z.array(z.iso.datetime())

/** A change of the clock of a zone, and what a schedule does then. */
const cambioDeHoraSchema = z.strictObject({
  /** The first instant of the new time. */
  momento: z.iso.datetime(),
  /** Minutes from UTC. */
  desfaseAntes: z.int(),
  desfaseDespues: z.int(),
  /** `despues`: an hour that is left out fires at the end of what is; the others as they are called. */
  efecto: z.enum(['ninguno', 'festivo', 'intervalo', 'despues', 'seOmite', 'unaVez', 'dosVeces']),
  /** The first that is left out or comes twice, as the clock shows it; null: none is. */
  hora: z.string().nullable(),
})
export type CambioDeHora = z.infer<typeof cambioDeHoraSchema>

export const previsionSchema = z.strictObject({
  proximas: proximasSchema,
  /** With those that a calendario leaves out, and why others stand where they do. */
  horas: z.array(
    z.strictObject({
      momento: z.iso.datetime(),
      festivo: z.string().nullable(),
      seOmite: z.boolean(),
    }),
  ),
  /** The next two; none of a zone that keeps its time. */
  cambiosDeHora: z.array(cambioDeHoraSchema),
})
export type Prevision = z.infer<typeof previsionSchema>

export const tareaGuardadaSchema = tareaSchema.extend(GUARDADO).meta({ id: 'TareaGuardada' })
export type TareaGuardada = z.infer<typeof tareaGuardadaSchema>

/** An entry of the ledger of a tarea: a firing that came due, or that a person asked for. */
export const disparoSchema = z
  .strictObject({
    previsto: z.iso.datetime().meta({ description: 'Cuándo tocaba.' }),
    momento: z.iso.datetime().meta({ description: 'Cuándo se decidió.' }),
    estado: z.enum(['disparado', 'omitido', 'perdido']),
    motivo: z.string().nullable().meta({ description: 'Por qué no se disparó, o se disparó tarde.' }),
    usuario: z.string().nullable().meta({ description: 'Quien lo pidió; null: su horario o su evento.' }),
    /** Of what was fired. Null: its run has left the history. */
    ejecucion: z
      .strictObject({
        id: z.uuid(),
        estado: estadoEjecucionSchema,
        duracionMs: z.number().nullable(),
        errorMensaje: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Disparo' })
export type Disparo = z.infer<typeof disparoSchema>

/** An entry of the list: also which process it is for, and which version of that would run. */
export const tareaResumenSchema = tareaGuardadaSchema
  .extend({
    /** One that is not active fires no more. */
    proximas: proximasSchema,
    proceso: z.string(),
    /** Null: none is published, so that nothing could run. */
    versionPublicada: z.int().nullable(),
    /** What the servidor of its evento is called; null: it has none. */
    servidor: z.string().nullable(),
    /** Null: it has no evento, or nobody has begun to listen for it. */
    escucha: estadoDeEscuchaSchema.nullable(),
    /** The newest of its ledger; null: there is none. */
    ultimo: disparoSchema.nullable(),
  })
  .meta({ id: 'TareaResumen' })
export type TareaResumen = z.infer<typeof tareaResumenSchema>

/** A firing to come, of whichever tarea. */
export const siguienteDisparoSchema = z
  .strictObject({
    tareaId: z.uuid(),
    nombre: z.string(),
    procesoId: z.uuid(),
    proceso: z.string(),
    momento: z.iso.datetime(),
  })
  .meta({ id: 'SiguienteDisparo' })
export type SiguienteDisparo = z.infer<typeof siguienteDisparoSchema>
