import { Anchor, Group } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { helpAddress } from './help-address.ts'

interface FormHelpProps {
  /** Where the fields of the form are explained: a page and the part of it below which each has its place. */
  help: string
  root: string
  children: ReactNode
}

/** A form whose fields are explained elsewhere: the link, and F1, lead to the field that was entered last. */
export function FormHelp({ help, root, children }: FormHelpProps) {
  const [address, setAddress] = useState(help)

  function follow({ target }: FocusEvent | KeyboardEvent): string {
    const campo =
      target instanceof Element ? target.closest('[data-campo]')?.getAttribute('data-campo') : null
    const next = campo ? helpAddress({ help, root, campo }) : address
    setAddress(next)
    return next
  }

  function open(event: KeyboardEvent) {
    if (event.key !== 'F1') return
    event.preventDefault()
    window.open(follow(event), '_blank')
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to what is typed in its fields
    <div onFocus={follow} onKeyDown={open}>
      <Group justify="flex-end" mb={4}>
        <Anchor href={address} target="_blank" rel="opener" size="xs" title="Ayuda del campo (F1)">
          Ayuda
        </Anchor>
      </Group>
      {children}
    </div>
  )
}
