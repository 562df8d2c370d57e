import { createHash } from 'node:crypto'
import {
  type DefinicionDeHerramienta,
  definicionDeHerramientaSchema,
  isPlainObject,
  type Limits,
} from '@div/contract'

/** A tool as its server tells of it. `lee`: it hints that it only reads. */
export interface HerramientaOfrecida {
  definicion: DefinicionDeHerramienta
  huella: string
  lee: boolean
}

/** Null: it is not told as the protocol says, or with more words than anybody looks at. */
export function readDefinicion(
  told: unknown,
  { url, limits }: { url: string; limits: Pick<Limits, 'mcpHerramientaBytes'> },
): HerramientaOfrecida | null {
  if (!isPlainObject(told)) return null
  const { name, title, description, inputSchema, outputSchema, annotations } = told
  const hints = isPlainObject(annotations) ? annotations : {}
  const parsed = definicionDeHerramientaSchema.safeParse({
    nombre: name,
    titulo: textOf(title) || textOf(hints.title),
    descripcion: textOf(description),
    esquema: inputSchema,
    ...(isPlainObject(outputSchema) && { salida: outputSchema }),
  })
  if (!parsed.success) return null
  const lee = hints.readOnlyHint === true
  const words = JSON.stringify(sorted([url, parsed.data, lee]))
  if (Buffer.byteLength(words) > limits.mcpHerramientaBytes) return null
  return { definicion: parsed.data, huella: createHash('sha256').update(words).digest('base64url'), lee }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The order of the fields of an object means nothing: a server may tell them in another one each time. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isPlainObject(value)) return value
  return Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, each]) => [name, sorted(each)])
}
