import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { COPY_WORDS, useCopy } from './use-copy.ts'

interface CopyButtonProps extends ButtonProps {
  value: string
}

/** Takes a text elsewhere. What else is given goes to the button. */
export function CopyButton({ value, ...button }: CopyButtonProps) {
  const { state, copy } = useCopy()
  const Icon = state === 'copied' ? IconCheck : IconCopy
  return (
    <Button flex="none" leftSection={<Icon size={16} aria-hidden />} {...button} onClick={() => copy(value)}>
      {COPY_WORDS[state] ?? 'Copiar'}
    </Button>
  )
}
