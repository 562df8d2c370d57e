import { z } from 'zod'
import { addressFields, TLS_FIELDS } from '../network-fields.ts'
import { openZona } from './local-time.ts'

export const zonaHorariaSchema = z
  .string()
  .default('UTC')
  .refine(
    (nombre) => openZona(nombre) !== null,
    'No existe esta zona horaria. Use un nombre como America/Bogota, UTC o ±HH:MM.',
  )
  .meta({
    title: 'Zona horaria',
    description: 'De las fechas y horas que la base guarda sin zona.',
    examples: ['America/Bogota'],
    avanzado: true,
  })

/** The fields of a database that is reached over the network. */
export function networkConfig({ puerto, baseDatos }: { puerto: number; baseDatos: string }) {
  return {
    ...addressFields({ puerto, ejemplo: 'db.ejemplo.com' }),
    baseDatos: z.string().min(1).max(128).default(baseDatos).meta({ title: 'Base de datos' }),
    usuario: z.string().min(1).max(128).meta({ title: 'Usuario' }),
    contrasena: z.string().max(1_000).default('').meta({ title: 'Contraseña', secret: true }),
    ...TLS_FIELDS,
    zonaHoraria: zonaHorariaSchema,
    soloLectura: z.boolean().default(false).meta({
      title: 'Solo lectura',
      description: 'La base rechaza todo lo que escriba.',
    }),
  }
}
