import { type AiCapabilityResumen, needsConfirmation } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Badge, Text } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { GuiaLink } from '../../../shared/guia-link.tsx'
import { CreateButton } from '../../../shared/list/create-button.tsx'
import { FilterSelect } from '../../../shared/list/filter-select.tsx'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { RowLink } from '../../../shared/list/row-link.tsx'
import { modificadoColumn, usosColumn } from '../../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../../shared/list/use-list-address.ts'
import { useMarks } from '../../../shared/list/use-marks.tsx'
import { useOpened } from '../../../shared/list/use-opened.ts'
import { useCan } from '../../../shared/session.ts'
import { useCapabilities } from './capabilities-api.ts'
import { CapabilityPanel } from './capability-panel.tsx'
import { ESTADO_LABELS, stateOfCapability, TIPO_LABELS } from './capability-state.ts'

const COLUMNS: readonly ListColumn<AiCapabilityResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre }) => <RowLink id={id}>{nombre}</RowLink>,
  },
  {
    key: 'objetivo',
    title: 'Qué usa',
    from: 520,
    isEssential: true,
    render: ({ objetivo, objetivoNombre }) => (
      <Text size="sm" truncate title={objetivoNombre}>
        <Text span size="sm" c="dimmed">
          {TIPO_LABELS[objetivo.tipo]}
        </Text>{' '}
        {objetivoNombre}
      </Text>
    ),
  },
  {
    key: 'efecto',
    title: 'Efecto',
    width: 192,
    from: 700,
    render: (capability) =>
      `${capability.escribe ? 'Cambia datos' : 'Solo consulta'}${needsConfirmation(capability) ? ', con permiso' : ''}`,
  },
  {
    key: 'estado',
    title: 'Estado',
    width: 168,
    from: 400,
    isEssential: true,
    render: (capability) => {
      const { label, color } = ESTADO_LABELS[stateOfCapability(capability)]
      return <Badge color={color}>{label}</Badge>
    },
  },
  usosColumn({ width: 96, from: 760 }),
  modificadoColumn({ from: 860 }),
]

const NOUN = ['capacidad', 'capacidades'] as const
const ACTIVAS = [
  { value: 'true', label: 'Activa' },
  { value: 'false', label: 'Inactiva' },
]

export default function CapabilitiesPage() {
  const address = useListAddress({ q: '', activo: '', orden: 'nombre' })
  const data = useCapabilities(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('ai-capabilities.crear')
  const mayEdit = useCan('ai-capabilities.editar')
  const marks = useMarks(mayEdit, {
    resource: 'ai-capabilities',
    noun: NOUN,
    data,
    acciones: ['activar', 'desactivar', 'eliminar'],
  })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear capacidad</CreateButton>
  return (
    <ListPage
      title="Capacidades"
      summary="Lo que una inteligencia artificial puede hacer aquí: usar sus procesos y consultar sus tablas y documentos."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      filters={
        <FilterSelect
          label="Estado"
          data={ACTIVAS}
          value={address.values.activo}
          onChange={(activo) => address.set('activo', activo)}
        />
      }
      empty={
        <EmptyState
          icon={IconTool}
          title="Todavía no hay capacidades"
          text="Una capacidad ofrece un proceso publicado, una tabla o una colección de documentos a un modelo, con un nombre y una explicación de cuándo usarla. Nadie puede hacer aquí nada que no esté en esta lista."
          action={
            <>
              {create}
              <GuiaLink to="/documentacion/herramientas-mcp">herramientas para asistentes</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={(opened.isNew || opened.id !== null) && <CapabilityPanel key={opened.id} opened={opened} />}
    />
  )
}
