import type { Vinculos } from '@div/contract'

/** A row as it is typed: what is called here, and how it is called there. */
export interface VinculoRow {
  aqui: string
  alli: string
}

export const rowsOf = (vinculos: Readonly<Record<string, string>>): VinculoRow[] =>
  Object.entries(vinculos).map(([aqui, alli]) => ({ aqui, alli }))

/** What the rows come to; `mistakes` are by the place of the row. */
export function readRows(rows: readonly VinculoRow[]): {
  vinculos: Record<string, string>
  mistakes: ReadonlyMap<number, string>
} {
  const mistakes = new Map<number, string>()
  const seen = new Set<string>()
  const whole: VinculoRow[] = []
  rows.forEach((row, index) => {
    const [aqui, alli] = [row.aqui.trim(), row.alli.trim()]
    // A row that was only begun with says nothing yet.
    if (aqui === '' && alli === '') return
    if (aqui === '' || alli === '') mistakes.set(index, 'Diga cómo se llama en los dos.')
    else if (seen.has(aqui.toLowerCase())) mistakes.set(index, `«${aqui}» ya está más arriba.`)
    else whole.push({ aqui, alli })
    seen.add(aqui.toLowerCase())
  })
  return { vinculos: Object.fromEntries(whole.map(({ aqui, alli }) => [aqui, alli])), mistakes }
}

export function describeVinculos({ servidores, parametros }: Vinculos): string {
  const counts = [
    counted(Object.keys(servidores).length, 'servidor', 'servidores'),
    counted(Object.keys(parametros).length, 'parámetro', 'parámetros'),
  ].filter((text) => text !== '')
  return counts.length === 0 ? 'todo se llama igual' : `${counts.join(' y ')} con otro nombre`
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`
}
