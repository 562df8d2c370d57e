import {
  CardGrid,
  type CardGridProps,
  ColumnMenu,
  ErrorState,
  type ListColumn,
  ListTable,
  useColumnChoice,
} from '@div/ui'
import { Button, Group, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { AsidePage, type AsidePageProps } from './aside-page.tsx'
import type { ListData } from './list-data.ts'
import classes from './list-page.module.css'
import { OrdenSelect } from './orden-select.tsx'
import { SearchInput } from './search-input.tsx'
import type { ListAddress } from './use-list-address.ts'
import type { ListSelection } from './use-selection.ts'
import { type Vista, VistaSwitch } from './vista-switch.tsx'

export interface ListPageProps<Row extends { id: string }> {
  /** The list that this one is a part of. */
  back?: AsidePageProps['back']
  /** Of the page, and the name under which its columns are remembered. */
  title: string
  summary: ReactNode
  /** What one row and many are called: `servidor`, `servidores`. */
  noun: readonly [one: string, many: string]
  data: ListData<Row>
  columns: readonly ListColumn<Row>[]
  address: ListAddress<'q' | 'orden'>
  /** Buttons of the page, the most important last. */
  actions?: ReactNode
  /** Beside the search. */
  filters?: ReactNode
  /** What stands there as long as nothing was ever made. */
  empty: ReactNode
  /** What can be done with the rows that are marked. */
  bulk?: ReactNode
  selection?: ListSelection | undefined
  onOpen?: (row: Row) => void
  /** The row that stands open beside the list. */
  openId?: string | null
  rowActions?: (row: Row) => ReactNode
  /** The same rows as cards, for who wants to see more of each; which of both a person prefers is remembered. */
  cards?: Cards<Row>
  /** What is open of the list; it stands beside the rows, and in their place where there is no room for both. */
  aside?: ReactNode
}

type Cards<Row extends { id: string }> = Pick<CardGridProps<Row>, 'render' | 'height' | 'minWidth'>

/** A list of things: search and filters above, the rows below, what is marked between them. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, summary, data, address } = props
  const isEmpty = data.total === 0 && !address.isFiltered && data.error === null
  return (
    <AsidePage
      {...(props.back && { back: props.back })}
      title={title}
      summary={summary}
      actions={props.actions}
      aside={props.aside}
    >
      {isEmpty ? props.empty : <Rows {...props} />}
    </AsidePage>
  )
}

function Rows<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, noun, data, columns, address, selection } = props
  const { chosen, choose } = useColumnChoice(title, columns)
  const [vista, setVista] = useLocalStorage<Vista>({
    key: `vista:${title}`,
    defaultValue: 'tarjetas',
    getInitialValueInEffect: false,
  })
  const cards = vista === 'tarjetas' ? props.cards : undefined
  return (
    <>
      <Group gap="sm" wrap="wrap">
        <SearchInput value={address.values.q} onChange={(q) => address.set('q', q)} />
        {props.filters}
        <Group gap="sm" ml="auto" wrap="nowrap">
          <Text size="sm" c="dimmed" aria-live="polite">
            {countRows(data, noun)}
          </Text>
          {cards ? (
            <OrdenSelect columns={columns} address={address} />
          ) : (
            <ColumnMenu columns={columns} chosen={chosen} onChange={choose} />
          )}
          {props.cards && <VistaSwitch vista={vista} onChange={setVista} />}
        </Group>
      </Group>
      {selection && selection.ids.size > 0 && (
        <Group gap="sm" className={classes.bulk}>
          <Text size="sm" fw={600}>
            {selection.ids.size === 1 ? '1 seleccionado' : `${selection.ids.size} seleccionados`}
          </Text>
          {props.bulk}
          <Button size="xs" variant="subtle" color="gray" ml="auto" onClick={selection.clear}>
            Quitar la selección
          </Button>
        </Group>
      )}
      {data.error !== null && <ErrorState message={data.error.message} onRetry={data.retry} />}
      {data.total === 0 ? (
        <NothingFound onClear={address.clear} />
      ) : (
        (data.error === null || data.total !== null) &&
        (cards ? (
          <CardGrid label={title} total={data.total} rowAt={data.rowAt} onRange={data.onRange} {...cards} />
        ) : (
          <ListTable
            label={title}
            columns={columns}
            chosen={chosen}
            total={data.total}
            rowAt={data.rowAt}
            onRange={data.onRange}
            orden={address.values.orden}
            onOrden={(orden) => address.set('orden', orden)}
            selection={selection}
            openId={props.openId}
            onOpen={props.onOpen}
            actions={props.rowActions}
          />
        ))
      )}
    </>
  )
}

function countRows(
  { total, hasMore, error }: Pick<ListData<unknown>, 'total' | 'hasMore' | 'error'>,
  [one, many]: readonly [string, string],
) {
  if (total === null) return error === null ? 'Cargando...' : ''
  return `${total.toLocaleString('es')}${hasMore ? ' o más' : ''} ${total === 1 && !hasMore ? one : many}`
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className={classes.nothing}>
      <Text c="dimmed">Nada cumple lo que se busca.</Text>
      <Button variant="default" size="xs" onClick={onClear}>
        Quitar los filtros
      </Button>
    </div>
  )
}
