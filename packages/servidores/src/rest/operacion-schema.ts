import { z } from 'zod'
import { cabecerasSchema } from '../http/cabeceras.ts'
import { LEAVES_BASE, leavesBase } from './ruta.ts'

const METODOS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

const LUGARES = ['ruta', 'consulta', 'cabecera', 'cookie', 'cuerpo'] as const
export type Lugar = (typeof LUGARES)[number]

/** How a list or an object is written in an address or a form. Absent: a list repeats its name, an object is JSON. */
const ESTILOS = ['comas', 'espacios', 'barras', 'campos', 'corchetes'] as const
export type Estilo = (typeof ESTILOS)[number]

const paginas = z.int().min(1).default(1_000).meta({ title: 'Máximo de páginas' })
/** Path to the list in the body: `datos.filas`; empty when the body is the list. */
const elementos = z.string().default('').meta({ title: 'Ruta de la lista en la respuesta' })
const parametro = (defecto: string) =>
  z.string().min(1).default(defecto).meta({ title: 'Parámetro de consulta' })

const paginacionSchema = z.discriminatedUnion('tipo', [
  /** RFC 8288: `Link: <…>; rel="next"`. */
  z.object({ tipo: z.literal('siguienteEnlace'), elementos, paginas }),
  z.object({
    tipo: z.literal('cursor'),
    elementos,
    paginas,
    parametro: parametro('cursor'),
    ruta: z.string().min(1).meta({ title: 'Ruta del cursor en la respuesta' }),
  }),
  z.object({
    tipo: z.literal('pagina'),
    elementos,
    paginas,
    parametro: parametro('pagina'),
    inicio: z.int().min(0).default(1).meta({ title: 'Primera página' }),
  }),
  z.object({
    tipo: z.literal('desplazamiento'),
    elementos,
    paginas,
    parametro: parametro('desde'),
    parametroLimite: parametro('limite'),
    limite: z.int().min(1).max(100_000).default(100).meta({ title: 'Elementos por página' }),
  }),
])
export type Paginacion = z.output<typeof paginacionSchema>

export const operacionSchema = z.object({
  /** Of the contract that says the rest; calling it needs only the rest. */
  nombre: z.string().max(500).optional().meta({ title: 'Operación del contrato', enCatalogo: true }),
  metodo: z.enum(METODOS).default('GET').meta({ title: 'Método' }),
  ruta: z
    .string()
    .regex(/^(\/[^\s?#]*)?$/, 'Empiece por / y no use espacios, ? ni #.')
    .refine((ruta) => !leavesBase(ruta), LEAVES_BASE)
    .default('')
    .meta({ title: 'Ruta', examples: ['/clientes/{id}'] }),
  /** Where a parameter goes, and under which name. Others: `{name}` in the path; else the query of GET, HEAD, DELETE, OPTIONS; else a field of the body. */
  lugares: z
    .record(
      z.string(),
      z.object({
        lugar: z.enum(LUGARES),
        nombre: z.string().min(1).optional(),
        estilo: z.enum(ESTILOS).optional(),
      }),
    )
    .default({})
    .meta({ title: 'Lugar de los parámetros' }),
  consulta: z.record(z.string(), z.string()).default({}).meta({ title: 'Consulta fija' }),
  cabeceras: cabecerasSchema,
  /** One parameter named `cuerpo` alone in the body is the body itself; xml, texto and binario need it. */
  cuerpo: z
    .enum(['json', 'formulario', 'multipart', 'xml', 'texto', 'binario', 'ninguno'])
    .default('json')
    .meta({ title: 'Cuerpo' }),
  /** `auto` reads JSON and text by the answer's media type, anything else as bytes. */
  respuesta: z.enum(['auto', 'json', 'texto', 'binario']).default('auto').meta({ title: 'Respuesta' }),
  /** Statuses besides 2xx that are an answer, not a failure. */
  estadosOk: z.array(z.int().min(100).max(599)).default([]).meta({ title: 'Otros estados correctos' }),
  paginacion: paginacionSchema.optional().meta({ title: 'Paginación' }),
  /** Of idempotent methods (RFC 9110, 9.2.2), and of the others when they carry a key. */
  reintentos: z
    .object({ max: z.int().min(0).max(10).default(0), esperaMs: z.int().min(0).max(60_000).default(200) })
    .prefault({})
    .meta({ title: 'Reintentos' }),
  /** Header that carries the run's idempotency key. */
  claveIdempotencia: z
    .string()
    .min(1)
    .optional()
    .meta({ title: 'Cabecera de idempotencia', examples: ['Idempotency-Key'] }),
})
export type Operacion = z.output<typeof operacionSchema>
