import { z } from 'zod'
import { flujoSchema, hallazgoSchema } from './flujo.ts'

/** Whose model helps on the canvas; null: nobody does. */
export const ajustesDeAsistenteSchema = z.strictObject({
  servidorId: z.uuid().nullable().meta({ title: 'Servidor de modelos' }),
  modelo: z.string().trim().max(200).meta({ title: 'Modelo', description: 'Vacío: el del servidor.' }),
})
export type AjustesDeAsistente = z.infer<typeof ajustesDeAsistenteSchema>

export const configuracionDeAsistenteSchema = z
  .strictObject({
    ajustes: ajustesDeAsistenteSchema,
    revision: z.int(),
    actualizadoEn: z.iso.datetime(),
  })
  .meta({ id: 'ConfiguracionDeAsistente' })
export type ConfiguracionDeAsistente = z.infer<typeof configuracionDeAsistenteSchema>

export const cambioDeAsistenteSchema = ajustesDeAsistenteSchema.extend({ revision: z.int() })

/** Whether there is one. */
export const estadoDeAsistenteSchema = z
  .strictObject({
    listo: z.boolean(),
    /** What is missing. */
    motivo: z.string().nullable(),
  })
  .meta({ id: 'EstadoDeAsistente' })
export type EstadoDeAsistente = z.infer<typeof estadoDeAsistenteSchema>

/** Who answered, and what it took for all that it was asked; null: its service does not tell. */
const GASTO = {
  modelo: z.string(),
  tokens: z.strictObject({ entrada: z.int().nullable(), salida: z.int().nullable() }),
}

/** What a person asks in one go. */
export const PETICION_MAX = 4_000
const peticionSchema = z.string().trim().min(1, 'Escriba lo que quiere.').max(PETICION_MAX)
const documentoSchema = z.record(z.string(), z.unknown()).meta({ documento: 'Flujo' })
/** Earlier requests of the same talk that are still told to the model. */
const MAX_ANTERIORES = 10

export const pedirFlujoSchema = z.strictObject({
  peticion: peticionSchema,
  /** As it is drawn now, or as it was proposed last. */
  flujo: documentoSchema,
  anteriores: z
    .array(z.strictObject({ peticion: peticionSchema, explicacion: z.string().max(20_000) }))
    .max(MAX_ANTERIORES)
    .default([]),
})
export type PedirFlujo = z.input<typeof pedirFlujoSchema>

export const propuestaDeFlujoSchema = z
  .strictObject({
    explicacion: z.string(),
    flujo: flujoSchema,
    /** Only one without errors may be applied. */
    valido: z.boolean(),
    hallazgos: z.array(hallazgoSchema),
    /** How often the model was asked. */
    rondas: z.int(),
    ...GASTO,
  })
  .meta({ id: 'PropuestaDeFlujo' })
export type PropuestaDeFlujo = z.infer<typeof propuestaDeFlujoSchema>

/** Of values that a formula may name, by node. */
const MAX_MUESTRA = 20_000

export const pedirFormulaSchema = z.strictObject({
  peticion: peticionSchema,
  flujo: documentoSchema,
  /** Whose formula it is. */
  nodo: z.string().min(1).max(64),
  /** As it is now. */
  actual: z.string().max(20_000).default(''),
  /** What nodes before it put out in the last test, cut short, as JSON. */
  muestras: z.record(z.string().max(64), z.string().max(MAX_MUESTRA)).default({}),
})
export type PedirFormula = z.input<typeof pedirFormulaSchema>

export const formulaPropuestaSchema = z
  .strictObject({
    expresion: z.string(),
    explicacion: z.string(),
    /** What is wrong with it, where the model did not mend it. */
    error: z.string().nullable(),
    ...GASTO,
  })
  .meta({ id: 'FormulaPropuesta' })
export type FormulaPropuesta = z.infer<typeof formulaPropuestaSchema>

export const explicacionDeFalloSchema = z
  .strictObject({
    causa: z.string(),
    queHacer: z.array(z.string()),
    /** Where to look; null: at none in particular. */
    nodo: z.string().nullable(),
    ...GASTO,
  })
  .meta({ id: 'ExplicacionDeFallo' })
export type ExplicacionDeFallo = z.infer<typeof explicacionDeFalloSchema>
