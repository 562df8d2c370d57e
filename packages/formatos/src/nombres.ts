import type { Reglas } from './define-formato.ts'

/** Names that reach behind plain data (security rule 3). */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** As many columns as a spreadsheet has. */
export const MAX_COLUMNAS = 16_384

export function isReserved(nombre: string): boolean {
  return RESERVED.has(nombre)
}

/** Of a header: without what stands around them, and `a_1` for the second one that is called `a`. */
export function nameFields(header: readonly string[], { refuse }: Pick<Reglas, 'refuse'>): string[] {
  /** By name, the number that its next double may have. */
  const counts = new Map<string, number>()
  for (const each of header) {
    const name = each.trim()
    if (isReserved(name)) refuse(`«${name}» no puede ser el nombre de un dato`)
    let count = counts.get(name) ?? 1
    let free = name
    while (counts.has(free)) free = `${name}_${count++}`
    if (free !== name) counts.set(name, count)
    counts.set(free, 1)
  }
  return [...counts.keys()]
}

/** The fields of all records in their order of appearance; those that are expected come first. */
export function fieldsOf(
  registros: readonly Readonly<Record<string, unknown>>[],
  first: readonly string[] = [],
): string[] {
  const names = new Set(first)
  for (const registro of registros) for (const name of Object.keys(registro)) names.add(name)
  return [...names]
}
