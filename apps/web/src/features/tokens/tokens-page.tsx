import type { TokenEmitido, TokenGuardado } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Code, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { EmittedSecretDialog } from '../../shared/emitted-secret-dialog.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { ClientConfigView } from '../../shared/mcp/client-config-view.tsx'
import { useCan } from '../../shared/session.ts'
import { TimeAgo } from '../../shared/time/time-ago.tsx'
import { ESTADO_OPTIONS, TokenBadge } from './token-badge.tsx'
import { TokenPanel } from './token-panel.tsx'
import { describeCanales } from './token-state.ts'
import { useTokens } from './tokens-api.ts'

const COLUMNS: readonly ListColumn<TokenGuardado>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 128,
    from: 480,
    isEssential: true,
    render: (token) => <TokenBadge token={token} />,
  },
  {
    key: 'prefijo',
    title: 'Empieza por',
    width: 136,
    from: 620,
    render: ({ prefijo }) => (
      <Text ff="monospace" fz={12}>
        {prefijo}
      </Text>
    ),
  },
  {
    key: 'canales',
    title: 'Canales',
    width: 104,
    from: 500,
    isEssential: true,
    render: ({ canales }) => describeCanales(canales),
  },
  {
    key: 'vence',
    title: 'Vence',
    width: 144,
    from: 760,
    render: ({ expiraEn }) => (expiraEn === null ? 'Nunca' : <TimeAgo at={expiraEn} />),
  },
  {
    key: 'uso',
    title: 'Último uso',
    width: 144,
    from: 640,
    render: ({ ultimoUso }) =>
      ultimoUso === null ? (
        <Text size="sm" c="dimmed">
          Sin usar
        </Text>
      ) : (
        <TimeAgo at={ultimoUso} />
      ),
  },
  {
    key: 'creado',
    title: 'Creado',
    orden: 'creadoEn',
    width: 144,
    isOptional: true,
    render: ({ creadoEn }) => <TimeAgo at={creadoEn} />,
  },
]

const NOUN = ['token', 'tokens'] as const

export default function TokensPage() {
  const address = useListAddress({ q: '', estado: '', orden: 'nombre' })
  const data = useTokens(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('tokens.crear')
  const mayRemove = useCan('tokens.eliminar')
  const marks = useMarks(mayRemove, { resource: 'tokens', noun: NOUN, data, acciones: ['eliminar'] })
  const [emitted, setEmitted] = useState<TokenEmitido | null>(null)
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear token</CreateButton>
  return (
    <>
      <ListPage
        title="Tokens de Acceso"
        summary="Llaves con las que otros sistemas llaman a los canales que piden token."
        noun={NOUN}
        data={data}
        columns={COLUMNS}
        address={address}
        actions={create}
        filters={
          <FilterSelect
            label="Estado"
            data={ESTADO_OPTIONS}
            value={address.values.estado}
            onChange={(estado) => address.set('estado', estado)}
          />
        }
        empty={
          <EmptyState
            icon={IconKey}
            title="Todavía no hay tokens"
            text={
              mayCreate
                ? 'Cree uno por cada sistema que llame: así podrá revocarlo sin que los demás lo noten. Un canal pide token cuando su acceso es «token».'
                : 'Los crea un administrador. Un canal pide token cuando su acceso es «token».'
            }
            action={
              <>
                {create}
                <GuiaLink to="/docs/canales">canales</GuiaLink>
              </>
            }
          />
        }
        {...marks}
        openId={opened.id}
        onOpen={({ id }) => opened.open(id)}
        aside={
          (opened.isNew || opened.id !== null) && (
            <TokenPanel key={opened.id} opened={opened} onEmitted={setEmitted} />
          )
        }
      />
      {emitted && (
        <EmittedSecretDialog
          title={`Token «${emitted.nombre}»`}
          secret={emitted.token}
          pronoun="lo"
          usage={
            <>
              Se envía en cada llamada como <Code>Authorization: Bearer …</Code> o <Code>X-API-Key: …</Code>
            </>
          }
          onClose={() => setEmitted(null)}
        >
          {emitted.capacidades.length > 0 && (
            <ClientConfigView label="Configuración de un asistente MCP" token={emitted.token} />
          )}
        </EmittedSecretDialog>
      )}
    </>
  )
}
