import { type AppError, campoOf, DatosInvalidos, type ErrorDeCampo } from '@div/contract'
import { z } from 'zod'

// Every schema of the process speaks to people, whoever calls it.
z.config(z.locales.es())

/** The body as the schema says. Throws DatosInvalidos with every problem, each at its field. */
export function parseInput<Output>(schema: z.ZodType<Output>, value: unknown, prefix = ''): Output {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw toDatosInvalidos(parsed.error, prefix)
}

/** What a schema of another room refused, at its fields. `prefix` is where its value stands in the body. */
export function toDatosInvalidos(cause: z.ZodError, prefix: string): AppError {
  return new DatosInvalidos(undefined, {
    cause,
    errores: cause.issues.flatMap((issue) => toErrores(issue, prefix)),
  })
}

function toErrores(issue: z.core.$ZodIssue, prefix: string): ErrorDeCampo[] {
  const campo = campoOf(issue.path, prefix)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      campo: campo === '' ? key : `${campo}.${key}`,
      mensaje: 'Este dato no existe aquí.',
    }))
  }
  return [{ campo, mensaje: issue.message }]
}
