import type { UsoDeCapacidad } from '@div/contract'
import { JsonTree } from '@div/ui'
import {
  Anchor,
  Badge,
  Button,
  Code,
  Collapse,
  Group,
  Paper,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconTool } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { useCan } from '../../../shared/session.ts'
import { TIPO_LABELS } from '../capabilities/capability-state.ts'
import { USO_LABELS } from './labels.ts'

interface UsoCardProps {
  uso: UsoDeCapacidad
  /** Absent: nobody is asked. */
  onDecide?: ((permitido: boolean) => void) | undefined
}

/** One use of a capability: what it is given, what it gives, and whether a person allows it. */
export function UsoCard({ uso, onDecide }: UsoCardProps) {
  const {
    nombre,
    capacidadId,
    objetivo,
    escribe,
    estado,
    motivo,
    entrada,
    salida,
    ejecucionId,
    trasDatosAjenos,
  } = uso
  const waits = estado === 'espera' && onDecide !== undefined
  const [wantsOpen, setWantsOpen] = useState(false)
  // Nobody allows what they have not seen.
  const isOpen = waits || wantsOpen
  const mayRead = useCan('ai-capabilities.leer')
  const id = useId()
  const { label, color } = USO_LABELS[estado]
  return (
    <Paper withBorder p="sm" component="article" aria-label={`Uso de ${nombre}`}>
      <Stack gap="xs">
        <UnstyledButton onClick={() => setWantsOpen(!wantsOpen)} aria-expanded={isOpen} aria-controls={id}>
          <Group gap="xs" wrap="nowrap">
            <IconTool size={16} aria-hidden style={{ flexShrink: 0 }} />
            {/* What it did, and that it changes data, is read whole: it goes to the next line where there is no room. */}
            <Group gap="xs" flex={1} miw={0}>
              <Code maw="100%" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
                {nombre}
              </Code>
              <Badge color={color} flex="none">
                {label}
              </Badge>
              {escribe && (
                <Badge color="yellow" variant="light" flex="none">
                  Cambia datos
                </Badge>
              )}
            </Group>
            <IconChevronDown
              size={16}
              aria-hidden
              style={{ flexShrink: 0, rotate: isOpen ? '180deg' : undefined }}
            />
          </Group>
        </UnstyledButton>
        {objetivo && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <Text span inherit c="dimmed">
              {TIPO_LABELS[objetivo.tipo]}
            </Text>{' '}
            {objetivo.nombre}
            {objetivo.version !== undefined && `, versión ${objetivo.version}`}
          </Text>
        )}
        {motivo !== null && (
          <Text size="sm" c="dimmed">
            {motivo}
          </Text>
        )}
        <Collapse expanded={isOpen} id={id}>
          <Stack gap="xs">
            <Text size="xs" fw={600}>
              Entrada
            </Text>
            <JsonTree value={entrada} label={`Entrada de ${nombre}`} />
            {estado === 'ok' && (
              <>
                <Text size="xs" fw={600}>
                  Salida
                </Text>
                <JsonTree value={salida} label={`Salida de ${nombre}`} />
              </>
            )}
            {capacidadId !== null && mayRead && (
              <Anchor component={Link} to={addressOf('ai-capabilities', capacidadId)} size="sm">
                Ver la capacidad
              </Anchor>
            )}
            {ejecucionId !== null && (
              <Anchor component={Link} to={`/ejecuciones/${ejecucionId}`} size="sm">
                Ver la ejecución
              </Anchor>
            )}
          </Stack>
        </Collapse>
        {waits && (
          <>
            {trasDatosAjenos && (
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <IconAlertTriangle
                  size={16}
                  color="var(--mantine-color-yellow-6)"
                  aria-hidden
                  style={{ flexShrink: 0 }}
                />
                <Text size="sm">
                  El agente lo pide después de leer datos de fuera. Compruebe que es lo que usted quiere.
                </Text>
              </Group>
            )}
            <Group gap="sm">
              <Button size="xs" onClick={() => onDecide(true)}>
                Permitir
              </Button>
              <Button size="xs" variant="default" onClick={() => onDecide(false)}>
                No permitir
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  )
}
