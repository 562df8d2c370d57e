import { Menu } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useReach } from '../../shared/reach.ts'
import type { DropdownProps } from './on-demand.tsx'
import { settingsEntries } from './settings-entries.ts'

export default function SettingsDropdown({ target, isOpen, onChange }: DropdownProps) {
  const entries = settingsEntries(useReach())
  return (
    <Menu position="bottom-end" offset={12} width={250} opened={isOpen} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ path, label, ownWindow }) =>
          ownWindow ? (
            <Menu.Item
              key={path}
              component="a"
              href={path}
              target="_blank"
              // With its opener the window may close itself.
              rel="opener"
              rightSection={<IconExternalLink size={14} aria-hidden />}
            >
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={path} component={Link} to={path}>
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
