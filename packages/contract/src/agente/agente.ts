import { z } from 'zod'
import { MAX_CONTEXTOS } from '../conversacion/conversacion.ts'
import { FICHA, GUARDADO, USADO } from '../ficha.ts'
import type { Parametro } from '../flujo.ts'
import { importeSchema, monedaSchema } from '../presupuesto/importe.ts'
import { evaluadorSchema } from './evaluador.ts'

const MAX_CASOS = 50
const MAX_CAPACIDADES = 64
const MAX_CAMPOS = 100

/** Types that a model can be asked to write. */
export const TIPOS_DE_CAMPO = ['texto', 'entero', 'decimal', 'booleano', 'fecha', 'fechaHora'] as const
export type TipoDeCampo = (typeof TIPOS_DE_CAMPO)[number]

/** One of the data that an agente answers with. */
const campoDeAgenteSchema = z.strictObject({
  nombre: z
    .string()
    .trim()
    .min(1, 'Dé un nombre a este campo.')
    .max(100)
    .regex(/^[\p{L}_][\p{L}\p{N}_]*$/u, 'Empiece por una letra y use letras, dígitos y guion bajo.')
    .meta({ title: 'Nombre' }),
  tipo: z.enum(TIPOS_DE_CAMPO).default('texto').meta({ title: 'Tipo' }),
  esLista: z.boolean().default(false).meta({ title: 'Varios valores' }),
  requerido: z.boolean().default(true).meta({ title: 'Requerido' }),
  descripcion: z
    .string()
    .max(2_000)
    .default('')
    .meta({ title: 'Descripción', description: 'Qué es, para el modelo.' }),
})
export type CampoDeAgente = z.infer<typeof campoDeAgenteSchema>

/** As anything else that is declared. */
export function parametrosOfCampos(campos: readonly CampoDeAgente[]): Parametro[] {
  return campos.map(({ esLista, tipo, ...campo }) =>
    esLista ? { ...campo, tipo: 'lista', elemento: { nombre: '', tipo } } : { ...campo, tipo },
  )
}

/** How far a run of an agente may go. */
const limitesSchema = z.strictObject({
  pasos: z.int().min(1).max(100).default(20).meta({
    title: 'Pasos',
    description: 'Cada respuesta del modelo y cada uso de una capacidad es uno.',
  }),
  tiempoMs: z.int().min(1_000).max(900_000).default(120_000).meta({
    title: 'Tiempo (ms)',
    description: 'Sin lo que espera a una persona.',
  }),
  tokens: z
    .int()
    .min(1)
    .max(100_000_000)
    .default(200_000)
    .meta({ title: 'Tokens', description: 'Los que lee y los que escribe el modelo, en todos los pasos.' }),
  importe: importeSchema.nullable().default(null).meta({
    title: 'Importe',
    description: 'Lo que puede costar. Vacío: lo que dejen los presupuestos.',
  }),
  moneda: monedaSchema,
})

/** What an agente is told, what it may do, and how far it goes: what a version keeps. */
export const definicionDeAgenteSchema = z.strictObject({
  instrucciones: z
    .string()
    .trim()
    .min(1, 'Diga quién es y qué ha de hacer.')
    .max(50_000)
    .meta({ title: 'Instrucciones' }),
  servidorId: z.uuid('Elija un servidor.').meta({ title: 'Servidor' }),
  modelo: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ title: 'Modelo', description: 'Vacío: el del servidor.' }),
  maxTokens: z.int().min(1).max(65_536).default(4_096).meta({ title: 'Máximo de tokens por respuesta' }),
  /** Ids of what it may do; nothing else is possible to it. */
  capacidades: z.array(z.uuid()).max(MAX_CAPACIDADES).default([]).meta({ title: 'Capacidades' }),
  /** Ids of what it is told before it is asked. */
  contextos: z.array(z.uuid()).max(MAX_CONTEXTOS).default([]).meta({
    title: 'Contextos',
    description: 'Lo que se le dice antes de preguntarle, con los permisos de quien le habla.',
  }),
  limites: limitesSchema.prefault({}).meta({ title: 'Límites' }),
  /** None: it answers with text. */
  campos: z.array(campoDeAgenteSchema).max(MAX_CAMPOS).default([]).meta({
    title: 'Datos de la respuesta',
    description: 'Con alguno, la respuesta es un objeto con estos campos.',
  }),
})
export type DefinicionDeAgente = z.infer<typeof definicionDeAgenteSchema>

/** A question whose answer is known, and how one tells. */
export const casoDeAgenteSchema = z.strictObject({
  nombre: z.string().trim().min(1, 'Dé un nombre al caso.').max(200).meta({ title: 'Nombre' }),
  mensaje: z.string().trim().min(1, 'Escriba el mensaje.').max(20_000).meta({ title: 'Mensaje' }),
  evaluadores: z.array(evaluadorSchema).min(1, 'Añada un evaluador.').max(10).meta({ title: 'Evaluadores' }),
})
export type CasoDeAgente = z.infer<typeof casoDeAgenteSchema>

export const agenteSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  ...definicionDeAgenteSchema.shape,
  casos: z.array(casoDeAgenteSchema).max(MAX_CASOS).default([]).meta({ title: 'Casos de prueba' }),
})
export type Agente = z.infer<typeof agenteSchema>

export const agenteGuardadoSchema = agenteSchema
  .extend({
    ...GUARDADO,
    /** Null: none was published. */
    versionPublicada: z.int().nullable(),
  })
  .meta({ id: 'AgenteGuardado' })
export type AgenteGuardado = z.infer<typeof agenteGuardadoSchema>

export const agenteResumenSchema = agenteGuardadoSchema
  .pick({
    ...({ id: true, nombre: true, descripcion: true, activo: true, modelo: true } as const),
    ...({ revision: true, creadoEn: true, actualizadoEn: true, actualizadoPor: true } as const),
    versionPublicada: true,
  })
  .extend({
    ...USADO,
    servidor: z.string().meta({ description: 'El nombre de su servidor.' }),
    capacidades: z.int().meta({ description: 'Cuántas puede usar.' }),
    /** The draft differs from the version that is published; true before the first one. */
    conCambios: z.boolean(),
  })
  .meta({ id: 'AgenteResumen' })
export type AgenteResumen = z.infer<typeof agenteResumenSchema>

const NOTA = z.string().trim().max(1_000).default('').meta({ title: 'Nota' })

export const publicarAgenteSchema = z.strictObject({ nota: NOTA })

/** A published version without what it says. */
export const versionDeAgenteResumenSchema = z
  .strictObject({
    version: z.int(),
    nota: z.string(),
    publicadaEn: z.iso.datetime(),
    publicadaPor: z.string().nullable(),
  })
  .meta({ id: 'VersionDeAgenteResumen' })
export type VersionDeAgenteResumen = z.infer<typeof versionDeAgenteResumenSchema>

export const versionDeAgenteSchema = versionDeAgenteResumenSchema
  .extend({ definicion: definicionDeAgenteSchema })
  .meta({ id: 'VersionDeAgente' })
export type VersionDeAgente = z.infer<typeof versionDeAgenteSchema>

/** `sinCambios`: that version is the published one already, and there is no new one. */
export const agentePublicadoSchema = z
  .strictObject({ version: z.int(), sinCambios: z.boolean() })
  .meta({ id: 'AgentePublicado' })
export type AgentePublicado = z.infer<typeof agentePublicadoSchema>
