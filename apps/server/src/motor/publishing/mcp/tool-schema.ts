import { isPlainObject, type Parametro } from '@div/contract'
import type { Plan } from '@div/engine'
import { objectSchema } from '../rest/parametro-schema.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** What a tool takes, by the names of the entrada (MCP, Tools: `inputSchema`). */
export function inputSchemaOf(parametros: readonly Parametro[]): JsonSchema {
  return { ...objectSchema(parametros), additionalProperties: false }
}

/**
 * What it answers, where that is always an object of one shape; undefined elsewhere. Clients check answers against it: a field without a
 * value is null there, whatever its type.
 */
export function outputSchemaOf(salidas: Plan['salidas']): JsonSchema | undefined {
  const [salida] = salidas
  if (!salida || salidas.length > 1 || salida.estadoHttp >= 400 || salida.tipoContenido) return undefined
  const { parametros } = salida
  if (parametros.length === 0 || parametros.some(({ nombre }) => nombre === 'cuerpo')) return undefined
  return withNulls(objectSchema(parametros))
}

/** The same in which every field of an object may be null, or missing. */
function withNulls({ required, ...schema }: JsonSchema): JsonSchema {
  const { properties, items } = schema
  return {
    ...schema,
    ...(isPlainObject(properties) && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, orNull(each)])),
    }),
    ...(isPlainObject(items) && { items: orNull(items) }),
  }
}

function orNull(schema: unknown): JsonSchema {
  return isPlainObject(schema) && Object.keys(schema).length > 0
    ? { anyOf: [withNulls(schema), { type: 'null' }] }
    : {}
}
