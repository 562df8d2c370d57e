import type { AsignacionGuardada } from '@div/contract'
import { useReturnFocus } from '@div/ui'
import { Button, Group, List, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { describeAsignacion } from './asignacion-rows.ts'

interface ChangedMeanwhileProps {
  mine: readonly AsignacionGuardada[]
  theirs: readonly AsignacionGuardada[]
  onKeepMine: () => Promise<void>
  onTakeTheirs: () => void
  onClose: () => void
}

/** Somebody else assigned processes meanwhile: both lists side by side, to choose one. */
export function ChangedMeanwhile({ mine, theirs, onKeepMine, onTakeTheirs, onClose }: ChangedMeanwhileProps) {
  useReturnFocus()
  const choose = (act: () => unknown) => () => {
    onClose()
    act()
  }
  return (
    <Modal opened onClose={onClose} size="xl" title="Se guardaron otras asignaciones mientras editaba">
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Version title="Las suyas" asignaciones={mine} />
          <Version title="Las guardadas" asignaciones={theirs} />
        </SimpleGrid>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Seguir editando
          </Button>
          <Button variant="default" onClick={choose(onTakeTheirs)}>
            Tomar las guardadas
          </Button>
          <Button onClick={choose(onKeepMine)}>Guardar las suyas</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Version({ title, asignaciones }: { title: string; asignaciones: readonly AsignacionGuardada[] }) {
  return (
    <section aria-label={title}>
      <Text size="sm" fw={600} mb="xs">
        {title}
      </Text>
      <List size="sm">
        {asignaciones.map((asignacion) => (
          <List.Item key={describeAsignacion(asignacion)} style={{ overflowWrap: 'anywhere' }}>
            {describeAsignacion(asignacion)}
          </List.Item>
        ))}
      </List>
      {asignaciones.length === 0 && (
        <Text size="sm" c="dimmed">
          Ninguna.
        </Text>
      )}
    </section>
  )
}
