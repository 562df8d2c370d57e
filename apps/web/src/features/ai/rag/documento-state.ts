import type { DocumentoDeRag } from '@div/contract'

interface Shown {
  label: string
  color: string
  /** Percent of what there is to do; null: it goes on and nobody knows how far it is. Absent: it does not go on. */
  avance?: number | null
}

const FASES = { texto: 'Leyendo', vectores: 'Calculando vectores' } as const

/** How a document does, in words. */
export function stateOfDocumento({
  estado,
  fase,
  hecho,
  total,
}: Pick<DocumentoDeRag, 'estado' | 'fase' | 'hecho' | 'total'>): Shown {
  switch (estado) {
    case 'pendiente':
      return { label: 'En espera', color: 'gray', avance: null }
    case 'leyendo':
      return { label: FASES[fase], color: 'blue', avance: total ? Math.round((hecho / total) * 100) : null }
    case 'ok':
      return { label: 'Listo', color: 'green' }
    case 'error':
      return { label: 'Con error', color: 'red' }
    case 'cancelado':
      return { label: 'Cancelado', color: 'yellow' }
  }
}

export function isGoingOn({ estado }: Pick<DocumentoDeRag, 'estado'>): boolean {
  return estado === 'pendiente' || estado === 'leyendo'
}

const NUMBER = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** `812 B`, `1,5 kB`, `3,2 MB` */
export function describeBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  if (bytes < 1_048_576) return `${NUMBER.format(bytes / 1_024)} kB`
  return `${NUMBER.format(bytes / 1_048_576)} MB`
}
