import type { EjecucionResumen } from '@div/contract'
import type { Refused } from '../../shared/list/refused-dialog.tsx'
import { timeWords } from '../../shared/time/time-words.ts'

type Row = Pick<EjecucionResumen, 'id' | 'proceso' | 'claveNegocio' | 'inicio'>

/** Keys that are told of those that have one reason. */
const MAX_CLAVES = 5

/** Those of one proceso with one reason are told together: many that failed alike refuse alike. */
export function groupRefused(
  rows: readonly { row: Row; mensaje: string }[],
  { now }: { now: number },
): Refused[] {
  const groups = Map.groupBy(rows, ({ row, mensaje }) => JSON.stringify([row.proceso, mensaje]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { row, mensaje } = first
    const proceso = row.proceso ?? 'Proceso eliminado'
    const which =
      group.length === 1
        ? (row.claveNegocio ?? timeWords(Date.parse(row.inicio), now))
        : `${group.length} ejecuciones${nameClaves(group.map((each) => each.row))}`
    return { id: row.id, nombre: `${proceso}, ${which}`, mensaje }
  })
}

function nameClaves(rows: readonly Row[]): string {
  const claves = rows.flatMap(({ claveNegocio }) => claveNegocio ?? [])
  if (claves.length === 0) return ''
  const more = claves.length > MAX_CLAVES ? ', …' : ''
  return ` (${claves.slice(0, MAX_CLAVES).join(', ')}${more})`
}
