import { ActionIcon, type ActionIconProps, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface RowMenuProps extends Pick<ActionIconProps, 'size' | 'variant' | 'loading'> {
  label: string
  renderItems: () => ReactNode
}

/** What can be done with one of many. A list draws many of them: all but the button comes when it is first opened. */
export function RowMenu({ label, renderItems, ...look }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = (
    <ActionIcon
      {...look}
      aria-label={label}
      {...(isOpen === null && { 'aria-haspopup': 'menu', onClick: () => setIsOpen(true) })}
    >
      <IconDots size={18} stroke={1.5} />
    </ActionIcon>
  )
  if (isOpen === null) return button
  return (
    <Menu position="bottom-end" returnFocus opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>{renderItems()}</Menu.Dropdown>
    </Menu>
  )
}
