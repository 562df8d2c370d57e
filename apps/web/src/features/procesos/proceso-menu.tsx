import type { ProcesoResumen } from '@div/contract'
import { notify } from '@div/ui'
import { Menu } from '@mantine/core'
import {
  IconActivity,
  IconCopy,
  IconDownload,
  IconPlayerPlay,
  IconSitemap,
  IconTrash,
  IconVersions,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { RowMenu } from '../../shared/list/row-menu.tsx'
import { useReach } from '../../shared/reach.ts'
import { useCan } from '../../shared/session.ts'
import { exportProceso, useProcesoActions } from './procesos-api.ts'

interface ProcesoMenuProps {
  proceso: Pick<ProcesoResumen, 'id' | 'nombre'>
  onRemoved?: () => void
}

/** What can be done with one proceso, wherever it is shown. */
export function ProcesoMenu({ proceso, onRemoved }: ProcesoMenuProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      <RowMenu
        label={`Acciones de ${proceso.nombre}`}
        renderItems={() => <Items proceso={proceso} onRemove={() => setIsRemoving(true)} />}
      />
      {isRemoving && (
        <RemoveDialog
          resource="procesos"
          noun="el proceso"
          row={proceso}
          onClose={() => setIsRemoving(false)}
          {...(onRemoved && { onRemoved })}
        />
      )}
    </>
  )
}

function Items({ proceso, onRemove }: Pick<ProcesoMenuProps, 'proceso'> & { onRemove: () => void }) {
  const { id } = proceso
  const navigate = useNavigate()
  const reaches = useReach()
  const { duplicate } = useProcesoActions()
  const mayCreate = useCan('procesos.crear')
  const mayRun = useCan('procesos.editar')
  const mayRemove = useCan('procesos.eliminar')

  async function copy() {
    try {
      const created = await duplicate(id)
      notify.success('Proceso duplicado', created.nombre)
      navigate(`/procesos/${created.id}`)
    } catch (error) {
      notify.error('No se pudo duplicar', describeError(error))
    }
  }

  async function download() {
    try {
      await exportProceso(proceso)
    } catch (error) {
      notify.error('No se pudo exportar', describeError(error))
    }
  }

  return (
    <>
      <Menu.Item
        component={Link}
        to={lienzoOf(id, mayRun)}
        leftSection={<IconSitemap size={16} aria-hidden />}
      >
        {mayRun ? 'Abrir en el lienzo' : 'Ver en el lienzo'}
      </Menu.Item>
      {mayRun && (
        <Menu.Item
          component={Link}
          to={`/procesos/${id}?seccion=ejecutar`}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
        >
          Ejecutar
        </Menu.Item>
      )}
      {reaches('/ejecuciones') && (
        <Menu.Item
          component={Link}
          to={`/ejecuciones?procesoId=${id}`}
          leftSection={<IconActivity size={16} aria-hidden />}
        >
          Ver sus ejecuciones
        </Menu.Item>
      )}
      <Menu.Item
        component={Link}
        to={`/procesos/${id}?seccion=versiones`}
        leftSection={<IconVersions size={16} aria-hidden />}
      >
        Versiones
      </Menu.Item>
      {mayCreate && (
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
          Duplicar
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        Exportar
      </Menu.Item>
      {mayRemove && (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
            Eliminar
          </Menu.Item>
        </>
      )}
    </>
  )
}
