import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { OPENED } from './use-opened.ts'

/** The name of a row that opens beside its list; a link, so that it can be reached and opened elsewhere. */
export function RowLink({ id, children }: { id: string; children: ReactNode }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set(OPENED, id)
  return (
    <Anchor
      component={Link}
      to={{ search: params.toString() }}
      size="sm"
      fw={500}
      c="inherit"
      truncate
      display="block"
    >
      {children}
    </Anchor>
  )
}
