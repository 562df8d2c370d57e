import type { ProcesoResumen } from '@div/contract'
import { notify } from '@div/ui'
import { type ActionIconProps, Menu } from '@mantine/core'
import { IconActivity, IconDownload, IconPlayerPlay, IconSitemap, IconVersions } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { ThingMenu } from '../../shared/list/thing-menu.tsx'
import { useReach } from '../../shared/reach.ts'
import { useCan } from '../../shared/session.ts'
import { exportProceso, useProcesoActions } from './procesos-api.ts'

interface ProcesoMenuProps extends Pick<ActionIconProps, 'size' | 'variant'> {
  proceso: Pick<ProcesoResumen, 'id' | 'nombre'>
  onRemoved?: () => void
}

/** What can be done with one proceso, wherever it is shown. */
export function ProcesoMenu({ proceso, ...rest }: ProcesoMenuProps) {
  const navigate = useNavigate()
  const { duplicate } = useProcesoActions()

  async function copy() {
    const created = await duplicate(proceso.id)
    notify.success('Proceso duplicado', created.nombre)
    navigate(`/procesos/${created.id}`)
  }

  return (
    <ThingMenu
      {...rest}
      resource="procesos"
      noun="el proceso"
      row={proceso}
      onDuplicate={copy}
      renderItems={() => <Items proceso={proceso} />}
    />
  )
}

function Items({ proceso }: Pick<ProcesoMenuProps, 'proceso'>) {
  const { id } = proceso
  const reaches = useReach()
  const mayRun = useCan('procesos.editar')

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
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
        Exportar
      </Menu.Item>
    </>
  )
}
