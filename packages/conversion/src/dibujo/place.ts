/** A node, that has a place behind those that lead to it. */
export interface Pieza {
  id: string
  /** What it stands behind. */
  tras: readonly string[]
  /** Rows that it takes. */
  alto: number
  /** What is written on the connections that leave it. */
  letreros: readonly string[]
}

export interface PiezaDeNota {
  id: string
  /** The node that it belongs to; absent: the whole drawing. */
  de: string | undefined
  alto: number
}

export type Lugares = ReadonlyMap<string, { x: number; y: number }>

/** Of a node, and of the row of the drawing that one takes. */
const ANCHO = 216
const FILA = 128
/** Between two columns at least, as on the canvas, and at most for what is written there. */
const HUECO = { menos: 104, mas: 280 }
const CARACTER = 7
const MARGEN = 48
/** Notes of the whole drawing beside each other below it. */
const POR_FILA = 4
const NOTA_ANCHO = 256

/**
 * One column after the last of those that lead to it, in the first rows that are free from theirs on; its notes below it, before anything else
 * comes to stand there. Columns are as far apart as what is written between them is long.
 */
export function place(nodos: readonly Pieza[], notas: readonly PiezaDeNota[]): Lugares {
  const columnas = findColumnas(nodos)
  const columnaOf = (id: string) => columnas.get(id) ?? 0
  const anclas = new Set(nodos.map(({ id }) => id))
  const propias = Map.groupBy(notas, ({ de }) => (de !== undefined && anclas.has(de) ? de : undefined))
  const filas = new Map<string, number>()
  const taken = new Set<string>()
  let end = 0
  for (const { id, tras, alto } of nodos.toSorted(
    (left, right) => columnaOf(left.id) - columnaOf(right.id),
  )) {
    const suyas = propias.get(id) ?? []
    const whole = suyas.reduce((sum, nota) => sum + nota.alto, alto)
    const rows = (from: number) => Array.from({ length: whole }, (_, row) => `${columnaOf(id)} ${from + row}`)
    let fila = tras.length === 0 ? 0 : Math.min(...tras.map((each) => filas.get(each) ?? 0))
    while (rows(fila).some((each) => taken.has(each))) fila += 1
    for (const each of rows(fila)) taken.add(each)
    filas.set(id, fila)
    end = Math.max(end, fila + whole)
    let below = fila + alto
    for (const nota of suyas) {
      columnas.set(nota.id, columnaOf(id))
      filas.set(nota.id, below)
      below += nota.alto
    }
  }
  const lefts = placeColumnas(nodos, columnaOf)
  const placed = [...filas].map(
    ([id, fila]) => [id, { x: lefts[columnaOf(id)] ?? 0, y: fila * FILA }] as const,
  )
  return new Map([...placed, ...placeSueltas(propias.get(undefined) ?? [], end)])
}

function findColumnas(nodos: readonly Pieza[]): Map<string, number> {
  const byId = new Map(nodos.map((nodo) => [nodo.id, nodo]))
  const columnas = new Map<string, number>()
  function columnaOf(id: string): number {
    const known = columnas.get(id)
    if (known !== undefined) return known
    const before = (byId.get(id)?.tras ?? []).map(columnaOf)
    const columna = before.length === 0 ? 0 : Math.max(...before) + 1
    columnas.set(id, columna)
    return columna
  }
  for (const { id } of nodos) columnaOf(id)
  return columnas
}

/** The left side of each column. */
function placeColumnas(nodos: readonly Pieza[], columnaOf: (id: string) => number): readonly number[] {
  const lefts = [0]
  const byColumna = Map.groupBy(nodos, ({ id }) => columnaOf(id))
  for (let columna = 0; columna < byColumna.size; columna++) {
    const letreros = (byColumna.get(columna) ?? []).flatMap((nodo) => nodo.letreros)
    const longest = Math.max(0, ...letreros.map(({ length }) => length)) * CARACTER + MARGEN
    const hueco = Math.min(HUECO.mas, Math.max(HUECO.menos, longest))
    lefts.push((lefts[columna] ?? 0) + ANCHO + hueco)
  }
  return lefts
}

function placeSueltas(notas: readonly PiezaDeNota[], end: number) {
  const placed: [id: string, { x: number; y: number }][] = []
  let fila = end
  for (let at = 0; at < notas.length; at += POR_FILA) {
    const together = notas.slice(at, at + POR_FILA)
    for (const [index, { id }] of together.entries())
      placed.push([id, { x: index * NOTA_ANCHO, y: fila * FILA }])
    fila += Math.max(...together.map(({ alto }) => alto))
  }
  return placed
}
