import { isRecord } from '@div/ui'

/** A column that rows are sorted by. */
export interface Orden {
  columna: string
  sentido: 'asc' | 'desc'
}

/** As a node keeps it; what is no column is left out. */
export function ordenOf(orden: unknown): readonly Orden[] {
  if (!Array.isArray(orden)) return []
  return orden.flatMap((each: unknown) =>
    isRecord(each) && 'columna' in each
      ? [{ columna: String(each.columna), sentido: each.sentido === 'desc' ? 'desc' : 'asc' }]
      : [],
  )
}

export const ordenText = ({ columna, sentido }: Orden) => `${columna} ${sentido}`

/** What `ordenText` wrote; the name of a column may hold spaces. */
export function readOrden(text: string): Orden {
  const at = text.lastIndexOf(' ')
  return { columna: text.slice(0, at), sentido: text.slice(at + 1) === 'desc' ? 'desc' : 'asc' }
}
