import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

interface GuiaLinkProps {
  /** A page of the documentation. */
  to: string
  /** What it is about, as its title says. */
  children: string
}

/** Leads on from where there is nothing yet to the page that explains it, in a tab of its own: nobody loses their place. */
export function GuiaLink({ to, children }: GuiaLinkProps) {
  return (
    <Anchor component={Link} to={to} target="_blank" size="sm" underline="always">
      Guía: {children}
    </Anchor>
  )
}
