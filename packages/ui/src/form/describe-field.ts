import { type FormSchema, isKeptSecret, isRecord, optionalOf, variantsOf } from './form-schema.ts'

export interface FieldDescription {
  /** As the form calls it: `Conexión / Host`. */
  label: string
  isSecret: boolean
}

/** What a form calls the field that stands at `path`, such as `config.host`; what its schema does not know is called as it is spelled. */
export function describeField(schema: FormSchema, path: string): FieldDescription {
  const labels: string[] = []
  let held: readonly FormSchema[] = [schema]
  let isSecret = false
  for (const name of path.split('.')) {
    const found = held.flatMap(formsOf).flatMap(({ properties }) => properties?.[name] ?? [])
    labels.push(found.find(({ title }) => title !== undefined)?.title ?? name)
    isSecret ||= found.some((field) => field['x-secret'] === true)
    held = found
  }
  return { label: labels.join(' / '), isSecret }
}

function formsOf(schema: FormSchema): readonly FormSchema[] {
  const inner = optionalOf(schema)
  return [...variantsOf(schema), ...(inner ? formsOf(inner) : []), schema]
}

/** An object's schema with some of its fields. */
export function pickFields(schema: FormSchema, names: readonly string[]): FormSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => names.includes(name))
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: (schema.required ?? []).filter((name) => names.includes(name)),
  }
}

/** What is left of a schema for one value: of its variants the chosen one, and anything where a secret stays as it is stored, or not. */
export function schemaFor(schema: FormSchema, value: unknown): FormSchema {
  if (schema['x-secret'] && isRecord(value) && typeof value.definido === 'boolean') return {}
  const chosen = variantsOf(schema).find(({ properties = {} }) =>
    Object.entries(properties).every(
      ([name, each]) => each.const === undefined || (isRecord(value) && value[name] === each.const),
    ),
  )
  if (chosen) return schemaFor(chosen, value)
  if (!schema.properties || !isRecord(value)) return schema
  const properties = Object.entries(schema.properties).map(
    ([name, each]) => [name, schemaFor(each, value[name])] as const,
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** A value that may be kept where others could read it: the secrets that were typed are gone, those that are stored stay told. */
export function withoutSecrets(value: unknown, ...schemas: readonly FormSchema[]): unknown {
  const held = schemas.flatMap(formsOf)
  if (held.some((schema) => schema['x-secret'])) return isKeptSecret(value) ? value : undefined
  if (Array.isArray(value)) {
    const items = held.flatMap((schema) => schema.items ?? [])
    return value.map((item) => withoutSecrets(item, ...items))
  }
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([name, each]) => {
    const fields = held.flatMap(({ properties, additionalProperties: others }) => [
      ...(properties?.[name] ? [properties[name]] : []),
      ...(typeof others === 'object' ? [others] : []),
    ])
    return [name, withoutSecrets(each, ...fields)] as const
  })
  return Object.fromEntries(entries.filter(([, each]) => each !== undefined))
}
