import { z } from 'zod'
import { definidoSchema, FICHA, GUARDADO, nombreDeFormulaSchema } from './ficha.ts'
import type { Role } from './permissions.ts'
import { resultadoDePruebaSchema } from './servidor.ts'

/** Names of one kind that one entorno may bind. */
const MAX_VINCULOS = 1_000

const nombreSchema = z.string().trim().min(1).max(200)
const fewSchema = <Schema extends z.ZodType<Record<string, string>>>(schema: Schema) =>
  schema.refine((vinculos) => Object.keys(vinculos).length <= MAX_VINCULOS, {
    error: `Vincule como mucho ${MAX_VINCULOS} nombres.`,
  })

/** What is called otherwise there: name here → name there. Without an entry it has the same name. */
export const vinculosSchema = z.strictObject({
  servidores: fewSchema(z.record(nombreSchema, nombreSchema)).default({}).meta({ title: 'Servidores' }),
  parametros: fewSchema(z.record(nombreDeFormulaSchema, nombreDeFormulaSchema))
    .default({})
    .meta({ title: 'Parámetros' }),
})
export type Vinculos = z.infer<typeof vinculosSchema>

/** Who may promote to an entorno: nobody may who may not edit procesos. */
export const PROMUEVEN = ['admin', 'operador'] as const satisfies readonly Role[]

/** Another DIV, to which procesos are promoted: of development, tests, production. */
export const entornoDivSchema = z.strictObject({
  nombre: FICHA.nombre,
  descripcion: FICHA.descripcion,
  urlBase: z
    .url({ protocol: /^https?$/, error: 'Use una dirección http o https.' })
    .max(2_000)
    .refine(isPlainAddress, 'Escriba la dirección sin usuario, consulta ni fragmento.')
    .meta({
      title: 'Dirección',
      description: 'La que se escribe en el navegador para entrar en ese DIV.',
      examples: ['https://div-pruebas.ejemplo.es'],
    }),
  clave: z.string().min(1, 'Falta este dato.').max(200).meta({
    title: 'Clave de API',
    description:
      'Se crea en ese DIV, en Mi perfil. Con ella este DIV hace allí lo que puede su usuario, y quien entra aquí ve los procesos de allí, la dirección de sus servidores y el valor de sus parámetros, menos lo secreto.',
    secret: true,
  }),
  permitirRedPrivada: z.boolean().default(false).meta({
    title: 'Permitir red privada',
    description: 'Para un DIV de la red interna.',
  }),
  orden: z.int().min(1).max(999).default(1).meta({
    title: 'Orden',
    description: 'En el camino a producción: 1 es el primero después de este.',
  }),
  promueven: z.enum(PROMUEVEN).default('admin').meta({ title: 'Quién promueve' }),
  vinculos: vinculosSchema.prefault({}).meta({ title: 'Vínculos' }),
})
export type EntornoDiv = z.infer<typeof entornoDivSchema>

function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password, search, hash } = new URL(text)
  return [username, password, search, hash].every((part) => part === '')
}

/** What was found when it was last asked for anything. */
const comprobacionDeEntornoSchema = z.strictObject({
  momento: z.iso.datetime(),
  ok: z.boolean(),
  /** Of that DIV; null: it did not say. */
  version: z.string().nullable(),
  error: z.string().nullable(),
})
export type ComprobacionDeEntorno = z.infer<typeof comprobacionDeEntornoSchema>

export const entornoDivGuardadoSchema = entornoDivSchema
  .extend({
    ...GUARDADO,
    clave: definidoSchema,
    comprobacion: comprobacionDeEntornoSchema.nullable().meta({
      description: 'Lo que se supo de él la última vez que se le preguntó algo.',
    }),
  })
  .meta({ id: 'EntornoDivGuardado' })
export type EntornoDivGuardado = z.infer<typeof entornoDivGuardadoSchema>

/** The layers of a test, and whose the clave de API is; null: it was not found out. */
export const entornoProbadoSchema = resultadoDePruebaSchema
  .extend({ usuario: z.strictObject({ username: z.string(), role: z.string() }).nullable() })
  .meta({ id: 'EntornoProbado' })
export type EntornoProbado = z.infer<typeof entornoProbadoSchema>
