import type { TareaResumen } from '@div/contract'
import { notify } from '@div/ui'
import { Menu } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconPlayerPlay } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { ThingMenu } from '../../shared/list/thing-menu.tsx'
import { useCan } from '../../shared/session.ts'
import { useActivateTarea } from './tareas-api.ts'
import { useRunTarea } from './use-run-tarea.ts'

/** At the end of a row. */
export function TareaMenu({ tarea }: { tarea: TareaResumen }) {
  const { id, nombre, activo } = tarea
  const activate = useActivateTarea()
  const runTarea = useRunTarea()
  const mayEdit = useCan('tareas-programadas.editar')

  async function turn() {
    try {
      await activate(id, !activo)
      notify.success(activo ? 'Tarea desactivada' : 'Tarea activada', nombre)
    } catch (error) {
      notify.error('No se pudo cambiar', describeError(error))
    }
  }

  const Turn = activo ? IconCircleOff : IconCircleCheck
  const renderItems = () => (
    <>
      <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void runTarea(tarea)}>
        Ejecutar ahora
      </Menu.Item>
      <Menu.Item leftSection={<Turn size={16} aria-hidden />} onClick={turn}>
        {activo ? 'Desactivar' : 'Activar'}
      </Menu.Item>
    </>
  )
  return (
    <ThingMenu
      resource="tareas-programadas"
      noun="la tarea"
      row={tarea}
      renderItems={mayEdit ? renderItems : undefined}
    />
  )
}
