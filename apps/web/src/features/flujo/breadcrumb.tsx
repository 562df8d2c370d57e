import { Anchor, Group, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { lienzoOf } from '../../shared/address-of.ts'
import classes from './breadcrumb.module.css'
import { useEditor, useEditorStore } from './store/use-editor.ts'
import { useTrail } from './subproceso/trail.ts'

/** Procesos / Padre / Hijo: the way back up from a proceso that another one calls. */
export function Breadcrumb() {
  const { mayEdit } = useEditorStore()
  const { id, nombre } = useEditor(({ stored }) => stored)
  const trail = useTrail()
  return (
    <Group component="nav" aria-label="Dónde se está" gap={6} wrap="nowrap" className={classes.trail}>
      <Anchor component={Link} to="/procesos" size="sm" c="dimmed" className={classes.back}>
        <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: -2 }} /> Procesos
      </Anchor>
      {trail.map((parent, at) => (
        <Group key={parent.id} gap={6} wrap="nowrap" className={classes.parent}>
          <Separator />
          <Anchor
            component={Link}
            to={lienzoOf(parent.id, mayEdit)}
            state={{ trail: trail.slice(0, at) }}
            size="sm"
            truncate
          >
            {parent.nombre}
          </Anchor>
        </Group>
      ))}
      <Separator />
      <Title order={1} size="h3" className={classes.title}>
        <Anchor
          component={Link}
          to={`/procesos/${id}`}
          inherit
          c="inherit"
          title={`${nombre}: resumen, versiones y canales`}
        >
          {nombre}
        </Anchor>
      </Title>
    </Group>
  )
}

function Separator() {
  return (
    <Text span size="sm" c="dimmed" aria-hidden>
      /
    </Text>
  )
}
