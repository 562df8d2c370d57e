import { z } from 'zod'

const nombreSchema = z.string().min(1).max(128)

const columnaSchema = z.union([
  nombreSchema,
  z.strictObject({
    columna: nombreSchema.meta({ title: 'Columna' }),
    parametro: z.string().min(1).optional().meta({
      title: 'Parámetro o campo',
      description: 'De dónde sale su valor. Si falta, lo que se llama como la columna.',
    }),
    alias: nombreSchema.optional().meta({ title: 'Nombre en la salida' }),
  }),
])

const OPERADORES = [
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  'contiene',
  'empiezaPor',
  'terminaEn',
  'en',
  'noEn',
  'esNulo',
  'noEsNulo',
] as const

const condicionSchema = z.strictObject({
  columna: nombreSchema.meta({ title: 'Columna' }),
  operador: z.enum(OPERADORES).default('=').meta({ title: 'Operador' }),
  parametro: z.string().min(1).optional().meta({
    title: 'Parámetro',
    description: 'Si falta, el que se llama como la columna.',
  }),
})
export type Condicion = z.infer<typeof condicionSchema>

/** Rows of a filter joined by *y* or by *o*. */
export type Filtro = { y: (Condicion | Filtro)[] } | { o: (Condicion | Filtro)[] }

const filtroSchema: z.ZodType<Filtro> = z.lazy(() =>
  z.union([z.strictObject({ y: ramasSchema }), z.strictObject({ o: ramasSchema })]),
)

const ramasSchema: z.ZodType<(Condicion | Filtro)[]> = z.lazy(() =>
  z
    .array(z.union([condicionSchema, filtroSchema]))
    .min(1)
    .max(100),
)

export const cantidadSchema = z.union([z.int().min(0), z.strictObject({ parametro: z.string().min(1) })])

/** One operation on one table, without SQL. */
export const tablaSchema = z.strictObject({
  esquema: nombreSchema.optional().meta({ title: 'Esquema' }),
  tabla: nombreSchema.meta({ title: 'Tabla o vista', enCatalogo: true }),
  operacion: z
    .enum(['seleccionar', 'insertar', 'actualizar', 'eliminar', 'insertarMasivo'])
    .meta({ title: 'Operación' }),
  columnas: z.array(columnaSchema).max(1_000).default([]).meta({
    title: 'Columnas',
    description: 'Las que se leen o se escriben. Al leer, ninguna son todas.',
  }),
  filtro: z
    .union([z.array(z.union([condicionSchema, filtroSchema])).max(100), filtroSchema])
    .optional()
    .meta({ title: 'Filtro' }),
  orden: z
    .array(z.strictObject({ columna: nombreSchema, sentido: z.enum(['asc', 'desc']).default('asc') }))
    .max(50)
    .default([])
    .meta({ title: 'Orden' }),
  limite: cantidadSchema.optional().meta({ title: 'Límite de filas' }),
  desplazamiento: cantidadSchema.optional().meta({ title: 'Filas que se saltan' }),
  devolver: z.array(nombreSchema).max(1_000).default([]).meta({
    title: 'Devolver',
    description: 'Columnas de las filas escritas que van en la salida.',
  }),
  todas: z.boolean().default(false).meta({
    title: 'Todas las filas',
    description: 'Permite actualizar o eliminar sin filtro.',
  }),
})
export type ObjetoTabla = z.output<typeof tablaSchema>
