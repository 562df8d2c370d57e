import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from './reach.ts'

interface ReachLinkProps {
  to: string
  /** Of the navigation: what the screen is to begin with, and no address may say. */
  state?: unknown
  onClick?: (() => void) | undefined
  children: ReactNode
}

/** A link for who may follow it; for the others the words alone. */
export function ReachLink({ to, state, onClick, children }: ReachLinkProps) {
  const reaches = useReach()
  if (!reaches(to)) {
    return (
      <Text span size="sm">
        {children}
      </Text>
    )
  }
  return (
    <Anchor component={Link} to={to} state={state} size="sm" onClick={onClick}>
      {children}
    </Anchor>
  )
}
