import { useLocation } from 'react-router'
import { NameLink } from './name-link.tsx'
import { OPENED } from './use-opened.ts'

/** The name of a row that opens beside its list. */
export function RowLink({ id, children }: { id: string; children: string }) {
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set(OPENED, id)
  return <NameLink to={{ search: params.toString() }}>{children}</NameLink>
}
