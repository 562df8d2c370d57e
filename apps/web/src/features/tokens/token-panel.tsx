import type { TokenEmitido, TokenGuardado } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { IconBan, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { errorOf } from '../../shared/form/error-of.ts'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import type { Opened } from '../../shared/list/use-opened.ts'
import { readPreparedToken } from '../../shared/mcp/prepared-token.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { CanalesField } from './canales-field.tsx'
import { CapacidadesField } from './capacidades-field.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { TokenBadge } from './token-badge.tsx'
import { expiryOf } from './token-state.ts'
import { toTokenDraft, useTokenActions, useTokenForm } from './tokens-api.ts'

const FIRST_EXPIRY = '90'

interface TokenPanelProps {
  opened: Opened
  onEmitted: (emitted: TokenEmitido) => void
}

export function TokenPanel({ opened, onEmitted }: TokenPanelProps) {
  const { id, isNew } = opened
  const [firstExpiry] = useState(() => (isNew ? expiryOf(FIRST_EXPIRY, Date.now()) : null))
  const { state } = useLocation()
  const [prepared] = useState(() => (isNew ? readPreparedToken(state) : null))
  const form = useTokenForm(id, { first: { ...prepared, expiraEn: firstExpiry }, onStored: took })
  const { keepToken } = useTokenActions(id ?? '')
  // The choice of when it ends begins anew with what is stored.
  const [round, setRound] = useState(0)
  const startAnew = () => setRound((before) => before + 1)
  const { draft, change, errors, saved } = form

  function took(stored: TokenGuardado | TokenEmitido) {
    startAnew()
    if ('token' in stored) {
      keepToken(stored)
      onEmitted(stored)
      opened.open(stored.id)
    } else notify.success('Token guardado', stored.nombre)
  }

  function reset() {
    form.reset()
    startAnew()
  }

  return (
    <ResourcePanel
      resource="tokens"
      noun="el token"
      opened={opened}
      form={form}
      toDraft={toTokenDraft}
      title={isNew ? 'Nuevo token' : 'Token'}
      nombre={saved?.nombre}
      badges={saved && <TokenBadge token={saved} />}
      // A new one may be made with what stands there.
      isReady={isNew ? draft.nombre !== '' : form.isDirty}
      onReset={reset}
    >
      {(mayChange) => (
        <>
          <NombreField
            form={form}
            description="De quién es o para qué se usa."
            isNew={isNew}
            isReadOnly={!mayChange}
          />
          <CanalesField
            value={draft.canales}
            onChange={(canales) => change({ canales })}
            error={errors.find(({ campo }) => campo.startsWith('canales'))?.mensaje}
            isReadOnly={!mayChange}
          />
          <CapacidadesField
            value={draft.capacidades}
            onChange={(capacidades) => change({ capacidades })}
            error={errors.find(({ campo }) => campo.startsWith('capacidades'))?.mensaje}
            isReadOnly={!mayChange}
          />
          <ExpiryField
            key={round}
            initial={isNew ? FIRST_EXPIRY : saved?.expiraEn === null ? 'nunca' : 'otra'}
            value={draft.expiraEn}
            onChange={(expiraEn) => change({ expiraEn })}
            error={errorOf(errors, 'expiraEn')}
            isReadOnly={!mayChange}
          />
          {saved && <TokenUse token={saved} />}
          {saved && mayChange && saved.revocadoEn === null && (
            <TokenEnds token={saved} onEmitted={onEmitted} />
          )}
        </>
      )}
    </ResourcePanel>
  )
}

function TokenUse({ token: { prefijo, ultimoUso, revocadoEn } }: { token: TokenGuardado }) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        Empieza por <Code>{prefijo}</Code>
      </Text>
      <Text size="sm">
        {ultimoUso === null ? (
          'No se ha usado todavía.'
        ) : (
          <>
            Último uso: <TimeAgo at={ultimoUso} />
          </>
        )}
      </Text>
      {revocadoEn !== null && (
        <Text size="sm">
          Revocado <TimeAgo at={revocadoEn} />
        </Text>
      )}
    </Stack>
  )
}

/** The two ways in which the token that somebody holds stops working. */
function TokenEnds({ token, onEmitted }: { token: TokenGuardado } & Pick<TokenPanelProps, 'onEmitted'>) {
  const { rotate, revoke } = useTokenActions(token.id)
  const [asked, setAsked] = useState<'rotate' | 'revoke' | null>(null)
  return (
    <Group gap="sm">
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        onClick={() => setAsked('rotate')}
      >
        Rotar
      </Button>
      <Button
        size="xs"
        variant="default"
        c="red"
        leftSection={<IconBan size={14} aria-hidden />}
        onClick={() => setAsked('revoke')}
      >
        Revocar
      </Button>
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Rotar el token"
          confirm="Rotar"
          onConfirm={async () => onEmitted(await rotate())}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            Se emite otro en lugar de <b>{token.nombre}</b>. El que está en uso deja de valer en dos segundos.
          </Text>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title="Revocar el token"
          confirm="Revocar"
          isDangerous
          onConfirm={revoke}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <b>{token.nombre}</b> deja de abrir sus canales en dos segundos: quien lo use recibe un 401. No se
            puede deshacer.
          </Text>
        </ConfirmDialog>
      )}
    </Group>
  )
}
