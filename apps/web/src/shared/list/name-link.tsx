import { Anchor, Text } from '@mantine/core'
import { Link, type To } from 'react-router'

const LOOK = { size: 'sm', fw: 500, truncate: true, display: 'block' } as const

/**
 * The name of a row, leading to where the thing is looked at; a link, so that it can be reached and opened
 * elsewhere. Without an address, for who may not look at it, the name alone.
 */
export function NameLink({ to, children }: { to: To | false; children: string }) {
  if (to === false)
    return (
      <Text {...LOOK} title={children}>
        {children}
      </Text>
    )
  return (
    <Anchor component={Link} to={to} {...LOOK} c="inherit" title={children}>
      {children}
    </Anchor>
  )
}
