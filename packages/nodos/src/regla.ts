import { z } from 'zod'
import { origenSchema } from './origen.ts'

export const OPERADORES = [
  'igual',
  'distinto',
  'mayor',
  'mayorIgual',
  'menor',
  'menorIgual',
  'contiene',
  'noContiene',
  'empiezaCon',
  'terminaCon',
  'en',
  'vacio',
  'noVacio',
] as const
export type Operador = (typeof OPERADORES)[number]

/** A row: left side, operator, right side (absent for the operators that need none). */
const filaSchema = z.strictObject({
  izquierda: z.strictObject(origenSchema.shape, {
    error: ({ input }) => (input === undefined ? 'Falta el valor de la izquierda.' : undefined),
  }),
  operador: z.enum(OPERADORES),
  derecha: origenSchema.optional(),
})
export type Fila = z.infer<typeof filaSchema>

/** Rows and groups joined by *y* or by *o*. */
export type Regla = { y: (Fila | Regla)[] } | { o: (Fila | Regla)[] }

export const reglaSchema: z.ZodType<Regla> = z.lazy(() =>
  z.union([z.strictObject({ y: itemsSchema }), z.strictObject({ o: itemsSchema })]),
)

const itemsSchema: z.ZodType<(Fila | Regla)[]> = z.lazy(() =>
  z.array(z.union([filaSchema, reglaSchema])).min(1, 'Ponga al menos una comparación.'),
)
