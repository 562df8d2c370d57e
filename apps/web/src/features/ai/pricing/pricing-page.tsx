import type { PrecioResumen } from '@div/contract'
import { showDay } from '@div/contract/spanish-text'
import { EmptyState, type ListColumn } from '@div/ui'
import { IconReceipt } from '@tabler/icons-react'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { modificadoColumn } from '../../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { useCan } from '../../../shared/session.ts'
import { HelpLink } from '../importe/help-link.tsx'
import { showImporte } from '../importe/show-importe.ts'
import { PrecioPanel } from './precio-panel.tsx'
import { usePrecios } from './pricing-api.ts'

const COLUMNS: readonly ListColumn<PrecioResumen>[] = [
  {
    key: 'modelo',
    title: 'Modelo',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'servidor',
    title: 'Servidor',
    from: 620,
    width: 176,
    render: ({ servidor }) => servidor ?? 'Cualquiera',
  },
  {
    key: 'entrada',
    title: 'Entrada',
    from: 480,
    width: 120,
    align: 'right',
    isEssential: true,
    isTitled: true,
    render: ({ entradaPorMillon, moneda }) => showImporte(entradaPorMillon, moneda),
  },
  {
    key: 'salida',
    title: 'Salida',
    from: 480,
    width: 120,
    align: 'right',
    isEssential: true,
    isTitled: true,
    render: ({ salidaPorMillon, moneda }) => showImporte(salidaPorMillon, moneda),
  },
  { key: 'desde', title: 'Desde', from: 760, width: 112, render: ({ desde }) => showDay(desde) },
  {
    key: 'hasta',
    title: 'Hasta',
    from: 860,
    width: 112,
    render: ({ hasta }) => (hasta === null ? '–' : showDay(hasta)),
  },
  modificadoColumn({ from: 1_000 }),
]

const NOUN = ['precio', 'precios'] as const
const BACK = { to: '/ai/budget', label: 'Presupuesto' }

export default function PricingPage() {
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = usePrecios(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('ai/pricing.crear')
  const mayRemove = useCan('ai/pricing.eliminar')
  const marks = useMarks(mayRemove, { resource: 'ai/pricing', noun: NOUN, data, acciones: ['eliminar'] })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear precio</CreateButton>
  return (
    <ListPage
      back={BACK}
      title="Precios"
      summary="Lo que cuesta cada modelo por millón de tokens, desde cada día."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          <HelpLink />
          {create}
        </>
      }
      empty={
        <EmptyState
          icon={IconReceipt}
          title="Todavía no hay precios"
          text={
            mayCreate
              ? 'Copie aquí los de su proveedor: con ellos cada llamada a un modelo dice lo que costó, y un presupuesto sabe si la siguiente cabe.'
              : 'Los pone un administrador. Con ellos cada llamada a un modelo dice lo que costó.'
          }
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/ia-presupuesto">lo que cuesta la inteligencia artificial</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={(opened.isNew || opened.id !== null) && <PrecioPanel key={opened.id} opened={opened} />}
    />
  )
}
