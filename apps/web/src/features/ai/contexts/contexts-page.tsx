import type { AiContextoResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { IconFileText } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { NameLink } from '../../../shared/list/name-link.tsx'
import { descripcionColumn, modificadoColumn, usosColumn } from '../../../shared/list/shared-columns.tsx'
import { ThingMenu } from '../../../shared/list/thing-menu.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useCan } from '../../../shared/session.ts'
import { RESOURCE, useContextos } from './contexts-api.ts'
import { describePiezas } from './describe-piezas.ts'

const COLUMNS: readonly ListColumn<AiContextoResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf(RESOURCE, id)}>{nombre}</NameLink>,
  },
  {
    key: 'piezas',
    title: 'Qué dice',
    width: 280,
    from: 520,
    isEssential: true,
    render: ({ piezas }) => describePiezas(piezas),
  },
  {
    key: 'variables',
    title: 'Variables',
    width: 200,
    from: 720,
    render: ({ variables }) => variables.map(({ nombre }) => nombre).join(', ') || '–',
  },
  {
    key: 'roles',
    title: 'Lo ven',
    width: 200,
    from: 860,
    render: ({ roles }) => roles.join(', '),
  },
  usosColumn({ width: 96, from: 760 }),
  modificadoColumn({ from: 980 }),
  descripcionColumn({ from: 700 }),
]

const NOUN = ['contexto', 'contextos'] as const

export default function ContextsPage() {
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = useContextos(useQueryOf(address.values))
  const navigate = useNavigate()
  const mayCreate = useCan('ai-contexts.crear')
  const mayEdit = useCan('ai-contexts.editar')
  const marks = useMarks(mayEdit, { resource: RESOURCE, noun: NOUN, data, acciones: ['eliminar'] })
  const create = mayCreate && (
    <CreateButton onClick={() => navigate('/ai-contexts/new')}>Crear contexto</CreateButton>
  )
  return (
    <ListPage
      title="Contextos"
      summary="Lo que se le dice a un modelo antes de preguntarle, escrito una vez."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      empty={
        <EmptyState
          icon={IconFileText}
          title="Todavía no hay contextos"
          text="Un contexto junta textos, valores de parámetros, filas de tablas y la forma de los datos de un servidor, en el orden en que un modelo los lee, y muestra cuánto ocupan."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/ia-contextos">contextos</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      rowActions={(row) => <ThingMenu resource={RESOURCE} noun="el contexto" row={row} />}
    />
  )
}
