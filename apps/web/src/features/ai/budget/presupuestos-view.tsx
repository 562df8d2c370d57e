import type { PresupuestoResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Badge, Button } from '@mantine/core'
import { IconCoin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { useCan } from '../../../shared/session.ts'
import { showImporte } from '../importe/show-importe.ts'
import { usePresupuestos } from './budget-api.ts'
import { GastoBar } from './gasto-bar.tsx'
import { PresupuestoPanel } from './presupuesto-panel.tsx'
import { AMBITO_LABELS, ESTADO_LABELS, PERIODO_LABELS, stateOfPresupuesto } from './presupuesto-state.ts'

const COLUMNS: readonly ListColumn<PresupuestoResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'gastado',
    title: 'Gastado',
    width: 224,
    from: 480,
    isEssential: true,
    render: (presupuesto) => <GastoBar presupuesto={presupuesto} />,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 152,
    from: 400,
    isEssential: true,
    render: (presupuesto) => {
      const { label, color } = ESTADO_LABELS[stateOfPresupuesto(presupuesto)]
      return <Badge color={color}>{label}</Badge>
    },
  },
  {
    key: 'previsto',
    title: 'Previsto al final',
    width: 136,
    from: 760,
    align: 'right',
    render: ({ previsto, moneda }) => showImporte(previsto, moneda),
  },
  {
    key: 'de',
    title: 'De quién',
    width: 144,
    from: 620,
    render: ({ ambito, deNombre }) => (ambito === 'todos' ? AMBITO_LABELS.todos : (deNombre ?? 'Eliminado')),
  },
  {
    key: 'periodo',
    title: 'Periodo',
    width: 104,
    from: 860,
    render: ({ periodo }) => PERIODO_LABELS[periodo],
  },
  {
    key: 'duro',
    title: 'Al agotarse',
    width: 104,
    from: 960,
    render: ({ duro }) => (duro ? 'Corta' : 'Avisa'),
  },
]

const NOUN = ['presupuesto', 'presupuestos'] as const

export function PresupuestosView({ vistas }: { vistas: ReactNode }) {
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = usePresupuestos(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('ai/budget.crear')
  const mayEdit = useCan('ai/budget.editar')
  const marks = useMarks(mayEdit, {
    resource: 'ai/budget',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'eliminar'],
  })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear presupuesto</CreateButton>
  return (
    <ListPage
      title="Presupuesto"
      summary="Lo que se puede gastar en modelos, y lo que ya se gastó."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          {vistas}
          <Button component={Link} to="/ai/pricing" variant="default">
            Precios
          </Button>
          {create}
        </>
      }
      empty={
        <EmptyState
          icon={IconCoin}
          title="Todavía no hay presupuestos"
          text="Un presupuesto dice cuánto se puede gastar en modelos cada día, semana o mes: entre todos, o un rol, un usuario o un proceso. Avisa al acercarse, y puede cortar al agotarse."
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
      aside={(opened.isNew || opened.id !== null) && <PresupuestoPanel key={opened.id} opened={opened} />}
    />
  )
}
