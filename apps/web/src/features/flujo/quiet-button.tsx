import { Button } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface QuietButtonProps {
  icon?: Icon
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

/** One of several things that can be done with what is looked at. */
export function QuietButton({ icon: Mark, isDisabled = false, onClick, children }: QuietButtonProps) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isDisabled}
      leftSection={Mark && <Mark size={14} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
