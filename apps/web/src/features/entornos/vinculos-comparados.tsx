import { ESTADOS_DE_VINCULO, type Extremo, type VinculoComparado } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowsDiff, IconVariable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { FilterSelect } from '../../shared/list/filter-select.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import { useListAddress } from '../../shared/list/use-list-address.ts'
import { useOpened } from '../../shared/list/use-opened.ts'
import { TipoIcon } from '../../shared/servidores/tipo-icon.tsx'
import { useTipoLabel } from '../../shared/servidores/use-tipos-servidor.ts'
import { ComparacionBadge, estadoOptions } from './comparacion-badge.tsx'
import { filterRows } from './comparacion-rows.ts'
import { describeExtremo } from './describe-extremo.ts'
import type { Comparado } from './procesos-comparados.tsx'
import { VinculoComparadoPanel } from './vinculo-comparado-panel.tsx'

export type VinculoRow = VinculoComparado & { id: string }

const NOUN = ['servidor o parámetro', 'servidores y parámetros'] as const

const COLUMNS: readonly ListColumn<VinculoRow>[] = [
  {
    key: 'vinculo',
    title: 'Aquí se llama',
    render: (row) => (
      <Group gap={8} wrap="nowrap">
        <RecursoIcon {...row} />
        <RowLink id={row.id}>{row.nombre}</RowLink>
      </Group>
    ),
  },
  {
    key: 'estadoDeVinculo',
    title: 'Estado',
    width: 152,
    from: 480,
    isEssential: true,
    render: ({ estado }) => <ComparacionBadge estado={estado} />,
  },
  {
    key: 'datoAqui',
    title: 'Aquí',
    from: 640,
    render: ({ recurso, aqui }) => <Dato recurso={recurso} extremo={aqui} />,
  },
  {
    key: 'datoAlli',
    title: 'Allí',
    from: 640,
    render: ({ recurso, alli }) => <Dato recurso={recurso} extremo={alli} />,
  },
  {
    key: 'nombreAlli',
    title: 'Allí se llama',
    from: 900,
    render: ({ nombre, nombreAlli }) => (
      <Text size="sm" truncate title={nombreAlli} {...(nombre === nombreAlli && { c: 'dimmed' })}>
        {nombre === nombreAlli ? 'Igual' : nombreAlli}
      </Text>
    ),
  },
]

/** What the published procesos of this DIV are bound to, here and there. */
export function VinculosComparados({ page, comparacion, reading }: Comparado<VinculoRow>) {
  const address = useListAddress({ q: '', estado: '', orden: '' })
  const opened = useOpened()
  const rows = useMemo(
    () => (comparacion?.vinculos ?? []).map((each) => ({ ...each, id: `${each.recurso}/${each.nombre}` })),
    [comparacion],
  )
  const shown = filterRows(rows, address.values)
  const open = rows.find((row) => row.id === opened.id)
  return (
    <ListPage
      {...page}
      summary={
        <>
          Lo que usan los procesos publicados, aquí y allí. Lo secreto ni se envía ni se compara.
          <br />
          {page.summary}
        </>
      }
      noun={NOUN}
      data={{
        total: comparacion === undefined ? null : shown.length,
        hasMore: false,
        rowAt: (index) => shown[index],
        onRange: () => {},
        ...reading,
      }}
      columns={COLUMNS}
      address={address}
      filters={
        <FilterSelect
          label="Estado"
          width={200}
          data={estadoOptions(ESTADOS_DE_VINCULO, rows)}
          value={address.values.estado}
          onChange={(estado) => address.set('estado', estado)}
        />
      }
      empty={
        <EmptyState
          icon={IconArrowsDiff}
          title="No hay nada que comparar"
          text="Ningún proceso publicado aquí usa servidores ni parámetros."
          action={
            <Button component={Link} to="/procesos" variant="default">
              Ir a los procesos
            </Button>
          }
        />
      }
      openId={opened.id}
      onOpen={(row) => opened.open(row.id)}
      aside={open && <VinculoComparadoPanel key={open.id} vinculo={open} onClose={opened.close} />}
    />
  )
}

function RecursoIcon({ recurso, aqui, alli }: VinculoComparado) {
  const labelOf = useTipoLabel()
  const tipo = (aqui ?? alli)?.tipo ?? ''
  return recurso === 'servidores' ? (
    <TipoIcon tipo={tipo} label={labelOf(tipo)} />
  ) : (
    <IconVariable size={18} stroke={1.5} role="img" aria-label="Parámetro" style={{ flex: 'none' }} />
  )
}

function Dato({ recurso, extremo }: { recurso: VinculoComparado['recurso']; extremo: Extremo | null }) {
  const words = describeExtremo(recurso, extremo)
  return (
    <Text
      size="sm"
      truncate
      title={words}
      {...(extremo === null && { c: 'red' })}
      {...(extremo !== null && extremo.dato !== null && { ff: 'monospace', fz: 12 })}
    >
      {words}
    </Text>
  )
}
