import type { TablaGuardada } from '@div/contract'
import { notify } from '@div/ui'
import { Button, Menu } from '@mantine/core'
import { IconColumns, IconDownload, IconUpload } from '@tabler/icons-react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { saveFile } from '../../shared/save-file.ts'
import { exportFilas } from './tablas-api.ts'

export function TablaActions({
  tabla: { id, nombre },
  isReadOnly,
}: {
  tabla: TablaGuardada
  isReadOnly: boolean
}) {
  async function download(formato: 'csv' | 'xlsx') {
    try {
      saveFile(`${nombre}.${formato}`, await exportFilas(id, formato))
    } catch (error) {
      notify.error('No se pudo exportar', describeError(error))
    }
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
            Exportar
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => download('csv')}>Como CSV</Menu.Item>
          <Menu.Item onClick={() => download('xlsx')}>Como hoja de cálculo (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {!isReadOnly && (
        <Button
          variant="default"
          component={Link}
          to={`/tablas/${id}/importar`}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          Importar
        </Button>
      )}
      <Button
        variant="default"
        component={Link}
        to={`/tablas/config/${id}`}
        leftSection={<IconColumns size={16} aria-hidden />}
      >
        Columnas
      </Button>
    </>
  )
}
