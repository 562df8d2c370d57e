import { Anchor, Group } from '@mantine/core'
import { createContext, type FocusEvent, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { helpAddress } from './help-address.ts'

interface FormHelpProps {
  /** Where the fields of the form are explained: a page and the part of it below which each has its place. */
  help: string
  root: string
  children: ReactNode
}

const IsWithinHelp = createContext(false)

/** A form whose fields are explained elsewhere. One that stands within another is heard by it: there is one link, above all of them. */
export function FormHelp({ help, root, children }: FormHelpProps) {
  const isWithin = use(IsWithinHelp)
  const explained = (
    <div data-ayuda={help} data-raiz={root}>
      {children}
    </div>
  )
  if (isWithin) return explained
  return (
    <IsWithinHelp value={true}>
      <HelpLink help={help}>{explained}</HelpLink>
    </IsWithinHelp>
  )
}

/** The link, and F1, lead to the field that was entered last; from what no page explains, to its form. */
function HelpLink({ help, children }: Pick<FormHelpProps, 'help' | 'children'>) {
  const [followed, setFollowed] = useState({ help, address: help })
  const address = followed.help === help ? followed.address : help

  function follow({ target }: FocusEvent | KeyboardEvent): string {
    const next = (target instanceof Element ? addressAt(target) : null) ?? address
    setFollowed({ help, address: next })
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

/** Null: it is in no form, such as the link itself. */
function addressAt(target: Element): string | null {
  const place = target.closest<HTMLElement>('[data-campo], [data-ayuda]')
  const form = place?.closest<HTMLElement>('[data-ayuda]')
  const { ayuda: help, raiz: root = '' } = form?.dataset ?? {}
  if (help === undefined) return null
  const { campo } = place?.dataset ?? {}
  return campo === undefined ? help : helpAddress({ help, root, campo })
}
