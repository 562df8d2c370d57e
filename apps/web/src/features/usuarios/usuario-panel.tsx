import { ROLES, type Role, type UsuarioCreado, type UsuarioGuardado } from '@div/contract'
import { notify } from '@div/ui'
import { Anchor, Box, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeError } from '../../shared/api-error.ts'
import { campoOf } from '../../shared/form/campo-of.ts'
import { errorOf } from '../../shared/form/error-of.ts'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import type { Opened } from '../../shared/list/use-opened.ts'
import { RoleBadge } from '../../shared/role-badge.tsx'
import { ROLE_SUMMARIES } from '../../shared/role-summaries.ts'
import { useSession } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import type { ShownPassword } from './password-dialog.tsx'
import { type AskedAction, UsuarioDialogs } from './usuario-dialogs.tsx'
import { UsuarioState } from './usuario-state.tsx'
import { toUsuarioDraft, USUARIO_FIELDS, useUsuarioActions, useUsuarioForm } from './usuarios-api.ts'

export function UsuarioPanel({
  opened,
  onCreated,
}: {
  opened: Opened
  onCreated: (shown: ShownPassword) => void
}) {
  const { id, isNew } = opened
  const form = useUsuarioForm(id, took)
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const { draft, change, errors, saved } = form

  function took({ id: storedId, username, passwordTemporal }: UsuarioCreado) {
    if (!isNew) return void notify.success('Usuario guardado', username)
    opened.open(storedId)
    if (passwordTemporal !== undefined) onCreated({ username, password: passwordTemporal })
  }

  return (
    <ResourcePanel
      resource="usuarios"
      noun="el usuario"
      opened={opened}
      form={form}
      toDraft={toUsuarioDraft}
      fields={USUARIO_FIELDS}
      title={isNew ? 'Nuevo usuario' : 'Usuario'}
      nombre={saved?.username}
      badges={saved && <UsuarioState usuario={saved} />}
      onRemove={() => setAsked('eliminar')}
    >
      {(mayChange) => (
        <>
          <TextInput
            label="Usuario"
            description={isNew ? 'Con él entra en DIV.' : undefined}
            withAsterisk
            autoFocus={isNew}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            readOnly={!mayChange}
            {...campoOf(errors, 'username')}
            value={draft.username}
            onChange={({ currentTarget }) => change({ username: currentTarget.value })}
          />
          <TextInput
            label="Correo"
            type="email"
            withAsterisk
            autoComplete="off"
            readOnly={!mayChange}
            {...campoOf(errors, 'email')}
            value={draft.email}
            onChange={({ currentTarget }) => change({ email: currentTarget.value })}
          />
          <RoleChoice
            value={draft.role}
            error={errorOf(errors, 'role')}
            isReadOnly={!mayChange}
            onChange={(role) => change({ role })}
          />
          {isNew ? (
            <Text size="sm" c="dimmed">
              Al crearlo verá una sola vez una contraseña temporal para entregarle. En su primera entrada
              tendrá que elegir la suya.
            </Text>
          ) : (
            saved && <Access usuario={saved} mayChange={mayChange} onAsk={setAsked} />
          )}
          {saved && (
            <UsuarioDialogs
              usuario={saved}
              asked={asked}
              onClose={() => setAsked(null)}
              onRemoved={opened.close}
            />
          )}
        </>
      )}
    </ResourcePanel>
  )
}

interface RoleChoiceProps {
  value: Role
  error: string | undefined
  isReadOnly: boolean
  onChange: (role: Role) => void
}

function RoleChoice({ value, error, isReadOnly, onChange }: RoleChoiceProps) {
  return (
    <Radio.Group
      label="Rol"
      data-campo="role"
      error={error}
      value={value}
      onChange={(chosen) => {
        const role = ROLES.find((each) => each === chosen)
        if (role !== undefined) onChange(role)
      }}
    >
      <Stack gap="sm" mt={4}>
        {ROLES.map((role) => (
          <Radio
            key={role}
            value={role}
            disabled={isReadOnly}
            label={<RoleBadge role={role} />}
            description={ROLE_SUMMARIES[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

interface AccessProps {
  usuario: UsuarioGuardado
  mayChange: boolean
  onAsk: (action: AskedAction) => void
}

/** How the account gets in, and how it is kept out. */
function Access({ usuario: { id, activo, ultimoAcceso }, mayChange, onAsk }: AccessProps) {
  const { activate } = useUsuarioActions(id)
  const isOwn = useSession()?.user.id === id

  async function letIn() {
    try {
      await activate(true)
    } catch (error) {
      notify.error('No se pudo activar', describeError(error))
    }
  }

  return (
    <Box component="section" aria-label="Acceso">
      <Text size="sm" fw={500} mb={4}>
        Acceso
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {ultimoAcceso === null ? (
          'No ha entrado nunca.'
        ) : (
          <>
            Entró por última vez <TimeAgo at={ultimoAcceso} />.
          </>
        )}
        {isOwn && (
          <>
            {' '}
            Es su cuenta: la contraseña se cambia en{' '}
            <Anchor component={Link} to="/perfil" size="sm">
              su perfil
            </Anchor>
            .
          </>
        )}
      </Text>
      {mayChange && (
        <Group gap="sm">
          {!isOwn && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconKey size={14} aria-hidden />}
              onClick={() => onAsk('restablecer')}
            >
              Restablecer contraseña
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => (activo ? onAsk('desactivar') : void letIn())}>
            {activo ? 'Desactivar' : 'Activar'}
          </Button>
        </Group>
      )}
    </Box>
  )
}
