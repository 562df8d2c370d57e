import type { ServidorResumen } from '@div/contract'
import { DateInput } from '@div/ui'
import { Group, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourcePanel } from '../../../shared/form/resource-panel.tsx'
import { tellStored } from '../../../shared/form/tell-stored.ts'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { ImporteField } from '../importe/importe-field.tsx'
import { MonedaField } from '../importe/moneda-field.tsx'
import { toPrecioDraft, usePrecioForm } from './pricing-api.ts'

const TARIFAS = [
  { campo: 'entradaPorMillon', label: 'Entrada', isRequired: true, description: 'Por millón de tokens.' },
  { campo: 'salidaPorMillon', label: 'Salida', isRequired: true, description: 'Por millón de tokens.' },
  {
    campo: 'cacheadaPorMillon',
    label: 'Entrada que su servicio ya tenía',
    isRequired: false,
    description: 'Vacío: como la demás entrada.',
  },
  {
    campo: 'embeddingsPorMillon',
    label: 'Vectores',
    isRequired: false,
    description: 'Vacío: como la entrada.',
  },
] as const

export function PrecioPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = usePrecioForm(id, tellStored(opened, { created: 'Precio creado', saved: 'Precio guardado' }))
  const { draft, change, errors, saved } = form
  return (
    <ResourcePanel
      resource="ai/pricing"
      noun="el precio"
      opened={opened}
      form={form}
      toDraft={toPrecioDraft}
      title={isNew ? 'Nuevo precio' : 'Precio'}
      nombre={saved?.nombre}
    >
      {(mayChange) => (
        <>
          <TextInput
            label="Modelo"
            description="Como lo llama su servicio. Vacío: cualquiera que no tenga un precio propio."
            placeholder="gpt-5-mini"
            readOnly={!mayChange}
            {...campoOf(errors, 'modelo')}
            value={draft.modelo}
            onChange={({ currentTarget }) => change({ modelo: currentTarget.value })}
          />
          <ResourceSelect<ServidorResumen>
            resource="servidores"
            label="Servidor"
            placeholder="Cualquiera"
            description="El de un servidor vale antes que el de cualquiera."
            clearable
            disabled={!mayChange}
            noteOf={({ tipoServidor }) => tipoServidor}
            {...campoOf(errors, 'servidorId')}
            value={draft.servidorId}
            onChange={(servidorId) => change({ servidorId })}
          />
          <Group grow align="flex-start">
            <DateInput
              kind="fecha"
              label="Desde"
              withAsterisk
              isWithinPanel
              isRequired
              readOnly={!mayChange}
              {...campoOf(errors, 'desde')}
              value={draft.desde}
              onChange={(desde) => change({ desde })}
            />
            <DateInput
              kind="fecha"
              label="Hasta"
              isWithinPanel
              readOnly={!mayChange}
              {...campoOf(errors, 'hasta')}
              value={draft.hasta ?? undefined}
              onChange={(hasta) => change({ hasta: hasta ?? null })}
            />
          </Group>
          <MonedaField
            readOnly={!mayChange}
            {...campoOf(errors, 'moneda')}
            value={draft.moneda}
            onChange={(moneda) => change({ moneda })}
          />
          {TARIFAS.map(({ campo, isRequired, ...field }) => (
            <ImporteField
              key={campo}
              {...field}
              withAsterisk={isRequired}
              readOnly={!mayChange}
              {...campoOf(errors, campo)}
              value={draft[campo] ?? ''}
              onChange={(importe) => change({ [campo]: importe === '' && !isRequired ? null : importe })}
            />
          ))}
        </>
      )}
    </ResourcePanel>
  )
}
