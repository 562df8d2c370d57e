import type { EjecucionResumen } from '@div/contract'
import { notify } from '@div/ui'
import { listApi } from '../../shared/api-client.ts'
import { ejecucionesCsv } from './ejecuciones-csv.ts'

const PAGE = '1000'
/** As many as a spreadsheet is still pleasant with; who wants others narrows the filters. */
const MAX_ROWS = 10_000

/** What the list shows, as CSV. */
export async function exportEjecuciones(query: Readonly<Record<string, string>>): Promise<Blob> {
  const rows: EjecucionResumen[] = []
  let despuesDe: string | null = null
  do {
    const page = new URLSearchParams({ ...query, limite: PAGE, ...(despuesDe !== null && { despuesDe }) })
    const { items, siguiente } = await listApi<EjecucionResumen>(`ejecuciones?${page}`)
    rows.push(...items)
    despuesDe = siguiente
  } while (despuesDe !== null && rows.length < MAX_ROWS)
  if (despuesDe !== null)
    notify.warning(
      'Se exportaron las más recientes',
      `El archivo tiene ${MAX_ROWS.toLocaleString('es')}; use los filtros para llegar a las demás.`,
    )
  return new Blob([ejecucionesCsv(rows)], { type: 'text/csv;charset=utf-8' })
}
