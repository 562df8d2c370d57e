import { z } from 'zod'

/** What a tarea begins with in place of an hour. `opciones` are checked by the schema of its tipoEvento, which only the server knows. */
export const eventoDeTareaSchema = z.strictObject({
  servidorId: z.uuid().meta({ title: 'Servidor' }),
  tipoEvento: z.string().min(1).max(100).meta({ title: 'Evento' }),
  opciones: z.record(z.string(), z.unknown()).default({}).meta({ title: 'Opciones' }),
  /** By the name of a parameter of the process; one that is not here takes its value from `entrada`. */
  mapeo: z.record(z.string().min(1), z.string().max(1_000)).default({}).meta({
    title: 'Datos del evento',
    description: 'De cada parámetro, la ruta en lo que trae el evento.',
  }),
  enVuelo: z.int().min(1).max(1_000).default(20).meta({
    title: 'Ejecuciones a la vez',
    description: 'Con tantas sin terminar no se toma ningún evento más.',
  }),
  intentos: z.int().min(1).max(100).default(3).meta({
    title: 'Intentos de leerlo',
    description: 'Un evento que la entrada del proceso no admite se aparta tras tantas entregas.',
  }),
})
export type EventoDeTarea = z.infer<typeof eventoDeTareaSchema>

/** How listening for it goes. */
export const estadoDeEscuchaSchema = z
  .strictObject({
    estado: z.enum(['escuchando', 'conectando', 'en_espera', 'sin_conexion']),
    /** Why it does not listen. */
    detalle: z.string().nullable(),
    desde: z.iso.datetime(),
    /** The node of the cluster that does. */
    nodo: z.string(),
  })
  .meta({ id: 'EstadoDeEscucha' })
export type EstadoDeEscucha = z.infer<typeof estadoDeEscuchaSchema>

/** An event that nobody could read, set apart. */
export const eventoApartadoSchema = z
  .strictObject({
    id: z.uuid(),
    momento: z.iso.datetime(),
    /** How often it was delivered. */
    entregas: z.int(),
    causa: z.string(),
    /** What it brought; null: not even that could be read. */
    datos: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'EventoApartado' })
export type EventoApartado = z.infer<typeof eventoApartadoSchema>
