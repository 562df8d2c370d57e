import type { AlertaGuardada, PruebaDeAlerta } from '@div/contract'
import { notify } from '@div/ui'
import { Alert, Button, Group, Menu, Stack } from '@mantine/core'
import { IconBell, IconBellOff, IconSend } from '@tabler/icons-react'
import { describeError } from '../../shared/api-error.ts'
import { wholeTime } from '../../shared/time/time-words.ts'
import { useNow } from '../../shared/use-now.ts'
import { useSilence, useTest } from './alertas-api.ts'

const HOUR_MS = 3_600_000
const SILENCIOS = [
  { label: '1 hora', ms: HOUR_MS },
  { label: '8 horas', ms: 8 * HOUR_MS },
  { label: '1 día', ms: 24 * HOUR_MS },
  { label: '1 semana', ms: 168 * HOUR_MS },
] as const
const VIAS: Readonly<Record<PruebaDeAlerta['vias'][number]['via'], string>> = {
  correo: 'Correo',
  webhook: 'Webhook',
}

/** What an operator does about a rule: tries it, or keeps it silent for a time. */
export function AlertaActions({ alerta, isDirty }: { alerta: AlertaGuardada; isDirty: boolean }) {
  const silencing = useSilence(alerta.id)
  const probar = useTest(alerta.id)
  const now = useNow(60_000)
  const { silenciadaHasta } = alerta
  const isSilenced = silenciadaHasta !== null && Date.parse(silenciadaHasta) > now
  const canTell = alerta.correo !== null || alerta.webhook !== null

  function silence(hasta: Date | null) {
    silencing.mutate(hasta, {
      onSuccess: () =>
        hasta === null
          ? notify.success('Alerta sin silencio', 'Vuelve a avisar.')
          : notify.success('Alerta silenciada', `No avisa hasta ${wholeTime(hasta.getTime())}.`),
      onError: (error) => notify.error('No se pudo silenciar', describeError(error)),
    })
  }

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} aria-hidden />}
          disabled={isDirty || !canTell}
          title={whyNot({ isDirty, canTell })}
          loading={probar.isPending}
          onClick={() => probar.mutate()}
        >
          Probar
        </Button>
        {isSilenced ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBell size={14} aria-hidden />}
            loading={silencing.isPending}
            onClick={() => silence(null)}
          >
            Quitar el silencio
          </Button>
        ) : (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconBellOff size={14} aria-hidden />}
                loading={silencing.isPending}
              >
                Silenciar
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {SILENCIOS.map(({ label, ms }) => (
                <Menu.Item key={label} onClick={() => silence(new Date(Date.now() + ms))}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isSilenced && silenciadaHasta !== null && (
        <Alert color="gray" p="sm">
          Silenciada hasta {wholeTime(Date.parse(silenciadaHasta))}: se vigila y no se avisa a nadie.
        </Alert>
      )}
      {probar.error && <Alert color="red">{describeError(probar.error)}</Alert>}
      {probar.data?.vias.map(({ via, ok, error }) => (
        <Alert key={via} color={ok ? 'green' : 'red'} p="sm" role="status">
          {ok ? `${VIAS[via]}: el mensaje de prueba salió.` : `${VIAS[via]}: ${error}`}
        </Alert>
      ))}
    </Stack>
  )
}

function whyNot({ isDirty, canTell }: { isDirty: boolean; canTell: boolean }): string | undefined {
  if (isDirty) return 'Guarde antes: se prueba lo guardado.'
  return canTell ? undefined : 'Solo avisa en la campana: no hay a quién enviar una prueba.'
}
