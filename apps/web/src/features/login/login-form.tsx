import type { Sesion } from '@div/contract'
import { Alert, Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { refuseFailure, sendRequest } from '../../shared/send-request.ts'
import { storeSession } from '../../shared/session.ts'
import classes from './login.module.css'
import { describeLoginFailure } from './login-failure.ts'

export function LoginForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    try {
      // Not through the client of a session: here a 401 is an answer about what was typed.
      const response = await refuseFailure(
        await sendRequest('POST', 'auth/login', { body: { username, password } }),
      )
      const sesion: Sesion = await response.json()
      storeSession(sesion)
    } catch (error) {
      setFailure(describeLoginFailure(error))
      setSending(false)
    }
  }

  return (
    <section className={classes.side}>
      <form className={classes.form} onSubmit={submit} aria-labelledby="login-title">
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2" id="login-title">
              Bienvenido
            </Title>
            <Text c="dimmed">Entre con su cuenta de DIV.</Text>
          </div>
          {failure !== null && (
            <Alert role="alert" color="red" icon={<IconAlertCircle size={18} />} p="sm">
              {failure}
            </Alert>
          )}
          <TextInput
            label="USUARIO"
            name="username"
            size="md"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={username}
            onChange={({ currentTarget }) => {
              setUsername(currentTarget.value)
              setFailure(null)
            }}
          />
          <PasswordInput
            label="CONTRASEÑA"
            name="password"
            size="md"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value)
              setFailure(null)
            }}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={isSending}
            disabled={username.trim() === '' || password === ''}
          >
            ACCEDER
          </Button>
        </Stack>
      </form>
    </section>
  )
}
