import { z } from 'zod'
import { peticionDePruebaSchema } from './peticion.ts'

/** What a call answered, as the test client shows it. */
export const respuestaMostradaSchema = z
  .strictObject({
    estado: z.int(),
    cabeceras: z.record(z.string(), z.string()),
    cuerpo: z.string(),
    /** `base64` when the body is not text. */
    codificacion: z.enum(['texto', 'base64']),
    /** Of the body, unpacked. */
    bytes: z.int(),
    /** Until the end of the body. */
    duracionMs: z.number(),
    /** Until there was a connection, its name resolved and its TLS agreed on; then until the answer began. */
    conexionMs: z.number(),
    primerByteMs: z.number(),
    /** Of a canal that ran something. */
    idEjecucion: z.string().nullable(),
  })
  .meta({ id: 'RespuestaMostrada' })
export type RespuestaMostrada = z.infer<typeof respuestaMostradaSchema>

/** One call of a load: when it began and how long it took, or what kept it from an answer. */
const muestraDeCargaSchema = z.strictObject({
  inicioMs: z.number(),
  duracionMs: z.number(),
  estado: z.int().nullable(),
  error: z.string().nullable(),
})
export type MuestraDeCarga = z.infer<typeof muestraDeCargaSchema>

export const resultadoDeCargaSchema = z
  .strictObject({
    muestras: z.array(muestraDeCargaSchema),
    duracionMs: z.number(),
    /** Fewer calls were made than were asked for: its time was over. */
    incompleta: z.boolean(),
  })
  .meta({ id: 'ResultadoDeCarga' })
export type ResultadoDeCarga = z.infer<typeof resultadoDeCargaSchema>

/** How far loads may go; all of one API process together make no more calls at once or in a second. */
export const limitesDeCargaSchema = z
  .strictObject({ llamadas: z.int(), aLaVez: z.int(), porSegundo: z.int(), duracionMs: z.int() })
  .meta({ id: 'LimitesDeCarga' })
export type LimitesDeCarga = z.infer<typeof limitesDeCargaSchema>

/** An envelope of SOAP as a canal takes it. */
export const sobreDePruebaSchema = z
  .strictObject({ cabeceras: z.record(z.string(), z.string()), sobre: z.string() })
  .meta({ id: 'SobreDePrueba' })
export type SobreDePrueba = z.infer<typeof sobreDePruebaSchema>

/** What one person sent, newest first. */
export const peticionEnviadaSchema = z
  .strictObject({
    id: z.uuid(),
    momento: z.iso.datetime(),
    peticion: peticionDePruebaSchema,
    entornoId: z.uuid().nullable(),
    /** Null: there was no answer. */
    estado: z.int().nullable(),
    duracionMs: z.number(),
    idEjecucion: z.string().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'PeticionEnviada' })
export type PeticionEnviada = z.infer<typeof peticionEnviadaSchema>
