import type { PasajeHallado } from '@div/contract'
import { Anchor, Badge, Group, Paper, Text } from '@mantine/core'
import { Link } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { describePorQue } from './describe-por-que.ts'
import { markTexto } from './mark-texto.ts'
import classes from './pasajes-list.module.css'

/** A passage that was found: where it stands, what it says, and why it is here. */
export function HalladoCard({ coleccionId, hallado }: { coleccionId: string; hallado: PasajeHallado }) {
  const { documentoId, documento, titulo, texto, marcas, porQue } = hallado
  return (
    <Paper component="li" p="md" withBorder>
      <Group gap="xs" mb={4}>
        <Anchor
          component={Link}
          to={`${addressOf('rag', coleccionId)}?ver=${documentoId}`}
          size="sm"
          fw={600}
        >
          {documento}
        </Anchor>
        {titulo.length > 0 && (
          <Text size="xs" c="dimmed">
            {titulo.join(' › ')}
          </Text>
        )}
      </Group>
      <Text size="sm" className={classes.texto}>
        {markTexto(texto, marcas).map(({ desde, texto: piece, isMarked }) =>
          isMarked ? <mark key={desde}>{piece}</mark> : <span key={desde}>{piece}</span>,
        )}
      </Text>
      <Group gap={6} mt="sm" role="group" aria-label="Por qué se halló">
        {describePorQue(porQue).map((motivo) => (
          <Badge key={motivo} color="gray" variant="light" tt="none">
            {motivo}
          </Badge>
        ))}
      </Group>
    </Paper>
  )
}
