import { notify } from '@div/ui'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from './api-error.ts'
import { saveFile } from './save-file.ts'

interface ExportButtonProps {
  /** Of the file. */
  name: string
  read: () => Promise<Blob>
}

/** What a list shows, as a file for a spreadsheet. */
export function ExportButton({ name, read }: ExportButtonProps) {
  const [isReading, setIsReading] = useState(false)

  async function exportAll() {
    setIsReading(true)
    try {
      saveFile(name, await read())
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
      onClick={() => void exportAll()}
    >
      Exportar
    </Button>
  )
}
