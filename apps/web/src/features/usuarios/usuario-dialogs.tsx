import type { UsuarioGuardado } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { RemoveDialog } from '../../shared/list/remove-dialog.tsx'
import { useSession } from '../../shared/session.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { useUsuarioActions } from './usuarios-api.ts'

export type AskedAction = 'desactivar' | 'restablecer' | 'eliminar'

interface UsuarioDialogsProps {
  usuario: UsuarioGuardado
  asked: AskedAction | null
  onClose: () => void
  onRemoved?: () => void
}

/** What is asked before something is done to an account, and the password that comes of it. */
export function UsuarioDialogs({ usuario, asked, onClose, onRemoved }: UsuarioDialogsProps) {
  const { id, username } = usuario
  const { activate, resetPassword } = useUsuarioActions(id)
  const isOwn = useSession()?.user.id === id
  const [password, setPassword] = useState<string | null>(null)

  return (
    <>
      {asked === 'desactivar' && (
        <ConfirmDialog
          title={`Desactivar a ${username}`}
          confirm="Desactivar"
          isDangerous
          onConfirm={async () => {
            await activate(false)
            notify.success('Usuario desactivado', username)
          }}
          onClose={onClose}
        >
          <Text size="sm">
            No podrá entrar y sus sesiones se cierran ahora mismo. Lo que hizo se conserva, y puede volver a
            activarse.
          </Text>
          <OwnAccount isOwn={isOwn}>Es su propia cuenta: saldrá de DIV.</OwnAccount>
        </ConfirmDialog>
      )}
      {asked === 'restablecer' && (
        <ConfirmDialog
          title={`Restablecer la contraseña de ${username}`}
          confirm="Restablecer"
          onConfirm={async () => setPassword(await resetPassword())}
          onClose={onClose}
        >
          <Text size="sm">
            La que tiene deja de servir y sus sesiones se cierran. Se genera otra, temporal, que verá una sola
            vez.
          </Text>
        </ConfirmDialog>
      )}
      {asked === 'eliminar' && (
        <RemoveDialog
          resource="usuarios"
          noun="el usuario"
          row={{ id, nombre: username }}
          onClose={onClose}
          {...(onRemoved && { onRemoved })}
        />
      )}
      {password !== null && (
        <PasswordDialog shown={{ username, password }} onClose={() => setPassword(null)} />
      )}
    </>
  )
}

function OwnAccount({ isOwn, children }: { isOwn: boolean; children: ReactNode }) {
  if (!isOwn) return null
  return (
    <Text size="sm" fw={600}>
      {children}
    </Text>
  )
}
