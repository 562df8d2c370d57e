import { PASSWORD_MIN } from '@div/contract'
import { FormHelp } from '@div/ui'
import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { useChangePassword } from './perfil-api.ts'

interface PasswordFormProps {
  username: string
  /** Of the one that is replaced. */
  currentLabel: string
  confirm: string
  onChanged?: () => void
}

const EMPTY = { actual: '', nueva: '', repetida: '' }

export function PasswordForm({ username, currentLabel, confirm, onChanged }: PasswordFormProps) {
  const { errors, failure, isSending, submit, forgive } = useChangePassword()
  const [{ actual, nueva, repetida }, setTyped] = useState(EMPTY)
  const [isDifferent, setIsDifferent] = useState(false)

  function change(typed: Partial<typeof EMPTY>) {
    setTyped((current) => ({ ...current, ...typed }))
    setIsDifferent(false)
    forgive()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (nueva !== repetida) return setIsDifferent(true)
    if ((await submit({ actual, nueva })) === null) return
    setTyped(EMPTY)
    onChanged?.()
  }

  return (
    <form onSubmit={send} noValidate aria-label="Cambiar la contraseña">
      <Stack gap="md">
        {failure !== null && (
          <Alert role="alert" color="red" variant="light" icon={<IconAlertTriangle aria-hidden />}>
            {failure}
          </Alert>
        )}
        {/* So that a password manager knows whose it is. */}
        <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
        <FormHelp help="/documentacion/campos#contrasena" root="">
          <Stack gap="md">
            <PasswordInput
              label={currentLabel}
              autoComplete="current-password"
              {...campoOf(errors, 'actual')}
              value={actual}
              onChange={({ currentTarget }) => change({ actual: currentTarget.value })}
            />
            <PasswordInput
              label="Contraseña nueva"
              description={`Al menos ${PASSWORD_MIN} caracteres. Una frase de varias palabras es fácil de recordar y difícil de adivinar.`}
              autoComplete="new-password"
              {...campoOf(errors, 'nueva')}
              value={nueva}
              onChange={({ currentTarget }) => change({ nueva: currentTarget.value })}
            />
            <PasswordInput
              label="Repita la contraseña nueva"
              autoComplete="new-password"
              error={isDifferent && 'No es igual que la de arriba.'}
              value={repetida}
              onChange={({ currentTarget }) => change({ repetida: currentTarget.value })}
            />
          </Stack>
        </FormHelp>
        <Group>
          <Button
            type="submit"
            loading={isSending}
            disabled={actual === '' || nueva === '' || repetida === ''}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
