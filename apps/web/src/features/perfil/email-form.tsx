import { FormHelp, notify } from '@div/ui'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { campoOf } from '../../shared/form/campo-of.ts'
import { UnsavedGuard } from '../../shared/form/unsaved-guard.tsx'
import { useChangeEmail } from './perfil-api.ts'

export function EmailForm({ email }: { email: string }) {
  const { errors, failure, isSending, submit, forgive } = useChangeEmail()
  const [typed, setTyped] = useState(email)
  const isDirty = typed !== email

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isDirty) return
    if ((await submit({ email: typed })) !== null) notify.success('Correo guardado', typed)
  }

  return (
    <form onSubmit={send} noValidate aria-label="Cambiar el correo">
      <UnsavedGuard isDirty={isDirty && !isSending} />
      <Stack gap="md">
        {failure !== null && (
          <Alert role="alert" color="red" variant="light">
            {failure}
          </Alert>
        )}
        <FormHelp help="/documentacion/campos#perfil" root="">
          <TextInput
            label="Correo"
            type="email"
            autoComplete="email"
            {...campoOf(errors, 'email')}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value)
              forgive()
            }}
          />
        </FormHelp>
        <Group>
          <Button type="submit" variant="default" disabled={!isDirty} loading={isSending}>
            Guardar el correo
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
