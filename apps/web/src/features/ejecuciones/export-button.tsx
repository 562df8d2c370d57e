import type { EjecucionResumen } from '@div/contract'
import { notify } from '@div/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { listApi } from '../../shared/api-client.ts'
import { describeError } from '../../shared/api-error.ts'
import { saveFile } from '../../shared/save-file.ts'
import { ejecucionesCsv } from './ejecuciones-csv.ts'

const PAGE = '1000'
/** As many as a spreadsheet is still pleasant with; who wants others narrows the filters. */
const MAX_ROWS = 10_000

/** What the list shows, as a file for a spreadsheet. */
export function ExportButton({ query }: { query: Readonly<Record<string, string>> }) {
  const [isReading, setIsReading] = useState(false)

  async function exportRows() {
    setIsReading(true)
    try {
      const { rows, hasMore } = await readRows(query)
      saveFile('ejecuciones.csv', new Blob([ejecucionesCsv(rows)], { type: 'text/csv;charset=utf-8' }))
      if (hasMore)
        notify.warning(
          'Se exportaron las más recientes',
          `El archivo tiene ${MAX_ROWS.toLocaleString('es')}; use los filtros para llegar a las demás.`,
        )
    } catch (error) {
      notify.error('No se pudo exportar', describeError(error))
    } finally {
      setIsReading(false)
    }
  }

  return (
    <Button
      variant="default"
      loading={isReading}
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void exportRows()}
    >
      Exportar
    </Button>
  )
}

async function readRows(query: Readonly<Record<string, string>>) {
  const rows: EjecucionResumen[] = []
  let despuesDe: string | null = null
  do {
    const page = new URLSearchParams({ ...query, limite: PAGE, ...(despuesDe !== null && { despuesDe }) })
    const { items, siguiente } = await listApi<EjecucionResumen>(`ejecuciones?${page}`)
    rows.push(...items)
    despuesDe = siguiente
  } while (despuesDe !== null && rows.length < MAX_ROWS)
  return { rows, hasMore: despuesDe !== null }
}
