import { z } from 'zod'

/** JSON Schema of what a form sends: a field with a default may be left out. */
export function toFormSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // JSON Schema has no word for it; the prefix x- is what OpenAPI keeps for those.
      if (jsonSchema.secret !== true) return
      delete jsonSchema.secret
      jsonSchema['x-secret'] = true
      jsonSchema.writeOnly = true
    },
  })
}
