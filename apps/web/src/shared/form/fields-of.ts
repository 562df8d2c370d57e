import type { FormSchema } from '@div/ui'
import { z } from 'zod'

/** What a schema of the contract calls its fields, for whoever names them to a person. */
export function fieldsOf(schema: z.ZodType): FormSchema {
  // Of JSON Schema (2020-12) a form knows a part.
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FormSchema
}
