import { ActionIcon } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { lazy } from 'react'
import { useReach } from '../../shared/reach.ts'
import { OnDemand } from './on-demand.tsx'
import { settingsEntries } from './settings-entries.ts'

const load = () => import('./settings-dropdown.tsx')
const Dropdown = lazy(load)

export function SettingsMenu() {
  if (settingsEntries(useReach()).length === 0) return null
  return (
    <OnDemand load={load} dropdown={Dropdown}>
      <ActionIcon size="lg" aria-label="Ajustes">
        <IconSettings size={20} stroke={1.6} />
      </ActionIcon>
    </OnDemand>
  )
}
