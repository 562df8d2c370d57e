import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'

type CreateButtonProps = { children: string } & ({ to: string } | { onClick: () => void })

/** What makes a new thing of the list: on a screen of its own, or beside the list. */
export function CreateButton({ children, ...leads }: CreateButtonProps) {
  const look = { leftSection: <IconPlus size={16} aria-hidden />, children }
  return 'to' in leads ? (
    <Button component={Link} to={leads.to} {...look} />
  ) : (
    <Button onClick={leads.onClick} {...look} />
  )
}
