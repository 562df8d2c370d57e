import type { TareaResumen } from '@div/contract'
import { notify } from '@div/ui'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconDots, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { useCan } from '../../shared/session.ts'
import { useActivateTarea } from './tareas-api.ts'
import { useRunTarea } from './use-run-tarea.ts'

/** At the end of a row. */
export function TareaMenu({ tarea }: { tarea: TareaResumen }) {
  const { id, nombre, activo } = tarea
  const [isRemoving, setIsRemoving] = useState(false)
  const activate = useActivateTarea()
  const runTarea = useRunTarea()
  const mayEdit = useCan('tareas-programadas.editar')
  const mayRemove = useCan('tareas-programadas.eliminar')
  if (!mayEdit && !mayRemove) return null

  async function turn() {
    try {
      await activate(id, !activo)
      notify.success(activo ? 'Tarea desactivada' : 'Tarea activada', nombre)
    } catch (error) {
      notify.error('No se pudo cambiar', describeError(error))
    }
  }

  const Turn = activo ? IconCircleOff : IconCircleCheck
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`Acciones de ${nombre}`}>
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <Menu.Item
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              onClick={() => void runTarea(tarea)}
            >
              Ejecutar ahora
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item leftSection={<Turn size={16} aria-hidden />} onClick={turn}>
              {activo ? 'Desactivar' : 'Activar'}
            </Menu.Item>
          )}
          {mayRemove && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setIsRemoving(true)}
            >
              Eliminar
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRemoving && (
        <RemoveDialog
          resource="tareas-programadas"
          noun="la tarea"
          row={tarea}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </>
  )
}
