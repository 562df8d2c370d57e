import { campoOf, DatosInvalidos } from '@div/contract'
import { z } from 'zod'

const SPANISH = z.locales.es().localeError

/** Parses stored data by its schema. Throws DatosInvalidos whose fields begin with `root`. */
export function readWith<Schema extends z.ZodObject>(
  schema: Schema,
  data: unknown,
  root: string,
): z.output<Schema> {
  const parsed = schema.safeParse(data, { error: SPANISH })
  if (parsed.success) return parsed.data
  throw new DatosInvalidos(undefined, {
    errores: parsed.error.issues.map(({ path, message }) => ({
      campo: campoOf(path, root),
      mensaje: message,
    })),
  })
}
