import { z } from 'zod'
import { LIMITS } from './limits.ts'
import { passwordSchema } from './usuario.ts'

const accesoSchema = z
  .discriminatedUnion('tipo', [
    z.strictObject({ tipo: z.literal('publico') }),
    z.strictObject({ tipo: z.literal('token') }),
    z.strictObject({
      tipo: z.literal('basico'),
      usuario: z.string().min(1).meta({ title: 'Usuario' }),
      contrasena: passwordSchema.meta({ title: 'Contraseña', secret: true }),
    }),
    z.strictObject({
      tipo: z.literal('jwt'),
      emisor: z.url().meta({ title: 'Emisor' }),
      jwks: z.url().meta({ title: 'Dirección de las claves (JWKS)' }),
      audiencia: z.string().optional().meta({ title: 'Audiencia' }),
      permitirRedPrivada: z.boolean().default(false).meta({ title: 'Permitir red privada' }),
    }),
  ])
  .meta({ title: 'Acceso' })

export const canalSchema = z.strictObject({
  nombre: z.string().trim().min(1).max(200).meta({ title: 'Nombre' }),
  descripcion: z.string().max(10_000).default('').meta({ title: 'Descripción' }),
  categoriaId: z.uuid().nullable().default(null).meta({ title: 'Categoría' }),
  tipo: z.enum(['REST', 'SOAP']).meta({ title: 'Tipo' }),
  /** The first segment of its address: `/rest/{ruta}/…`. */
  ruta: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'Use minúsculas, dígitos y guiones.')
    .meta({ title: 'Ruta' }),
  activo: z.boolean().default(true).meta({ title: 'Activo' }),
  modo: z.enum(['sincrono', 'asincrono']).default('sincrono').meta({ title: 'Modo' }),
  acceso: accesoSchema.default({ tipo: 'publico' }),
  /** Token bucket: `porMinuto` calls refill it, `rafaga` is its size. Null: no limit. */
  limite: z
    .strictObject({ porMinuto: z.int().min(1), rafaga: z.int().min(1) })
    .nullable()
    .default(null)
    .meta({ title: 'Límite de peticiones' }),
  /** Calls of this canal that one worker runs at the same time. Null: the worker's own limit. */
  concurrencia: z.int().min(1).nullable().default(null).meta({ title: 'Concurrencia' }),
  tiempoMaximoMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(LIMITS.ejecucionMs)
    .meta({ title: 'Tiempo máximo (ms)' }),
  maxCuerpoBytes: z
    .int()
    .min(0)
    .max(104_857_600)
    .default(1_048_576)
    .meta({ title: 'Tamaño máximo del cuerpo (bytes)' }),
  cors: z
    .strictObject({
      origenes: z.array(z.string()).min(1),
      credenciales: z.boolean().default(false),
      edadMaximaSegundos: z.int().min(0).default(600),
    })
    // Any page on the web could act with the identity of whoever visits it (Fetch, 3.3.5).
    .refine(({ origenes, credenciales }) => !(credenciales && origenes.includes('*')), {
      path: ['credenciales'],
      message: 'Con el origen * no se admiten credenciales: escriba los orígenes uno a uno.',
    })
    .nullable()
    .default(null)
    .meta({ title: 'CORS' }),
})
export type Canal = z.infer<typeof canalSchema>

/** One process published in a canal. */
export const asignacionSchema = z.strictObject({
  procesoId: z.uuid(),
  /** `publicada` follows the newest published version; a number pins one. */
  version: z.union([z.literal('publicada'), z.int().min(1)]).default('publicada'),
  metodo: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']).optional(),
  /** `/clientes/{id}` */
  ruta: z
    .string()
    .regex(/^\/(?:[^\s?#]*)$/, 'Empiece por / y no use espacios, ? ni #.')
    .optional(),
  operacion: z.string().min(1).optional(),
  /** REST options: answer If-None-Match with 304; how long a proxy may keep the answer. */
  etag: z.boolean().optional(),
})
export type Asignacion = z.infer<typeof asignacionSchema>
