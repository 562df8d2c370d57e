import { notify } from '@div/ui'
import { type ActionIconProps, Menu } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../../shared/address-of.ts'
import { ThingMenu } from '../../shared/list/thing-menu.tsx'
import { useDuplicateCanal } from './canales-api.ts'

interface CanalMenuProps extends Pick<ActionIconProps, 'size' | 'variant'> {
  canal: { id: string; nombre: string }
  onRemoved?: () => void
}

/** What else can be done with a canal. */
export function CanalMenu({ canal, ...rest }: CanalMenuProps) {
  const navigate = useNavigate()
  const duplicate = useDuplicateCanal()

  async function copy() {
    const made = await duplicate(canal.id)
    notify.success('Canal duplicado', `${made.nombre} está inactivo hasta que lo active.`)
    navigate(addressOf('canales', made.id))
  }

  return (
    <ThingMenu
      {...rest}
      resource="canales"
      noun="el canal"
      row={canal}
      onDuplicate={copy}
      renderItems={() => (
        <Menu.Item
          component={Link}
          to={`/canales/${canal.id}/asignar-procesos`}
          leftSection={<IconRoute size={16} aria-hidden />}
        >
          Asignar procesos
        </Menu.Item>
      )}
    />
  )
}
