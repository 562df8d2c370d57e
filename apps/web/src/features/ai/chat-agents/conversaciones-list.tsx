import { ConfirmDialog } from '@div/ui'
import { ActionIcon, Button, Group, NavLink, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CONVERSACIONES_KEY, removeConversacion, useConversaciones } from './chat-agents-api.ts'

interface ConversacionesListProps {
  current: string | null
  onOpen: (id: string) => void
  onNew: () => void
}

/** What was talked about before, by whoever looks at it. */
export function ConversacionesList({ current, onOpen, onNew }: ConversacionesListProps) {
  const queries = useQueryClient()
  const { data: conversaciones = [] } = useConversaciones()
  const [removing, setRemoving] = useState<{ id: string; titulo: string } | null>(null)

  async function remove(id: string) {
    await removeConversacion(id)
    await queries.invalidateQueries({ queryKey: CONVERSACIONES_KEY })
    if (id === current) onNew()
  }

  return (
    <Stack gap="xs" component="nav" aria-label="Conversaciones">
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={onNew}>
        Nueva conversación
      </Button>
      {conversaciones.map(({ id, titulo, agente }) => (
        <Group key={id} gap={0} wrap="nowrap">
          <NavLink
            component="button"
            type="button"
            label={titulo}
            description={agente}
            noWrap
            miw={0}
            active={id === current}
            onClick={() => onOpen(id)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            flex="none"
            aria-label={`Eliminar la conversación ${titulo}`}
            onClick={() => setRemoving({ id, titulo })}
          >
            <IconTrash size={14} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {removing && (
        <ConfirmDialog
          title="Eliminar la conversación"
          confirm="Eliminar"
          isDangerous
          onConfirm={() => remove(removing.id)}
          onClose={() => setRemoving(null)}
        >
          <Text size="sm">Se eliminan «{removing.titulo}» y lo que el agente hizo en ella.</Text>
        </ConfirmDialog>
      )}
    </Stack>
  )
}
