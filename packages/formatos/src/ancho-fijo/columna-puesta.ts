import type { ColumnaFija } from './ancho-fijo.ts'

/** A column at its place; the first position is 0. */
export interface ColumnaPuesta {
  columna: ColumnaFija
  inicio: number
  fin: number
}

/** The field that says of which kind a record is. */
export const CODIGO = 'registro'

export function isRightAligned({ alineacion, tipo }: ColumnaFija): boolean {
  return alineacion === 'automatica' ? tipo === 'entero' || tipo === 'decimal' : alineacion === 'derecha'
}
