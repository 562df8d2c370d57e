import type { UsuarioGuardado } from '@div/contract'
import { notify } from '@div/ui'
import { Menu } from '@mantine/core'
import { IconCircleCheck, IconCircleOff, IconKey, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { RowMenu } from '../../shared/list/row-menu.tsx'
import { useCan, useSession } from '../../shared/session.ts'
import { type AskedAction, UsuarioDialogs } from './usuario-dialogs.tsx'
import { useUsuarioActions } from './usuarios-api.ts'

/** At the end of a row: what can be done with the account. */
export function UsuarioMenu({ usuario }: { usuario: UsuarioGuardado }) {
  const { id, username, activo } = usuario
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const { activate } = useUsuarioActions(id)
  const mayEdit = useCan('usuarios.editar')
  const mayRemove = useCan('usuarios.eliminar')
  const isOwn = useSession()?.user.id === id
  if (!mayEdit && !mayRemove) return null

  async function turnOn() {
    try {
      await activate(true)
      notify.success('Usuario activado', username)
    } catch (error) {
      notify.error('No se pudo activar', describeError(error))
    }
  }

  return (
    <>
      <RowMenu
        label={`Acciones de ${username}`}
        renderItems={() => (
          <>
            {mayEdit && !isOwn && (
              <Menu.Item
                leftSection={<IconKey size={16} aria-hidden />}
                onClick={() => setAsked('restablecer')}
              >
                Restablecer contraseña
              </Menu.Item>
            )}
            {mayEdit &&
              (activo ? (
                <Menu.Item
                  leftSection={<IconCircleOff size={16} aria-hidden />}
                  onClick={() => setAsked('desactivar')}
                >
                  Desactivar
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<IconCircleCheck size={16} aria-hidden />} onClick={turnOn}>
                  Activar
                </Menu.Item>
              ))}
            {mayRemove && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setAsked('eliminar')}
              >
                Eliminar
              </Menu.Item>
            )}
          </>
        )}
      />
      <UsuarioDialogs usuario={usuario} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}
