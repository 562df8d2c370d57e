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
  const empty = (csv.vacio ?? reglas.vacio) === 'nulo' ? null : ''
  const columns = names.map((nombre): Columna => {
    const columna = tipos.get(nombre)
    if (columna === undefined || columna.tipo === 'texto') return { nombre, read: (text) => text ?? empty }
    const celda = compileCelda(columna, csv.decimal)
    return { nombre, read: (text, linea) => readCelda(celda, text, { linea, nombre, refuse }) }
  })
  const isStrict = csv.irregulares === 'rechazar'
  return (celdas, linea) => {
    if (isStrict && celdas.length !== columns.length)
      refuse(`línea ${linea}: tiene ${celdas.length} valores y se esperaban ${columns.length}`)
    const registro: Record<string, unknown> = {}
    let at = 0
    for (const { nombre, read } of columns) {
      const text = celdas[at++]
      registro[nombre] = text === undefined ? null : read(text, linea)
    }
    return registro
  }
}

interface Columna {
  nombre: string
  /** Null: an empty cell without quotes. */
  read(text: string | null, linea: number): unknown
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
