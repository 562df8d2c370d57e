import { z } from 'zod'
import type { TipoObjeto } from '../define-servidor.ts'
import type { Rutina } from './sql-calls.ts'
import type { SqlConnection } from './sql-connection.ts'

const rutinaSchema = z.strictObject({
  esquema: z.string().min(1).max(128).optional().meta({ title: 'Esquema' }),
  nombre: z.string().min(1).max(128).meta({ title: 'Nombre', enCatalogo: true }),
})

const TEXTOS = {
  procedimiento: {
    label: 'Procedimiento',
    summary: 'Llama a un procedimiento; responde sus parámetros de salida y sus conjuntos de filas.',
  },
  funcion: {
    label: 'Función',
    summary: 'Llama a una función; responde su resultado o sus filas.',
  },
} as const

/** A stored routine. Its signature is read from the catalogue at the first call of each connection. */
export function defineRutina<Conn extends SqlConnection>(
  clase: Rutina['clase'],
): TipoObjeto<Conn, typeof rutinaSchema> {
  return {
    ...TEXTOS[clase],
    objeto: rutinaSchema,
    prepare({ esquema, nombre }) {
      const rutina = { clase, esquema, nombre }
      return {
        efecto: 'escritura',
        run: (connection, parametros, context) => connection.callRutina(rutina, parametros, context),
      }
    },
  }
}
