import { z } from 'zod'
import { archivosField, documentosField } from '../contrato/contrato-fields.ts'
import { autenticacionField } from '../http/autenticacion.ts'
import { cabecerasSchema } from '../http/cabeceras.ts'
import { tlsField } from '../pem.ts'
import { LEAVES_BASE, leavesBase } from './ruta.ts'

function isHttpOrEmpty(text: string): boolean {
  return text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
}

export const restConfigSchema = z.object({
  contrato: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .refine(isHttpOrEmpty, 'Use una dirección http:// o https:// completa.')
    .meta({
      title: 'Dirección del contrato',
      description:
        'OpenAPI, Swagger o una colección de Postman: se lee al guardar. Sin él se escribe cada llamada.',
      examples: ['https://api.ejemplo.com/openapi.json'],
    }),
  archivos: archivosField({
    description: 'En lugar de la dirección: el contrato y los archivos a los que se refiere.',
    ejemplo: 'openapi.yaml',
    extensiones: ['.json', '.yaml', '.yml'],
  }),
  urlBase: z
    .string()
    .trim()
    .max(2_000)
    .default('')
    .refine(isHttpOrEmpty, 'Use una dirección http:// o https:// completa.')
    .refine((url) => !URL.canParse(url) || new URL(url).username === '', 'Ponga el usuario en Autenticación.')
    .refine((url) => !/[?#]/.test(url), 'La dirección base no lleva consulta ni fragmento.')
    .meta({
      title: 'Dirección base',
      description: 'Vacía: la que dice el contrato.',
      examples: ['https://api.ejemplo.com/v1'],
    }),
  autenticacion: autenticacionField,
  cabeceras: cabecerasSchema,
  rutaPrueba: z
    .string()
    .regex(/^(\/[^\s?#]*(\?[^\s#]*)?)?$/, 'Empiece por / y no use espacios ni #.')
    .refine((ruta) => !leavesBase(ruta.split('?')[0] ?? ''), LEAVES_BASE)
    .default('')
    .meta({
      title: 'Ruta de prueba',
      description: 'Lo que pide la prueba de conexión, desde la dirección base.',
      examples: ['/salud'],
    }),
  tls: tlsField,
  documentos: documentosField,
})
export type RestConfig = z.output<typeof restConfigSchema>
