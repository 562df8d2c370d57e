import type { Reglas } from '../define-formato.ts'
import { type Celda, CeldaInvalida, compileCelda } from '../tipo-de-columna.ts'
import type { Dialecto } from './csv.ts'

/** The cells of one record by their names. */
export type Fila = (celdas: readonly (string | null)[], linea: number) => Record<string, unknown>

export function compileFila(names: readonly string[], csv: Dialecto, reglas: Reglas): Fila {
  const { refuse } = reglas
  const missing = csv.columnas.find(({ nombre }) => !names.includes(nombre))
  if (missing) refuse(`falta la columna «${missing.nombre}»`)
  const tipos = new Map(csv.columnas.map((columna) => [columna.nombre, columna]))
  const columns = names.map((nombre) => {
    const columna = tipos.get(nombre)
    const isText = columna === undefined || columna.tipo === 'texto'
    return { nombre, celda: isText ? null : compileCelda(columna, csv.decimal) }
  })
  const empty = (csv.vacio ?? reglas.vacio) === 'nulo' ? null : ''
  const isStrict = csv.irregulares === 'rechazar'
  return (celdas, linea) => {
    if (isStrict && celdas.length !== columns.length)
      refuse(`línea ${linea}: tiene ${celdas.length} valores y se esperaban ${columns.length}`)
    const registro: Record<string, unknown> = {}
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at]
      if (!column) break
      const text = celdas[at]
      if (text === undefined) registro[column.nombre] = null
      else if (column.celda === null) registro[column.nombre] = text ?? empty
      else registro[column.nombre] = readCelda(column.celda, text, { linea, nombre: column.nombre, refuse })
    }
    return registro
  }
}

function readCelda(
  celda: Celda,
  text: string | null,
  { linea, nombre, refuse }: { linea: number; nombre: string; refuse: Reglas['refuse'] },
): unknown {
  if (text === null || text.trim() === '') return null
  try {
    return celda.read(text)
  } catch (cause) {
    if (!(cause instanceof CeldaInvalida)) throw cause
    return refuse(`línea ${linea}, campo «${nombre}»: ${cause.message}`, cause)
  }
}
