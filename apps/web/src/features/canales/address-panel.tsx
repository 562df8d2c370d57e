import { CopyValue, ErrorState } from '@div/ui'
import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { addressOfCanal } from '../../shared/canales/canal-address.ts'
import { useCanalesBase } from '../../shared/canales/use-canales-base.ts'
import { useConfiguracion } from '../../shared/use-configuracion.ts'
import type { CanalDraft } from './canales-api.ts'

/** What the canal is called at, and where it describes itself. */
export function AddressPanel({ draft, isStored }: { draft: CanalDraft; isStored: boolean }) {
  const { error, refetch } = useConfiguracion()
  const base = useCanalesBase()
  if (base === undefined) {
    return error && <ErrorState message={error.message} onRetry={() => void refetch()} />
  }
  const address = addressOfCanal(base, { ...draft, ruta: draft.ruta === '' ? '…' : draft.ruta })
  return (
    <Paper p="lg" component="section" aria-label="Dirección">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Dirección
        </Title>
        <CopyValue value={address} noun="la dirección" />
        {!isStored && (
          <Text size="sm" c="dimmed">
            Será esta cuando lo guarde.
          </Text>
        )}
        {draft.tipo === 'SOAP' && <CopyValue value={`${address}?wsdl`} noun="la dirección del WSDL" />}
        {isStored && draft.activo && draft.tipo === 'SOAP' && (
          <Anchor href={`${address}?wsdl`} target="_blank" rel="noreferrer" size="sm">
            WSDL
          </Anchor>
        )}
        {isStored && draft.activo && draft.tipo === 'REST' && (
          <Group gap="md">
            <Anchor href={`${address}/docs`} target="_blank" rel="noreferrer" size="sm">
              Documentación
            </Anchor>
            <Anchor href={`${address}/openapi.json`} target="_blank" rel="noreferrer" size="sm">
              OpenAPI
            </Anchor>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
