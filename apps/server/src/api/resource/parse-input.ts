import { type AppError, DatosInvalidos, erroresOf } from '@div/contract'
import type { z } from 'zod'

/** The body as the schema says. Throws DatosInvalidos with every problem, each at its field. */
export function parseInput<Output>(schema: z.ZodType<Output>, value: unknown, prefix = ''): Output {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw toDatosInvalidos(parsed.error, prefix)
}

/** What a schema of another room refused, at its fields. `prefix` is where its value stands in the body. */
export function toDatosInvalidos(cause: z.ZodError, prefix: string): AppError {
  return new DatosInvalidos(undefined, { cause, errores: erroresOf(cause, prefix) })
}
