import {
  codificacionField,
  ETIQUETAS_DE_FORMATOS,
  LIBRO,
  NOMBRES_DE_FORMATOS,
  opcionesDeFormatos,
} from '@div/formatos'
import { z } from 'zod'

/** Characters of one XSD. */
const XSD_MAX = 2_000_000

const esquemaSchema = z
  .strictObject({
    archivos: z
      .array(
        z.strictObject({
          nombre: z
            .string()
            .trim()
            .min(1)
            .max(500)
            .meta({ title: 'Nombre', examples: ['pedido.xsd'] }),
          contenido: z.string().min(1).max(XSD_MAX).meta({ title: 'Contenido' }),
        }),
      )
      .min(1, { error: 'Suba o pegue al menos un XSD.' })
      .max(100)
      .meta({
        title: 'Archivos XSD',
        description: 'El primero, y los que incluye o importa.',
        extensiones: ['.xsd', '.xml'],
      }),
    elemento: z
      .string()
      .trim()
      .max(500)
      .default('')
      .meta({
        title: 'Elemento',
        description: 'Con el que empieza el documento. Vacío: el primero del esquema.',
        examples: ['pedido'],
      }),
  })
  .meta({
    title: 'Según un esquema (XSD)',
    description: 'Los tipos, las listas y el orden los dice el esquema, y lo que no lo cumple es un error.',
  })
export type EsquemaDado = z.output<typeof esquemaSchema>

/** Reads or writes a whole value. The options of a format stand beside the others, and count for that one only. */
export const convertirSchema = z
  .strictObject({
    tipo: z.literal('convertir'),
    formato: z.enum(['json', 'xml', 'base64', ...NOMBRES_DE_FORMATOS, LIBRO]).meta({
      title: 'Formato',
      etiquetas: { json: 'JSON', xml: 'XML', base64: 'Base64', ...ETIQUETAS_DE_FORMATOS },
    }),
    /** `leer` makes data of a text, `escribir` a text of data. */
    sentido: z
      .enum(['leer', 'escribir'])
      .meta({ title: 'Sentido', etiquetas: { leer: 'Leer', escribir: 'Escribir' } }),
    esquema: esquemaSchema.optional().meta({
      ...esquemaSchema.meta(),
      cuando: { formato: ['xml'] },
    }),
    ...opcionesDeFormatos,
    codificacion: codificacionField.meta({
      ...codificacionField.meta(),
      description: 'Al leer, de un binario. Al escribir, otra que UTF-8 da un binario.',
      cuando: { formato: [...NOMBRES_DE_FORMATOS] },
    }),
  })
  .refine(({ formato, anchoFijo }) => formato !== 'anchoFijo' || anchoFijo !== undefined, {
    error: 'Diga qué columnas tiene.',
    path: ['anchoFijo'],
  })
export type PasoConvertir = z.output<typeof convertirSchema>

/** A workbook is unpacked meanwhile. */
export function waitsForLibro(paso: { tipo: string; formato?: unknown }): boolean {
  return paso.tipo === 'convertir' && paso.formato === LIBRO
}

/** Binary data by a schema is read with what the browser has not. */
export function needsRun(paso: { tipo: string; formato?: unknown; esquema?: unknown }): boolean {
  return (
    waitsForLibro(paso) || (paso.tipo === 'convertir' && paso.formato === 'xml' && paso.esquema !== undefined)
  )
}
