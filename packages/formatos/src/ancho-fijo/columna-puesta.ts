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

/** Why a column cannot be filled up with its character: what is read back would be another value. Null: it can. */
export function rellenoProblem(columna: ColumnaFija): string | null {
  const { tipo, relleno, patron } = columna
  switch (tipo) {
    case 'texto':
      return null
    case 'entero':
    case 'decimal': {
      const isZero = relleno === '0' && isRightAligned(columna)
      return isZero || !/[\d+\-.,eE]/.test(relleno)
        ? null
        : 'Cambiaría el número: use un espacio, o ceros a la izquierda de un número alineado a la derecha.'
    }
    case 'fecha':
      return /[\d\-/.]/.test(relleno) ? 'Cambiaría la fecha: use un espacio.' : null
    case 'booleano':
      return (patron === '' ? 'true/false' : patron).includes(relleno)
        ? 'Es de los textos del sí o no: use un espacio.'
        : null
  }
}
