/** Something that has a place in a drawing. */
export interface Pieza {
  id: string
  /** What it stands behind. */
  tras: readonly string[]
  /** Rows that it takes. */
  alto: number
}

/** Between the left sides of two columns, and between two rows. */
const COLUMNA = 260
const FILA = 128

/** One column after the last of those that lead to it, in the first rows that are free from theirs on. */
export function place(piezas: readonly Pieza[]): ReadonlyMap<string, { x: number; y: number }> {
  const byId = new Map(piezas.map((pieza) => [pieza.id, pieza]))
  const columnas = new Map<string, number>()
  const columnaOf = (id: string): number => {
    const known = columnas.get(id)
    if (known !== undefined) return known
    const before = (byId.get(id)?.tras ?? []).map(columnaOf)
    const columna = before.length === 0 ? 0 : Math.max(...before) + 1
    columnas.set(id, columna)
    return columna
  }
  const filas = new Map<string, number>()
  const taken = new Set<string>()
  const inOrder = piezas.toSorted((left, right) => columnaOf(left.id) - columnaOf(right.id))
  for (const { id, tras, alto } of inOrder) {
    const columna = columnaOf(id)
    const rows = (from: number) => Array.from({ length: alto }, (_, row) => `${columna} ${from + row}`)
    let fila = tras.length === 0 ? 0 : Math.min(...tras.map((each) => filas.get(each) ?? 0))
    while (rows(fila).some((each) => taken.has(each))) fila += 1
    for (const each of rows(fila)) taken.add(each)
    filas.set(id, fila)
  }
  return new Map(piezas.map(({ id }) => [id, { x: columnaOf(id) * COLUMNA, y: (filas.get(id) ?? 0) * FILA }]))
}
