import type { FormSchema } from '@div/ui'

/** Which field of an object's settings names it in the catalogue of its servidor; undefined: it is not picked from one. */
export function catalogField({ properties = {} }: FormSchema): string | undefined {
  return Object.entries(properties).find(([, { enCatalogo }]) => enCatalogo === true)?.[0]
}

/** Of an object's settings, the list that declares fields of what it answers, and the name that these have there. */
export function declaringField({
  properties = {},
}: FormSchema): { name: string; schema: FormSchema; declara: string } | undefined {
  for (const [name, schema] of Object.entries(properties))
    if (schema.declara !== undefined) return { name, schema, declara: schema.declara }
  return undefined
}
