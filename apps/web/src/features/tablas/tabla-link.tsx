import { Anchor } from '@mantine/core'
import { Link } from 'react-router'

export function TablaLink({ tabla: { id, nombre } }: { tabla: { id: string; nombre: string } }) {
  return (
    <Anchor component={Link} to={`/tablas/${id}`} size="sm" fw={500} c="inherit" truncate display="block">
      {nombre}
    </Anchor>
  )
}
