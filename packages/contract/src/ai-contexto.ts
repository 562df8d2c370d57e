import { z } from 'zod'
import { FICHA, GUARDADO, USADO } from './ficha.ts'
import { ROLES, roleSchema } from './permissions.ts'
import { listVariables } from './test-cliente/variables.ts'

const variableSchema = z.strictObject({
  nombre: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{0,63}$/,
      'Empiece por una letra y use minúsculas sin acento, dígitos y guion bajo.',
    )
    .meta({ title: 'Nombre', examples: ['cliente'] }),
  descripcion: z.string().max(1_000).default('').meta({ title: 'Descripción' }),
  defecto: z.string().max(10_000).default('').meta({ title: 'Valor por defecto' }),
})
export type VariableDeContexto = z.infer<typeof variableSchema>

const titulo = z
  .string()
  .trim()
  .max(200)
  .default('')
  .meta({ title: 'Título', description: 'Encabeza la pieza. Vacío: ninguno.' })

/** How the rows of a tabla are chosen. */
export const OPERADORES_DE_EXTRACTO = ['igual', 'contiene', 'minimo', 'maximo', 'vacio'] as const
export type OperadorDeExtracto = (typeof OPERADORES_DE_EXTRACTO)[number]

/** One part of what a model is told. */
export const piezaDeContextoSchema = z
  .discriminatedUnion('tipo', [
    z.strictObject({
      tipo: z.literal('texto'),
      titulo,
      texto: z.string().trim().min(1, 'Escriba el texto.').max(100_000).meta({ title: 'Texto' }),
    }),
    z.strictObject({
      tipo: z.literal('parametro'),
      titulo,
      parametroId: z.uuid('Elija un parámetro.').meta({ title: 'Parámetro' }),
    }),
    z.strictObject({
      tipo: z.literal('tabla'),
      titulo,
      tablaId: z.uuid('Elija una tabla.').meta({ title: 'Tabla' }),
      columnas: z
        .array(z.string().min(1).max(100))
        .max(200)
        .default([])
        .meta({ title: 'Columnas', description: 'Ninguna: todas.' }),
      filas: z.int().min(1).max(1_000).default(50).meta({ title: 'Filas como mucho' }),
      filtro: z
        .strictObject({
          columna: z.string().min(1, 'Elija una columna.').max(100).meta({ title: 'Columna' }),
          operador: z.enum(OPERADORES_DE_EXTRACTO).default('igual').meta({ title: 'Comparación' }),
          valor: z.string().max(1_000).default('').meta({ title: 'Valor' }),
        })
        .nullable()
        .default(null)
        .meta({ title: 'Filtro' }),
    }),
    z.strictObject({
      tipo: z.literal('esquema'),
      titulo,
      servidorId: z.uuid('Elija un servidor.').meta({ title: 'Servidor' }),
      objetos: z
        .array(z.string().trim().min(1).max(500))
        .min(1, 'Elija al menos un objeto.')
        .max(50)
        .meta({ title: 'Objetos', examples: [['public.clientes']] }),
    }),
  ])
  .meta({ title: 'Pieza' })
export type PiezaDeContexto = z.infer<typeof piezaDeContextoSchema>

/** Where a piece may hold variables, by its field. */
function templatesOf(pieza: PiezaDeContexto): readonly [campo: string, texto: string][] {
  switch (pieza.tipo) {
    case 'texto':
      return [['texto', pieza.texto]]
    case 'tabla':
      return pieza.filtro ? [['filtro.valor', pieza.filtro.valor]] : []
    default:
      return []
  }
}

/** What builds a context: its pieces in their order, and what is asked for when it is used. */
const contenido = {
  variables: z.array(variableSchema).max(50).default([]).meta({ title: 'Variables' }),
  piezas: z
    .array(piezaDeContextoSchema)
    .min(1, 'Añada al menos una pieza.')
    .max(50)
    .meta({ title: 'Piezas' }),
}

interface Contenido {
  variables: readonly VariableDeContexto[]
  piezas: readonly PiezaDeContexto[]
}

function checkVariables({ variables, piezas }: Contenido, context: z.RefinementCtx): void {
  const declared = new Set<string>()
  variables.forEach(({ nombre }, index) => {
    if (declared.has(nombre)) {
      const message = `La variable «${nombre}» está repetida.`
      context.addIssue({ code: 'custom', path: ['variables', index, 'nombre'], message })
    }
    declared.add(nombre)
  })
  piezas.forEach((pieza, index) => {
    for (const [campo, texto] of templatesOf(pieza)) {
      const missing = listVariables(texto).find((nombre) => !declared.has(nombre))
      if (missing === undefined) continue
      const message = `No hay una variable «${missing}»: declárela, o quite las llaves.`
      context.addIssue({ code: 'custom', path: ['piezas', index, ...campo.split('.')], message })
    }
  })
}

/** What a model is told before it is asked: pieces that are written once and used by many. */
export const aiContextoSchema = z
  .strictObject({
    nombre: FICHA.nombre,
    descripcion: FICHA.descripcion,
    roles: z
      .array(roleSchema)
      .min(1, 'Elija al menos un rol.')
      .default([...ROLES])
      .meta({ title: 'Roles que lo ven', description: 'Un administrador los ve todos.' }),
    ...contenido,
  })
  .superRefine(checkVariables)
export type AiContexto = z.infer<typeof aiContextoSchema>

export const aiContextoGuardadoSchema = z
  .strictObject({ ...aiContextoSchema.shape, ...GUARDADO })
  .meta({ id: 'AiContextoGuardado' })
export type AiContextoGuardado = z.infer<typeof aiContextoGuardadoSchema>

export const aiContextoResumenSchema = aiContextoGuardadoSchema
  .extend(USADO)
  .meta({ id: 'AiContextoResumen' })
export type AiContextoResumen = z.infer<typeof aiContextoResumenSchema>

/** Values of variables; of those that are missing, what the context says. */
const valores = z
  .record(z.string(), z.string().max(10_000))
  .default({})
  .meta({ title: 'Valores de las variables' })

export const verAiContextoSchema = z.strictObject({ valores })

/** The same of what is not stored. */
export const probarAiContextoSchema = z.strictObject({ ...contenido, valores }).superRefine(checkVariables)

/** What a model would be told. */
export const aiContextoArmadoSchema = z
  .strictObject({
    texto: z.string(),
    bytes: z.int(),
    /** As `estimateTokens` has it. */
    tokens: z.int(),
    /** Each in its place; of an extract, how many rows there are beside those that are told. */
    piezas: z.array(
      z.strictObject({ bytes: z.int(), tokens: z.int(), filasOmitidas: z.int().exactOptional() }),
    ),
  })
  .meta({ id: 'AiContextoArmado' })
export type AiContextoArmado = z.infer<typeof aiContextoArmadoSchema>

const BYTES_PER_TOKEN = 4

/** A token for every four bytes of UTF-8. Each model counts in its own way; for Spanish text this is a little more than most say. */
export function estimateTokens(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}
