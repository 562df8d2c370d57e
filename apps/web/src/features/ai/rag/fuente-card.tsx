import type { FuenteDeRagGuardada } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Badge, Button, Group, Menu, Paper, Text } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { describeCuando, describeCuentas, describeOrigen, ESTADOS } from './describe-fuente.ts'
import { fuentesPath, readFuente, removeFuente } from './fuentes-api.ts'

interface FuenteCardProps {
  coleccionId: string
  fuente: FuenteDeRagGuardada
  mayEdit: boolean
  /** Nobody must look at it any more. */
  onRemove: () => void
}

/** One source: where it reads, how its last reading went, and what can be done with it. */
export function FuenteCard({ coleccionId, fuente, mayEdit, onRemove }: FuenteCardProps) {
  const { id, nombre, origen, estado, error, cuentas, leidaEn } = fuente
  const queries = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: [fuentesPath(coleccionId), 'lista'] })
  const { label, color } = ESTADOS[estado]

  async function read() {
    try {
      await readFuente(coleccionId, id)
      await refresh()
    } catch (failure) {
      notify.error(nombre, describeError(failure))
    }
  }

  async function remove() {
    onRemove()
    await removeFuente(coleccionId, id)
    await refresh()
  }

  return (
    <Paper component="li" p="md" withBorder aria-label={nombre}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="sm" miw={0}>
          <RowLink id={id}>{nombre}</RowLink>
          <Badge color={color}>{label}</Badge>
        </Group>
        {mayEdit && (
          <Group gap="xs" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} aria-hidden />}
              onClick={() => void read()}
            >
              Leer ahora
            </Button>
            <RowMenu
              label={`Acciones de ${nombre}`}
              renderItems={() => (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => setIsRemoving(true)}
                >
                  Quitar
                </Menu.Item>
              )}
            />
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {`${describeOrigen(origen)} · ${describeCuando(fuente)}`}
        {leidaEn !== null && (
          <>
            {' · leída '}
            <TimeAgo at={leidaEn} />
          </>
        )}
      </Text>
      {cuentas && <Text size="sm">{describeCuentas(cuentas)}</Text>}
      {error !== null && (
        <Text size="sm" c="red" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      {isRemoving && (
        <ConfirmDialog
          title="Quitar la fuente"
          confirm="Quitar"
          isDangerous
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">
            Se quita <b>{nombre}</b> con los documentos que trajo: dejan de encontrarse. No se puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </Paper>
  )
}
