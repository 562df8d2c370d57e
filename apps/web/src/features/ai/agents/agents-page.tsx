import type { AgenteResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Badge, Button, Text } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { addressOf } from '../../../shared/address-of.ts'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { NameLink } from '../../../shared/list/name-link.tsx'
import { modificadoColumn, usosColumn } from '../../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useCan } from '../../../shared/session.ts'
import { RESOURCE, useAgentes } from './agents-api.ts'

const NOUN = ['agente', 'agentes'] as const

const COLUMNS: readonly ListColumn<AgenteResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <NameLink to={addressOf(RESOURCE, id)}>{nombre}</NameLink>,
  },
  {
    key: 'modelo',
    title: 'Modelo',
    from: 620,
    render: ({ servidor, modelo }) => (
      <Text size="sm" truncate>
        {modelo === '' ? servidor : `${servidor} · ${modelo}`}
      </Text>
    ),
  },
  {
    key: 'capacidades',
    title: 'Capacidades',
    width: 120,
    align: 'right',
    from: 760,
    render: ({ capacidades }) => capacidades,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 176,
    from: 480,
    isEssential: true,
    render: (agente) => {
      const { label, color } = estadoOf(agente)
      return <Badge color={color}>{label}</Badge>
    },
  },
  usosColumn({ width: 96, from: 860 }),
  modificadoColumn({ from: 940 }),
]

function estadoOf({ activo, versionPublicada, conCambios }: AgenteResumen) {
  if (!activo) return { label: 'Inactivo', color: 'gray' }
  if (versionPublicada === null) return { label: 'Sin publicar', color: 'yellow' }
  return conCambios
    ? { label: 'Con cambios', color: 'yellow' }
    : { label: `Versión ${versionPublicada}`, color: 'green' }
}

export default function AgentsPage() {
  const navigate = useNavigate()
  const address = useListAddress({ q: '', orden: 'nombre' })
  const data = useAgentes(useQueryOf(address.values))
  const mayCreate = useCan('ai-agents.crear')
  const marks = useMarks(useCan('ai-agents.editar'), {
    resource: RESOURCE,
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'eliminar'],
  })
  const create = mayCreate && (
    <Button component={Link} to={addressOf(RESOURCE, 'new')}>
      Crear agente
    </Button>
  )
  return (
    <ListPage
      title="Agentes"
      summary="Modelos con instrucciones, capacidades y límites, que hacen cosas aquí."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={
        <>
          <Button component={Link} to="/ai-chat-agents" variant="default">
            Hablar con un agente
          </Button>
          {create}
        </>
      }
      empty={
        <EmptyState
          icon={IconRobot}
          title="Todavía no hay agentes"
          text="Un agente contesta con un modelo y usa solo las capacidades que usted le da: consultar una tabla, buscar en documentos, ejecutar un proceso. Lo que cambia datos espera su permiso."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/agentes">agentes</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={null}
      onOpen={({ id }) => navigate(addressOf(RESOURCE, id))}
    />
  )
}
