import { ConfirmDialog, ErrorState } from '@div/ui'
import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api-client.ts'
import { useUsos } from '../usos/use-usos.ts'
import { UsosList } from '../usos/usos-list.tsx'

interface RemoveDialogProps {
  resource: string
  /** `el servidor`, `la tabla` */
  noun: string
  row: { id: string; nombre: string }
  onClose: () => void
  onRemoved?: () => void
}

/** Before something goes: who uses it. What is in use cannot go, and says where. */
export function RemoveDialog({ resource, noun, row, onClose, onRemoved }: RemoveDialogProps) {
  const queries = useQueryClient()
  const { data: usos, error, refetch } = useUsos(resource, row.id)
  const isUsed = usos !== undefined && usos.length > 0

  async function remove() {
    await callApi('DELETE', `${resource}/${row.id}`)
    onRemoved?.()
    // What it was is not asked for again.
    queries.removeQueries({ queryKey: [resource, 'uno', row.id] })
    queries.removeQueries({ queryKey: [resource, 'usos', row.id] })
    void queries.invalidateQueries({
      queryKey: [resource],
      predicate: ({ queryKey }) => !queryKey.includes(row.id),
    })
  }

  return (
    <ConfirmDialog
      title={`Eliminar ${noun}`}
      confirm="Eliminar"
      isDangerous
      isImpossible={isUsed}
      onConfirm={remove}
      onClose={onClose}
    >
      {isUsed ? (
        <>
          <Text size="sm">
            <b>{row.nombre}</b> está en uso y no se puede eliminar. Quítelo antes de:
          </Text>
          <UsosList usos={usos} onFollow={onClose} />
        </>
      ) : (
        <>
          {error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
          <Text size="sm">
            Se elimina {noun} <b>{row.nombre}</b>. No se puede deshacer.
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}
