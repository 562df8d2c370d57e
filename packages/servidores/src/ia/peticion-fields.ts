import { z } from 'zod'

const PARAMETROS = 'Admite {parametro}.'
const MAX_CHARS = 1_000_000

/** What a node says to a model, whatever it wants of it. */
export const PETICION_FIELDS = {
  modelo: z
    .string()
    .trim()
    .max(200)
    .default('')
    .meta({ title: 'Modelo', description: 'Vacío: el del servidor.', enCatalogo: true }),
  instrucciones: z
    .string()
    .max(MAX_CHARS)
    .default('')
    .meta({
      title: 'Instrucciones',
      description: `Qué ha de hacer y cómo. ${PARAMETROS}`,
    }),
}

export const mensajeField = (description: string) =>
  z
    .string()
    .min(1)
    .max(MAX_CHARS)
    .meta({ title: 'Mensaje', description: `${description} ${PARAMETROS}`, examples: ['{texto}'] })

export const AJUSTES_FIELDS = {
  maxTokens: z.int().min(1).max(1_000_000).default(1_024).meta({
    title: 'Máximo de tokens',
    description: 'De lo que contesta; los de un modelo que razona cuentan también.',
    avanzado: true,
  }),
  temperatura: z.number().min(0).max(2).optional().meta({
    title: 'Temperatura',
    description: '0: lo más probable; más: más variado. Vacía: la del modelo.',
    avanzado: true,
  }),
}
