import type { Parametro } from '@div/contract'
import { z } from 'zod'
import { defineTipoObjeto, type Operation, type TipoObjeto } from '../define-servidor.ts'
import { traceHeadersOf } from '../trace-headers.ts'
import type { McpConnection } from './mcp-connection.ts'

const herramientaSchema = z.object({
  nombre: z
    .string()
    .min(1)
    .max(200)
    .meta({ title: 'Herramienta', description: 'Una de las permitidas en MCP.', enCatalogo: true }),
  tolerante: z.boolean().default(false).meta({
    title: 'Tolerar su error',
    description: 'Si la herramienta contesta que no pudo, no es un fallo: queda en «esError» y «texto».',
    avanzado: true,
  }),
  /** What it is to be allowed as; absent: as it is allowed now. */
  huella: z.string().optional().meta({
    title: 'Huella',
    description: 'La de lo permitido: si hoy es otra, no se usa. Sin ella, la de hoy.',
    oculto: true,
  }),
})

const SALIDA: readonly Parametro[] = [
  { nombre: 'texto', tipo: 'texto' },
  { nombre: 'datos', tipo: 'cualquiera' },
  { nombre: 'contenido', tipo: 'lista', elemento: { nombre: '', tipo: 'cualquiera' } },
  { nombre: 'esError', tipo: 'booleano' },
]

function defineHerramienta(
  clase: 'consulta' | 'accion',
  words: { label: string; summary: string },
): TipoObjeto<McpConnection, typeof herramientaSchema> {
  return defineTipoObjeto({
    ...words,
    objeto: herramientaSchema,
    salida: SALIDA,
    prepare({ nombre, tolerante, huella }): Operation<McpConnection> {
      return {
        efecto: clase === 'consulta' ? 'lectura' : 'escritura',
        repetible: clase === 'consulta',
        admiteTransaccion: false,
        run: (connection, argumentos, context) =>
          connection.call({
            nombre,
            argumentos,
            clase,
            tolerante,
            huella,
            signal: context.signal,
            traza: traceHeadersOf(context),
          }),
      }
    },
  })
}

export const consulta = defineHerramienta('consulta', {
  label: 'Herramienta que consulta',
  summary: 'Usa una herramienta permitida que no cambia nada y devuelve lo que contesta.',
})

export const accion = defineHerramienta('accion', {
  label: 'Herramienta que actúa',
  summary: 'Usa cualquier herramienta permitida, también si cambia datos, y devuelve lo que contesta.',
})
