import { z } from 'zod'
import { conexionSchema, nodoSchema } from './flujo.ts'
import { paqueteSchema } from './paquete.ts'
import { tablaSchema } from './tabla.ts'

/** What a template is for; the gallery shows them in this order. */
export const CATEGORIAS_DE_PLANTILLA = {
  api: 'Publicar datos',
  servicios: 'Unir servicios',
  archivos: 'Archivos y formatos',
  mensajes: 'Colas y avisos',
  tareas: 'Tareas programadas',
  control: 'Control y fallos',
} as const
export type CategoriaDePlantilla = keyof typeof CATEGORIAS_DE_PLANTILLA

/** A server that the flujo calls: any of these types does. */
const servidorDePlantillaSchema = z.strictObject({
  /** As the bundle names it. */
  referencia: z.string(),
  tiposServidor: z.array(z.string()).min(1),
  /** What it is to it, in a sentence. */
  uso: z.string(),
})
export type ServidorDePlantilla = z.infer<typeof servidorDePlantillaSchema>

/** A tabla that the flujo looks into, with rows to begin with. */
const tablaDePlantillaSchema = z.strictObject({
  tabla: tablaSchema,
  filas: z.array(z.record(z.string(), z.unknown())).max(100),
})
export type TablaDePlantilla = z.infer<typeof tablaDePlantillaSchema>

/** How it is meant to be begun. It is told, and not made. */
const propuestaSchema = z.strictObject({
  por: z.enum(['canal', 'tarea']),
  texto: z.string(),
})

const FICHA_DE_PLANTILLA = {
  id: z.string(),
  nombre: z.string(),
  resumen: z.string(),
  // zod reads the keys of a table that is written once, here above.
  categoria: z.enum(
    Object.keys(CATEGORIAS_DE_PLANTILLA) as [CategoriaDePlantilla, ...CategoriaDePlantilla[]],
  ),
  propuesta: propuestaSchema,
  servidores: z.array(servidorDePlantillaSchema),
}

/** One of the gallery: what it does, and its drawing. */
export const plantillaResumenSchema = z
  .strictObject({
    ...FICHA_DE_PLANTILLA,
    casos: z.int().meta({ description: 'Cuántos casos de prueba trae.' }),
    dibujo: z.strictObject({
      nodos: z.array(nodoSchema.pick({ id: true, tipo: true, nombre: true, posicion: true }).strip()),
      conexiones: z.array(conexionSchema),
    }),
  })
  .meta({ id: 'PlantillaResumen' })
export type PlantillaResumen = z.infer<typeof plantillaResumenSchema>

export const plantillaSchema = z
  .strictObject({
    ...FICHA_DE_PLANTILLA,
    tablas: z.array(tablaDePlantillaSchema),
    paquete: paqueteSchema,
  })
  .meta({ id: 'Plantilla' })
export type Plantilla = z.infer<typeof plantillaSchema>
