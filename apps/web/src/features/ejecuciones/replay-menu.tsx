import { notify } from '@div/ui'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconRotateClockwise } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { explainError } from '../../shared/api-error.ts'
import { type Repeticion, useRetry } from './ejecuciones-api.ts'

const VERSIONS: readonly { version: Repeticion['version']; label: string }[] = [
  { version: 'misma', label: 'Con la versión que corrió' },
  { version: 'publicada', label: 'Con la versión publicada' },
  { version: 'borrador', label: 'Con el borrador' },
]

interface ReplayMenuProps {
  id: string
  /** From here on; without, from the beginning. */
  desde?: Repeticion['desde']
  label: string
}

/** Runs again with the same data. The run that it makes is a new one, and is shown. */
export function ReplayMenu({ id, desde, label }: ReplayMenuProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useRetry(id)

  function replay(version: Repeticion['version']) {
    mutate(
      { version, ...(desde && { desde }) },
      {
        onSuccess: ({ idEjecucion }) => navigate(`/ejecuciones/${idEjecucion}`),
        onError: (error) => notify.error('No se pudo repetir', explainError(error)),
      },
    )
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconRotateClockwise size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {VERSIONS.map(({ version, label: each }) => (
          <Menu.Item key={version} onClick={() => replay(version)}>
            {each}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
