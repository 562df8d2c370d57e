/**
 * What a table has under a name that somebody else chose. An index alone would also find what every object inherits: `constructor`
 * (security rule 23).
 */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  nombre: string | undefined,
): Value | undefined {
  return nombre !== undefined && Object.hasOwn(table, nombre) ? table[nombre] : undefined
}
