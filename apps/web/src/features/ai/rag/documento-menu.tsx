import type { DocumentoDeRag } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Menu, Text } from '@mantine/core'
import { IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../../../shared/api-error.ts'
import { RowMenu } from '../../../shared/list/row-menu.tsx'
import { isGoingOn } from './documento-state.ts'
import { changeDocumento, documentosPath, removeDocumento } from './rag-api.ts'

interface DocumentoMenuProps {
  coleccionId: string
  documento: DocumentoDeRag
  /** Before it goes: nobody must look at it any more. */
  onRemove: () => void
}

/** What can be done with one document. */
export function DocumentoMenu({ coleccionId, documento, onRemove }: DocumentoMenuProps) {
  const { id, nombre } = documento
  const queries = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const refresh = () => queries.invalidateQueries({ queryKey: [documentosPath(coleccionId)] })

  async function change(accion: 'cancelar' | 'leer') {
    try {
      await changeDocumento({ coleccionId, id }, accion)
      await refresh()
    } catch (error) {
      notify.error(nombre, describeError(error))
    }
  }

  async function remove() {
    onRemove()
    await queries.cancelQueries({ queryKey: [documentosPath(coleccionId), 'uno', id] })
    await removeDocumento({ coleccionId, id })
    await refresh()
  }

  return (
    <>
      <RowMenu
        label={`Acciones de ${nombre}`}
        renderItems={() => (
          <>
            {isGoingOn(documento) ? (
              <Menu.Item
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                onClick={() => void change('cancelar')}
              >
                Cancelar la lectura
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => void change('leer')}
              >
                Leer de nuevo
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Quitar
            </Menu.Item>
          </>
        )}
      />
      {isRemoving && (
        <ConfirmDialog
          title="Quitar el documento"
          confirm="Quitar"
          isDangerous
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        >
          <Text size="sm">
            Se quita <b>{nombre}</b> con sus pasajes: deja de encontrarse. No se puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </>
  )
}
