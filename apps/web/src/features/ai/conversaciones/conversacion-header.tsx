import type { ConversacionGuardada } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Group, Menu, Text, TextInput } from '@mantine/core'
import { IconBraces, IconMarkdown, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { saveFile } from '../../../shared/save-file.ts'
import {
  changeConversacion,
  exportConversacion,
  LISTA_KEY,
  removeConversacion,
} from './conversaciones-api.ts'

interface ConversacionHeaderProps {
  conversacion: ConversacionGuardada
  onRemoved: () => void
}

const EXTENSIONES = { markdown: 'md', json: 'json' } as const

/** What it is called, and what can be done with it as a whole. */
export function ConversacionHeader({ conversacion, onRemoved }: ConversacionHeaderProps) {
  const client = useQueryClient()
  const { id, titulo } = conversacion
  const [asked, setAsked] = useState<'renombrar' | 'eliminar' | null>(null)
  const [nombre, setNombre] = useState(titulo)

  async function save(formato: 'markdown' | 'json') {
    try {
      const name = (titulo || 'conversacion').replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'conversacion'
      saveFile(`${name}.${EXTENSIONES[formato]}`, await exportConversacion(id, formato))
    } catch (error) {
      notify.error('No se exportó la conversación', describeError(error))
    }
  }

  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text component="h2" fw={600} truncate m={0}>
        {titulo || 'Sin título'}
      </Text>
      <RowMenu
        label="Acciones de la conversación"
        renderItems={() => (
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => {
                setNombre(titulo)
                setAsked('renombrar')
              }}
            >
              Cambiar el título
            </Menu.Item>
            <Menu.Item
              leftSection={<IconMarkdown size={16} aria-hidden />}
              onClick={() => void save('markdown')}
            >
              Exportar como Markdown
            </Menu.Item>
            <Menu.Item leftSection={<IconBraces size={16} aria-hidden />} onClick={() => void save('json')}>
              Exportar como JSON
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsked('eliminar')}
            >
              Eliminar
            </Menu.Item>
          </>
        )}
      />
      {asked === 'renombrar' && (
        <ConfirmDialog
          title="Cambiar el título"
          confirm="Guardar"
          isWaiting={nombre.trim() === ''}
          onConfirm={() => changeConversacion(client, conversacion, { titulo: nombre.trim() })}
          onClose={() => setAsked(null)}
        >
          <TextInput
            label="Título"
            maxLength={200}
            data-autofocus
            value={nombre}
            onChange={({ currentTarget }) => setNombre(currentTarget.value)}
          />
        </ConfirmDialog>
      )}
      {asked === 'eliminar' && (
        <ConfirmDialog
          title="Eliminar la conversación"
          confirm="Eliminar"
          isDangerous
          onConfirm={async () => {
            await removeConversacion(id)
            void client.invalidateQueries({ queryKey: LISTA_KEY })
            onRemoved()
          }}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">{`Se elimina «${titulo || 'Sin título'}» con todo lo que se dijo en ella. No se puede deshacer.`}</Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}
