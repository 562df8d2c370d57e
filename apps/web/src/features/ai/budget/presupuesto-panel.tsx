import { PERIODOS } from '@div/contract'
import { Group, Select, Switch, TagsInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { DescripcionField } from '../../../shared/form/descripcion-field.tsx'
import { errorOf } from '../../../shared/form/error-of.ts'
import { NombreField } from '../../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../../shared/form/resource-panel.tsx'
import { tellStored } from '../../../shared/form/tell-stored.ts'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { ZonaSelect } from '../../../shared/time/zona-select.tsx'
import { UsedBy } from '../../../shared/usos/used-by.tsx'
import { ImporteField } from '../importe/importe-field.tsx'
import { MonedaField } from '../importe/moneda-field.tsx'
import { AmbitoFields } from './ambito-fields.tsx'
import { toPresupuestoDraft, usePresupuestoForm } from './budget-api.ts'
import { PERIODO_LABELS } from './presupuesto-state.ts'

const PERIODO_OPTIONS = PERIODOS.map((value) => ({ value, label: PERIODO_LABELS[value] }))

export function PresupuestoPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = usePresupuestoForm(
    id,
    tellStored(opened, { created: 'Presupuesto creado', saved: 'Presupuesto guardado' }),
  )
  const { draft, change, errors, saved } = form
  return (
    <ResourcePanel
      resource="ai/budget"
      noun="el presupuesto"
      opened={opened}
      form={form}
      toDraft={toPresupuestoDraft}
      title={isNew ? 'Nuevo presupuesto' : 'Presupuesto'}
      nombre={saved?.nombre}
    >
      {(mayChange) => (
        <>
          <NombreField form={form} isNew={isNew} isReadOnly={!mayChange} />
          <AmbitoFields form={form} isReadOnly={!mayChange} />
          <Group grow align="flex-start">
            <ImporteField
              label="Importe"
              description="En cada periodo."
              placeholder="100"
              withAsterisk
              readOnly={!mayChange}
              {...campoOf(errors, 'importe')}
              value={draft.importe}
              onChange={(importe) => change({ importe })}
            />
            <MonedaField
              description="La de sus precios."
              readOnly={!mayChange}
              {...campoOf(errors, 'moneda')}
              value={draft.moneda}
              onChange={(moneda) => change({ moneda })}
            />
          </Group>
          <Select
            label="Periodo"
            data={PERIODO_OPTIONS}
            allowDeselect={false}
            disabled={!mayChange}
            {...campoOf(errors, 'periodo')}
            value={draft.periodo}
            onChange={(value) => {
              const periodo = PERIODOS.find((each) => each === value)
              if (periodo) change({ periodo })
            }}
          />
          <div data-campo="zonaHoraria">
            <ZonaSelect
              description="Por la que empieza y termina cada periodo."
              value={draft.zonaHoraria}
              error={errorOf(errors, 'zonaHoraria')}
              isReadOnly={!mayChange}
              onChange={(zonaHoraria) => change({ zonaHoraria })}
            />
          </div>
          <Switch
            label="Cortar al agotarse"
            data-campo="duro"
            description="Una llamada que pueda costar más de lo que queda no se hace. Sin precio no se hace ninguna."
            disabled={!mayChange}
            checked={draft.duro}
            onChange={({ currentTarget }) => change({ duro: currentTarget.checked })}
          />
          <TagsInput
            label="Avisar al (%)"
            data-campo="avisos"
            description="De 1 a 100. Una vez en cada periodo, en la campana."
            placeholder={draft.avisos.length === 0 ? 'Nunca' : ''}
            acceptValueOnBlur
            readOnly={!mayChange}
            error={errors.find(({ campo }) => campo.startsWith('avisos'))?.mensaje}
            value={draft.avisos.map(String)}
            onChange={(avisos) => change({ avisos: avisos.map(Number).filter(Number.isInteger) })}
          />
          <Switch
            label="Activo"
            data-campo="activo"
            disabled={!mayChange}
            checked={draft.activo}
            onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
          />
          <DescripcionField form={form} isReadOnly={!mayChange} />
          {saved && (
            <UsedBy resource="ai/budget" id={saved.id} title="Alertas" none="Ninguna alerta lo vigila." />
          )}
        </>
      )}
    </ResourcePanel>
  )
}
