import { isRecord } from '@div/ui'
import type { ApiError } from '../../shared/api-error.ts'

/** A row that a change of columns cannot take along. */
export interface FilaQueNoCabe {
  fila: string
  columna: string
  mensaje: string
}

/** Those that a refused change of columns names. */
export function readFilasQueNoCaben(refusal: ApiError | null): FilaQueNoCabe[] {
  const { filas } = refusal?.problem ?? {}
  return refusal?.codigo === 'FILAS_NO_CABEN' && Array.isArray(filas) ? filas.filter(isFilaQueNoCabe) : []
}

function isFilaQueNoCabe(value: unknown): value is FilaQueNoCabe {
  return (
    isRecord(value) && [value.fila, value.columna, value.mensaje].every((part) => typeof part === 'string')
  )
}
