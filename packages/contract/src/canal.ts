import { z } from 'zod'
import { actividadSchema } from './actividad.ts'
import { avisoSchema } from './aviso.ts'
import { definidoSchema, GUARDADO, USADO } from './ficha.ts'
import { LIMITS } from './limits.ts'
import { passwordSchema } from './usuario.ts'

const accesoPublicoSchema = z.strictObject({ tipo: z.literal('publico') }).meta({
  title: 'Público',
  description: 'Cualquiera puede llamar.',
})
const accesoTokenSchema = z.strictObject({ tipo: z.literal('token') }).meta({
  title: 'Token',
  description: 'Authorization: Bearer o X-API-Key, con un token de acceso del producto.',
})
const accesoBasicoSchema = z
  .strictObject({
    tipo: z.literal('basico'),
    usuario: z.string().min(1).meta({ title: 'Usuario' }),
    contrasena: passwordSchema.meta({ title: 'Contraseña', secret: true }),
  })
  .meta({ title: 'Usuario y contraseña', description: 'HTTP Basic.' })
const accesoJwtSchema = z
  .strictObject({
    tipo: z.literal('jwt'),
    emisor: z.url().meta({ title: 'Emisor', examples: ['https://acceso.ejemplo.com/'] }),
    jwks: z.url().meta({
      title: 'Dirección de las claves (JWKS)',
      examples: ['https://acceso.ejemplo.com/.well-known/jwks.json'],
    }),
    audiencia: z.string().optional().meta({ title: 'Audiencia' }),
    permitirRedPrivada: z.boolean().default(false).meta({
      title: 'Permitir red privada',
      description: 'Deja leer las claves de una dirección interna. Solo un administrador.',
      avanzado: true,
    }),
  })
  .meta({ title: 'JWT', description: 'Un token firmado por otro emisor.' })

const accesoFirmaSchema = z
  .strictObject({
    tipo: z.literal('firma'),
    certificados: z.string().min(1).max(100_000).meta({
      title: 'Certificados en los que se confía',
      description: 'Texto PEM: los de quienes llaman, o el de la autoridad que los emite.',
    }),
  })
  .meta({ title: 'Firma X.509', description: 'WS-Security: el sobre llega firmado. Solo en canales SOAP.' })

const accesoSchema = z
  .discriminatedUnion('tipo', [
    accesoPublicoSchema,
    accesoTokenSchema,
    accesoBasicoSchema,
    accesoJwtSchema,
    accesoFirmaSchema,
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
  modo: z
    .enum(['sincrono', 'asincrono'])
    .default('sincrono')
    .meta({
      title: 'Modo',
      etiquetas: { sincrono: 'Síncrono: responde al terminar', asincrono: 'Asíncrono: responde 202' },
    }),
  acceso: accesoSchema.default({ tipo: 'publico' }),
  /** Token bucket. Null: no limit. */
  limite: z
    .strictObject({
      porMinuto: z.int().min(1).meta({ title: 'Por minuto', description: 'Las que se reponen.' }),
      rafaga: z.int().min(1).meta({ title: 'Ráfaga', description: 'Las que caben de una vez.' }),
    })
    .nullable()
    .default(null)
    .meta({ title: 'Límite de peticiones' }),
  /** Null: the worker's own limit. */
  concurrencia: z.int().min(1).nullable().default(null).meta({
    title: 'Concurrencia',
    description:
      'Llamadas de este canal que un proceso del motor ejecuta a la vez; en un canal asíncrono, las que ejecutan todos juntos.',
    avanzado: true,
  }),
  prioridad: z.int().min(0).max(9).default(0).meta({
    title: 'Prioridad',
    description: 'De 0 a 9: de lo que espera en la cola, lo de prioridad más alta se ejecuta antes.',
  }),
  /** Of an asynchronous canal: who is told how each run ended. Null: callers ask. */
  aviso: avisoSchema.nullable().default(null).meta({
    title: 'Aviso al terminar',
    description: 'A quién se envía el resultado de cada ejecución, firmado, en cuanto termina.',
  }),
  /** Of a SOAP canal. */
  adjuntos: z
    .enum(['sobre', 'swa'])
    .default('sobre')
    .meta({
      title: 'Datos binarios',
      etiquetas: {
        sobre: 'Dentro del sobre (base64, MTOM)',
        swa: 'Junto al sobre (SwA, swaRef)',
      },
      description: 'Cómo los declara el WSDL y cómo van en las respuestas. Se leen de todos los modos.',
    }),
  tiempoMaximoMs: z
    .int()
    .min(1)
    .max(3_600_000)
    .default(LIMITS.ejecucionMs)
    .meta({ title: 'Tiempo máximo (ms)', description: 'De una llamada; después responde 504.' }),
  maxCuerpoBytes: z
    .int()
    .min(0)
    .max(104_857_600)
    .default(1_048_576)
    .meta({ title: 'Tamaño máximo del cuerpo (bytes)', description: 'Lo que pasa de él responde 413.' }),
  cors: z
    .strictObject({
      origenes: z
        .array(z.string())
        .min(1)
        .meta({
          title: 'Orígenes',
          description: 'Páginas cuyo navegador puede llamar; * son todas.',
          examples: ['https://tienda.ejemplo.es'],
        }),
      credenciales: z
        .boolean()
        .default(false)
        .meta({ title: 'Credenciales', description: 'El navegador puede enviar las suyas.' }),
      edadMaximaSegundos: z.int().min(0).default(600).meta({
        title: 'Memoria de la comprobación (s)',
        description: 'Cuánto recuerda el navegador el permiso.',
        avanzado: true,
      }),
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

const accesoGuardadoSchema = z.discriminatedUnion('tipo', [
  accesoPublicoSchema,
  accesoTokenSchema,
  accesoBasicoSchema.extend({ contrasena: definidoSchema }),
  accesoJwtSchema,
  accesoFirmaSchema,
])

export const canalGuardadoSchema = canalSchema
  .extend({
    ...GUARDADO,
    acceso: accesoGuardadoSchema,
    aviso: avisoSchema.extend({ secreto: definidoSchema }).nullable(),
  })
  .meta({ id: 'CanalGuardado' })
export type CanalGuardado = z.infer<typeof canalGuardadoSchema>

export const canalResumenSchema = canalGuardadoSchema
  .extend({
    procesos: z.int().meta({ description: 'Cuántos procesos publica.' }),
    ...USADO,
    actividad: actividadSchema,
  })
  .meta({ id: 'CanalResumen' })
export type CanalResumen = z.infer<typeof canalResumenSchema>

const metodoSchema = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

/** One process published in a canal. */
export const asignacionSchema = z.strictObject({
  procesoId: z.uuid(),
  /** `publicada` follows the newest published version; a number pins one. */
  version: z
    .union([z.literal('publicada'), z.int().min(1)])
    .default('publicada')
    .meta({
      title: 'Versión',
      description: 'La publicada, también cuando se publique otra, o siempre la misma.',
    }),
  metodo: metodoSchema.optional().meta({ title: 'Método', description: 'De un canal REST.' }),
  /** `/clientes/{id}` */
  ruta: z
    .string()
    .regex(/^\/(?:[^\s?#]*)$/, 'Empiece por / y no use espacios, ? ni #.')
    .optional()
    .meta({
      title: 'Ruta',
      description:
        'De un canal REST, detrás de la suya. Entre llaves, lo que la entrada toma de la dirección.',
    }),
  operacion: z
    .string()
    .min(1)
    .optional()
    .meta({ title: 'Operación', description: 'De un canal SOAP: su nombre en el WSDL.' }),
  /** REST options: answer If-None-Match with 304; how long a proxy may keep the answer. */
  etag: z
    .boolean()
    .optional()
    .meta({ title: 'ETag', description: 'Contestar 304 a quien ya tiene la respuesta.' }),
})
export type Asignacion = z.infer<typeof asignacionSchema>

/** What an assignment does not have, because its canal is of the other type, is null. */
const ASIGNADO = {
  metodo: metodoSchema.nullable(),
  ruta: z.string().nullable(),
  operacion: z.string().nullable(),
}

/** An assignment of a canal, with what a person calls its process. */
export const asignacionGuardadaSchema = asignacionSchema
  .extend({
    ...ASIGNADO,
    etag: z.boolean(),
    proceso: z.string(),
    versionPublicada: z.int().nullable(),
  })
  .meta({ id: 'AsignacionGuardada' })
export type AsignacionGuardada = z.infer<typeof asignacionGuardadaSchema>

/** An assignment seen from its process. */
export const canalDeProcesoSchema = asignacionSchema
  .pick({ version: true })
  .extend({
    ...ASIGNADO,
    canalId: z.uuid(),
    canal: z.string(),
    tipo: canalSchema.shape.tipo,
    rutaCanal: z.string(),
    activo: z.boolean(),
    etag: z.boolean(),
  })
  .meta({ id: 'CanalDeProceso' })
export type CanalDeProceso = z.infer<typeof canalDeProcesoSchema>

/** An assignment seen from outside: the list of all of them. */
export const canalProcesoSchema = canalDeProcesoSchema
  .extend({ procesoId: z.uuid(), proceso: z.string() })
  .meta({ id: 'CanalProceso' })
export type CanalProceso = z.infer<typeof canalProcesoSchema>
