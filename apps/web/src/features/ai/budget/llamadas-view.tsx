import type { Consumo, EstadoDeConsumo } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Anchor, Badge, Text } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ExportButton } from '../../../shared/export-button.tsx'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { FilterSelect } from '../../../shared/list/filter-select.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { TimeAgo } from '../../../shared/time/time-ago.tsx'
import { showImporte } from '../importe/show-importe.ts'
import { exportConsumos, useConsumos } from './budget-api.ts'
import { sinceDays } from './since-days.ts'

const ESTADOS: Readonly<Record<EstadoDeConsumo, { label: string; color: string }>> = {
  reservado: { label: 'En curso', color: 'blue' },
  liquidado: { label: 'Hecha', color: 'green' },
  liberado: { label: 'Rechazada', color: 'gray' },
  vencido: { label: 'Sin noticia', color: 'yellow' },
}

const COLUMNS: readonly ListColumn<Consumo>[] = [
  {
    key: 'modelo',
    title: 'Modelo',
    render: ({ modelo, ejecucionId }) =>
      ejecucionId === null ? (
        <Text size="sm" truncate>
          {modelo}
        </Text>
      ) : (
        <Anchor component={Link} to={`/ejecuciones/${ejecucionId}`} size="sm" fw={500} c="inherit" truncate>
          {modelo}
        </Anchor>
      ),
  },
  {
    key: 'importe',
    title: 'Importe',
    width: 128,
    from: 400,
    isEssential: true,
    align: 'right',
    render: ({ importe, moneda }) =>
      importe === null || moneda === null ? '–' : showImporte(importe, moneda),
  },
  {
    key: 'tokens',
    title: 'Tokens',
    width: 136,
    from: 620,
    align: 'right',
    render: ({ entrada, salida }) => `${entrada.toLocaleString('es')} → ${salida.toLocaleString('es')}`,
  },
  {
    key: 'quien',
    title: 'Quién',
    width: '22%',
    from: 520,
    render: ({ usuario, agente, proceso }) => [proceso, agente, usuario].filter(Boolean).join(' · ') || '–',
  },
  { key: 'servidor', title: 'Servidor', width: 144, from: 900, render: ({ servidor }) => servidor ?? '–' },
  {
    key: 'estado',
    title: 'Estado',
    width: 120,
    from: 760,
    render: ({ estado }) => <Badge color={ESTADOS[estado].color}>{ESTADOS[estado].label}</Badge>,
  },
  {
    key: 'momento',
    title: 'Cuándo',
    width: 136,
    from: 400,
    isEssential: true,
    render: ({ momento }) => <TimeAgo at={momento} />,
  },
]

const DIAS = ['7', '30', '90'].map((value) => ({ value, label: `${value} días` }))
const USUAL = '30'

/** The ledger: each call, and what it cost. */
export function LlamadasView({ vistas }: { vistas: ReactNode }) {
  const address = useListAddress({ q: '', dias: USUAL, orden: '' })
  const { q, dias } = address.values
  const desde = sinceDays(Number(dias || USUAL))
  const data = useConsumos(useQueryOf({ q, desde }))
  return (
    <ListPage
      title="Llamadas a modelos"
      summary="Cada llamada a un modelo, quién la hizo y lo que costó."
      noun={['llamada', 'llamadas']}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          {vistas}
          <ExportButton name="consumos.csv" read={() => exportConsumos(desde)} />
        </>
      }
      filters={
        <FilterSelect
          label="Desde cuándo"
          data={DIAS}
          value={dias}
          onChange={(next) => address.set('dias', next)}
        />
      }
      empty={
        <EmptyState
          icon={IconList}
          title="Nadie ha llamado a un modelo"
          text="Cada llamada quedará aquí con sus tokens, lo que costó y la ejecución que la hizo."
          action={
            <GuiaLink to="/documentacion/inteligencia-artificial">
              inteligencia artificial en un proceso
            </GuiaLink>
          }
        />
      }
    />
  )
}
