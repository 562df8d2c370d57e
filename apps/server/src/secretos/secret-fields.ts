import { z } from 'zod'

/** What is done with one secret of a config; `before` is what stands at the same place of the other config, if any. */
type MapSecret = (value: unknown, before: unknown) => unknown

/**
 * Walks a config along its schema and maps the fields that carry `.meta({ secret: true })`; everything else is as it was. `before` is
 * another config of the same shape that is walked beside it.
 */
export function mapSecrets(schema: z.ZodType, value: unknown, map: MapSecret, before?: unknown): unknown {
  if (schema.meta()?.secret === true) return map(value, before)
  const inner = unwrap(schema, value)
  if (inner === null) return value
  if (inner.meta()?.secret === true) return map(value, before)
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value
  const mapped: Record<string, unknown> = { ...value }
  for (const [name, field] of Object.entries(inner.shape)) {
    if (!(field instanceof z.ZodType)) continue
    const known = isRecord(before) ? before[name] : undefined
    const result = mapSecrets(field, value[name], map, known)
    // A mask that hid nothing leaves nothing.
    if (result === undefined) delete mapped[name]
    else mapped[name] = result
  }
  return mapped
}

/** The schema that says what the value is made of: wrappers are taken off, of a union the option that the value chose. */
function unwrap(schema: z.ZodType, value: unknown): z.ZodType | null {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const { innerType } = schema.def
    return innerType instanceof z.ZodType ? unwrap(innerType, value) : null
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator, options } = schema.def
    if (!isRecord(value)) return null
    const chosen = value[discriminator]
    const option = options.find(
      (each) =>
        each instanceof z.ZodObject &&
        each.shape[discriminator] instanceof z.ZodType &&
        each.shape[discriminator].safeParse(chosen).success,
    )
    return option instanceof z.ZodType ? option : null
  }
  return schema
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
