import type { BusquedaVectorial } from '@div/contract'
import { useVectorial } from './rag-api.ts'

const COMO: Readonly<Record<BusquedaVectorial['como'], string>> = {
  pgvector: 'pgvector',
  coseno: 'coseno exacto',
}

/** What compares vectors here, and why not the database, where it could. */
export function VectorialNote() {
  const { data } = useVectorial()
  if (!data) return null
  return (
    <>
      {' '}
      Búsqueda vectorial: {COMO[data.como]}.{data.motivo !== null && ` ${data.motivo}`}
    </>
  )
}
