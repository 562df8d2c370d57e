import { notify, PageHeader } from '@div/ui'
import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { RoleBadge } from '../../shared/role-badge.tsx'
import { ROLE_SUMMARIES } from '../../shared/role-summaries.ts'
import { useSession } from '../../shared/session.ts'
import { ClavesSection } from './claves-section.tsx'
import { EmailForm } from './email-form.tsx'
import { PasswordForm } from './password-form.tsx'

export default function PerfilPage() {
  const user = useSession()?.user
  // The guard around all screens leads to /login.
  if (user === undefined) return null
  const { username, role } = user
  return (
    <Stack gap="lg" maw={960}>
      <PageHeader title="Mi perfil" summary="Su cuenta en DIV." />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper component="section" p="lg" aria-labelledby="perfil-cuenta">
          <Stack gap="md">
            <Title order={2} size="h3" id="perfil-cuenta">
              Cuenta
            </Title>
            <div>
              <Text size="sm" fw={500}>
                Usuario
              </Text>
              <Text translate="no">{username}</Text>
            </div>
            <div>
              <Text size="sm" fw={500} mb={4}>
                Rol
              </Text>
              <RoleBadge role={role} />
              <Text size="xs" c="dimmed" mt={4}>
                {ROLE_SUMMARIES[role]}
              </Text>
            </div>
            <EmailForm key={user.email} email={user.email} />
          </Stack>
        </Paper>
        <Paper component="section" p="lg" aria-labelledby="perfil-password">
          <Stack gap="md">
            <div>
              <Title order={2} size="h3" id="perfil-password">
                Contraseña
              </Title>
              <Text size="sm" c="dimmed">
                Al cambiarla se cierran sus sesiones en los demás equipos, esta sigue abierta, y dejan de
                valer sus claves de API.
              </Text>
            </div>
            <PasswordForm
              username={username}
              currentLabel="Contraseña actual"
              confirm="Cambiar la contraseña"
              onChanged={() => notify.success('Contraseña cambiada', 'Desde ahora entra con la nueva.')}
            />
          </Stack>
        </Paper>
      </SimpleGrid>
      <ClavesSection />
    </Stack>
  )
}
