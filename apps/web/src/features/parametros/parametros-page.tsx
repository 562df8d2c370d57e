import type { ParametroResumen } from '@div/contract'
import { EmptyState, type ListColumn } from '@div/ui'
import { Group, Text } from '@mantine/core'
import { IconLock, IconVariable } from '@tabler/icons-react'
import { CategoriaFilter } from '../../shared/categorias/categoria-select.tsx'
import { GuiaLink } from '../../shared/guia-link.tsx'
import { CreateButton } from '../../shared/list/create-button.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { RowLink } from '../../shared/list/row-link.tsx'
import {
  categoriaColumn,
  descripcionColumn,
  modificadoColumn,
  usosColumn,
} from '../../shared/list/shared-columns.tsx'
import { useListAddress, useQueryOf } from '../../shared/list/use-list-address.ts'
import { useMarks } from '../../shared/list/use-marks.tsx'
import { useOpened } from '../../shared/list/use-opened.ts'
import { useCan } from '../../shared/session.ts'
import { TIPO_DATO_LABELS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { ParametroPanel } from './parametro-panel.tsx'
import { useParametros } from './parametros-api.ts'
import { describeValor } from './valor-field.ts'

const COLUMNS: readonly ListColumn<ParametroResumen>[] = [
  {
    key: 'nombre',
    title: 'Nombre',
    orden: 'nombre',
    render: ({ id, nombre, secreto }) => (
      <Group gap={6} wrap="nowrap">
        <RowLink id={id}>{nombre}</RowLink>
        {secreto && (
          <IconLock size={14} stroke={1.5} role="img" aria-label="Secreto" style={{ flex: 'none' }} />
        )}
      </Group>
    ),
  },
  {
    key: 'valor',
    title: 'Valor',
    from: 480,
    isEssential: true,
    render: (parametro) => (
      <Text size="sm" ff="monospace" fz={12} truncate title={describeValor(parametro)}>
        {describeValor(parametro)}
      </Text>
    ),
  },
  { key: 'tipo', title: 'Tipo', width: 112, from: 520, render: ({ tipo }) => TIPO_DATO_LABELS[tipo] },
  usosColumn({ width: 96, from: 760 }),
  categoriaColumn({ width: 160, from: 900 }),
  descripcionColumn({ from: 700 }),
  modificadoColumn({ from: 640 }),
]

const NOUN = ['parámetro', 'parámetros'] as const

export default function ParametrosPage() {
  const address = useListAddress({ q: '', categoriaId: '', orden: 'nombre' })
  const data = useParametros(useQueryOf(address.values))
  const opened = useOpened()
  const mayCreate = useCan('parametros.crear')
  const mayEdit = useCan('parametros.editar')
  const marks = useMarks(mayEdit, {
    resource: 'parametros',
    noun: NOUN,
    data,
    acciones: ['categoria', 'eliminar'],
  })
  const create = mayCreate && <CreateButton onClick={opened.openNew}>Crear parámetro</CreateButton>
  return (
    <ListPage
      title="Parámetros"
      summary="Valores con nombre que leen las fórmulas de los procesos."
      noun={NOUN}
      data={data}
      columns={COLUMNS}
      address={address}
      actions={create}
      filters={
        <CategoriaFilter
          value={address.values.categoriaId}
          onChange={(categoriaId) => address.set('categoriaId', categoriaId)}
        />
      }
      empty={
        <EmptyState
          icon={IconVariable}
          title="Todavía no hay parámetros"
          text={
            <>
              Guarde aquí lo que varios procesos comparten, como un impuesto, una dirección o una clave, y
              léalo en sus fórmulas con PARAMETRO("nombre"). Al cambiarlo, cambia en todos.
            </>
          }
          action={
            <>
              {create}
              <GuiaLink to="/documentacion-transformaciones">transformaciones y fórmulas</GuiaLink>
            </>
          }
        />
      }
      {...marks}
      openId={opened.id}
      onOpen={({ id }) => opened.open(id)}
      aside={(opened.isNew || opened.id !== null) && <ParametroPanel key={opened.id} opened={opened} />}
    />
  )
}
