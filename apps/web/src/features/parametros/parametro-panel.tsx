import type { TipoDato } from '@div/contract'
import { CopyButton, notify, SchemaForm } from '@div/ui'
import { Badge, Code, Group, Select, Switch, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { CategoriaSelect } from '../../shared/categorias/categoria-select.tsx'
import { campoOf } from '../../shared/form/campo-of.ts'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import type { Opened } from '../../shared/list/use-opened.ts'
import { isTipoDato, TIPO_DATO_OPTIONS } from '../../shared/tipo-dato/tipo-dato-labels.ts'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { toParametroDraft, useParametroForm } from './parametros-api.ts'
import { valorSchema } from './valor-field.ts'

export function ParametroPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = useParametroForm(id, (stored) => {
    notify.success(isNew ? 'Parámetro creado' : 'Parámetro guardado', `PARAMETRO("${stored.nombre}")`)
    if (isNew) opened.open(stored.id)
  })
  const { draft, change, errors, saved } = form

  // Coercions weigh more than this whole screen: they come after it. A change that waited for them would undo what is typed meanwhile.
  const { data: coercion } = useQuery({
    queryKey: ['parametros', 'coercion'],
    queryFn: () => import('./valor-of-tipo.ts'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const changeTipo = (tipo: TipoDato) =>
    coercion && change({ tipo, valor: coercion.valorOfTipo(draft.valor, tipo) })

  return (
    <ResourcePanel
      resource="parametros"
      noun="el parámetro"
      opened={opened}
      form={form}
      toDraft={toParametroDraft}
      fields={valorSchema(draft)}
      title={isNew ? 'Nuevo parámetro' : 'Parámetro'}
      nombre={saved?.nombre}
      badges={
        saved?.secreto && (
          <Badge size="sm" color="gray" leftSection={<IconLock size={12} aria-hidden />}>
            Secreto
          </Badge>
        )
      }
    >
      {(mayChange) => (
        <>
          <NombreField form={form} isNew={isNew} isReadOnly={!mayChange} />
          <Group grow align="flex-start">
            <Select
              label="Tipo"
              data={TIPO_DATO_OPTIONS}
              allowDeselect={false}
              disabled={!mayChange || coercion === undefined}
              {...campoOf(errors, 'tipo')}
              value={draft.tipo}
              onChange={(tipo) => isTipoDato(tipo) && changeTipo(tipo)}
            />
            <CategoriaSelect
              disabled={!mayChange}
              {...campoOf(errors, 'categoriaId')}
              value={draft.categoriaId}
              onChange={(categoriaId) => change({ categoriaId })}
            />
          </Group>
          <Switch
            label="Secreto"
            data-campo="secreto"
            description="Se guarda cifrado y no se vuelve a mostrar a nadie."
            disabled={!mayChange}
            checked={draft.secreto}
            onChange={({ currentTarget }) => change({ secreto: currentTarget.checked })}
          />
          <SchemaForm
            key={`${draft.tipo}/${draft.secreto}`}
            schema={valorSchema(draft)}
            value={{ valor: draft.valor }}
            onChange={({ valor }) => change({ valor })}
            errors={errors}
            root=""
            columns={1}
            isReadOnly={!mayChange}
          />
          <DescripcionField form={form} isReadOnly={!mayChange} />
          {saved && <FormulaHint nombre={saved.nombre} />}
          {saved && <UsedBy resource="parametros" id={saved.id} />}
        </>
      )}
    </ResourcePanel>
  )
}

/** The next step: how a process reads it. */
function FormulaHint({ nombre }: { nombre: string }) {
  const formula = `PARAMETRO("${nombre}")`
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        En una fórmula
      </Text>
      <Group gap="sm" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{formula}</Code>
        <CopyButton value={formula} size="compact-xs" variant="subtle" />
      </Group>
    </div>
  )
}
