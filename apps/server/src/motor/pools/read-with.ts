import { DatosInvalidos, erroresOf } from '@div/contract'
import type { z } from 'zod'

/** Parses stored data by its schema. Throws DatosInvalidos whose fields begin with `root`. */
export function readWith<Schema extends z.ZodObject>(
  schema: Schema,
  data: unknown,
  root: string,
): z.output<Schema> {
  const parsed = schema.safeParse(data)
  if (parsed.success) return parsed.data
  throw new DatosInvalidos(undefined, { cause: parsed.error, errores: erroresOf(parsed.error, root) })
}
