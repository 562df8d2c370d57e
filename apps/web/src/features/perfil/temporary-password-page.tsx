import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useSession } from '../../shared/session.ts'
import { PasswordForm } from './password-form.tsx'

/** In place of every screen while the password is a temporary one: nothing else can be done with it. */
export default function TemporaryPasswordPage({ onSignOut }: { onSignOut: () => void }) {
  const username = useSession()?.user.username ?? ''
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Paper p="xl" w="100%" maw={440}>
        <title>Elija su contraseña · DIV</title>
        <Stack gap="lg">
          <img src="/icono.svg" alt="DIV" width={32} height={32} />
          <div>
            <Title order={1} size="h2">
              Elija su contraseña
            </Title>
            <Text c="dimmed">
              La que le dieron es temporal, {username}: sirve para entrar una vez y elegir la suya.
            </Text>
          </div>
          <PasswordForm username={username} currentLabel="Contraseña temporal" confirm="Guardar y entrar" />
          <Text size="sm">
            <Anchor component="button" type="button" size="sm" onClick={onSignOut}>
              Cerrar Sesión
            </Anchor>
          </Text>
        </Stack>
      </Paper>
    </Center>
  )
}
