import { isRecord } from '@div/ui'
import type { ApiError } from '../../shared/api-error.ts'

/** A row that a change of columns cannot take along. */
export interface Misfit {
  fila: string
  columna: string
  mensaje: string
}

/** Those that a refused change of columns names. */
export function misfitsOf(refusal: ApiError | null): Misfit[] {
  const { filas } = refusal?.problem ?? {}
  return refusal?.codigo === 'FILAS_NO_CABEN' && Array.isArray(filas) ? filas.filter(isMisfit) : []
}

function isMisfit(value: unknown): value is Misfit {
  return (
    isRecord(value) && [value.fila, value.columna, value.mensaje].every((part) => typeof part === 'string')
  )
}
