import { notify } from '@div/ui'
import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconRoute, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { describeError } from '../../shared/api-error.ts'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { useCan } from '../../shared/session.ts'
import { useDuplicateCanal } from './canales-api.ts'

interface CanalMenuProps extends Pick<ActionIconProps, 'size' | 'variant'> {
  canal: { id: string; nombre: string }
  onRemoved?: () => void
}

/** What else can be done with a canal. */
export function CanalMenu({ canal, onRemoved, ...look }: CanalMenuProps) {
  const { id, nombre } = canal
  const navigate = useNavigate()
  const duplicate = useDuplicateCanal()
  const mayCreate = useCan('canales.crear')
  const mayRemove = useCan('canales.eliminar')
  const [isRemoving, setIsRemoving] = useState(false)

  async function copy() {
    try {
      const made = await duplicate(id)
      notify.success('Canal duplicado', `${made.nombre} está inactivo hasta que lo active.`)
      navigate(addressOf('canales', made.id))
    } catch (error) {
      notify.error(`No se pudo duplicar ${nombre}`, describeError(error))
    }
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Acciones de ${nombre}`} {...look}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/canales/${id}/asignar-procesos`}
            leftSection={<IconRoute size={16} aria-hidden />}
          >
            Asignar procesos
          </Menu.Item>
          {mayCreate && (
            <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              Duplicar
            </Menu.Item>
          )}
          {mayRemove && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Eliminar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRemoving && (
        <RemoveDialog
          resource="canales"
          noun="el canal"
          row={canal}
          onClose={() => setIsRemoving(false)}
          {...(onRemoved && { onRemoved })}
        />
      )}
    </>
  )
}
