import { Binario, type Columna, compileCoercion, type ErrorDeCampo, Fecha } from '@div/contract'

export type Fila = Readonly<Record<string, unknown>>
/** The first row whose key column holds the value, or undefined. */
export type FindFila = (clave: unknown) => Fila | undefined

/**
 * The look-up index of one column. The key is taken to the column's type first, so that the text "7" finds the integer 7; texts
 * compare exactly. Rows with an empty key are never found.
 */
export function createTablaIndex(filas: readonly Fila[], columna: Columna): FindFila {
  const coerce = compileCoercion({ nombre: columna.nombre, tipo: columna.tipo })
  const byKey = new Map<unknown, Fila>()
  for (const fila of filas) {
    const key = keyOf(fila[columna.nombre])
    if (key !== null && !byKey.has(key)) byKey.set(key, fila)
  }
  return (clave) => {
    const refused: ErrorDeCampo[] = []
    const key = keyOf(coerce(clave, columna.nombre, refused))
    return key === null || refused.length > 0 ? undefined : byKey.get(key)
  }
}

/** Two values of one type are the same key when their JSON is the same. */
function keyOf(value: unknown): unknown {
  if (value === undefined || value === null) return null
  if (value instanceof Date || value instanceof Fecha || value instanceof Binario) return value.toJSON()
  return typeof value === 'object' ? JSON.stringify(value) : value
}
