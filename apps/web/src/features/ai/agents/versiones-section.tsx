import type { AgenteGuardado } from '@div/contract'
import { notify } from '@div/ui'
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { explainError } from '../../../shared/api-error.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { publishVersion, RESOURCE, restoreVersion, useVersiones, versionesKey } from './agents-api.ts'

interface VersionesSectionProps {
  agente: AgenteGuardado
  mayChange: boolean
  isDirty: boolean
}

/** What was published, and how to have it again. */
export function VersionesSection({ agente, mayChange, isDirty }: VersionesSectionProps) {
  const { id, versionPublicada } = agente
  const queries = useQueryClient()
  const { data: versiones = [] } = useVersiones(id)

  async function change(done: string, work: () => Promise<unknown>) {
    try {
      await work()
      await queries.invalidateQueries({ queryKey: [RESOURCE] })
      await queries.invalidateQueries({ queryKey: versionesKey(id) })
      notify.success(done, agente.nombre)
    } catch (error) {
      notify.error('No se pudo', explainError(error))
    }
  }

  if (versiones.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Todavía no se publicó ninguna. Mientras tanto solo puede probarlo quien lo edita.
      </Text>
    )
  return (
    <Stack gap="sm">
      {versiones.map(({ version, nota, publicadaEn, publicadaPor }) => (
        <Paper key={version} withBorder p="md" component="article" aria-label={`Versión ${version}`}>
          <Group justify="space-between">
            <Stack gap={2}>
              <Group gap="xs">
                <Text fw={500}>Versión {version}</Text>
                {version === versionPublicada && <Badge color="green">Publicada</Badge>}
              </Group>
              <Text size="sm" c="dimmed">
                <TimeAgo at={publicadaEn} />
                {publicadaPor !== null && `, por ${publicadaPor}`}
              </Text>
              {nota !== '' && <Text size="sm">{nota}</Text>}
            </Stack>
            {mayChange && (
              <Group gap="xs">
                {version !== versionPublicada && (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() =>
                      void change(`Publicada la versión ${version}`, () => publishVersion(id, version))
                    }
                  >
                    Volver a publicar
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="default"
                  disabled={isDirty}
                  onClick={() =>
                    void change(`El borrador es la versión ${version}`, () => restoreVersion(id, version))
                  }
                >
                  Restaurar en el borrador
                </Button>
              </Group>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
