import { defineNodo } from '@div/engine'
import { z } from 'zod'
import { origenSchema } from '../origen.ts'

/** A media type is ASCII (RFC 9110, 8.3.1). */
const MEDIA_TYPE = /^[\t -~]*$/
/** Header names as RFC 9110, 5.1 spells tokens. */
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

export const salida = defineNodo({
  tipoNodo: 'salida',
  label: 'Salida',
  summary: 'Responde a quien llamó: datos, estado HTTP y cabeceras.',
  config: z.object({
    estadoHttp: z.int().min(200).max(599).default(200).meta({ title: 'Estado HTTP' }),
    tipoContenido: z
      .string()
      .min(3)
      .max(200)
      .regex(MEDIA_TYPE, 'Tiene caracteres que una cabecera no puede llevar.')
      .optional()
      .meta({ title: 'Tipo de contenido' }),
    cabeceras: z
      .array(
        origenSchema.extend({
          nombre: z.string().regex(HEADER, 'No es un nombre de cabecera.'),
          // Of no meaning among headers; whoever draws numbers their rows like those of parameters.
          orden: z.number().optional(),
        }),
      )
      .default([])
      .meta({ title: 'Cabeceras' }),
  }),
})
