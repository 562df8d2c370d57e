import { CONFIRMACIONES, mayWrite, ROLES } from '@div/contract'
import { notify } from '@div/ui'
import { MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourcePanel } from '../../../shared/form/resource-panel.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { UsedBy } from '../../../shared/usos/used-by.tsx'
import { toCapabilityDraft, useCapabilityForm } from './capabilities-api.ts'
import { CONFIRMACION_LABELS } from './capability-state.ts'
import { ObjetivoFields } from './objetivo-fields.tsx'

export function CapabilityPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = useCapabilityForm(id, (stored) => {
    notify.success(isNew ? 'Capacidad creada' : 'Capacidad guardada', stored.nombre)
    if (isNew) opened.open(stored.id)
  })
  const { draft, change, errors, saved } = form
  return (
    <ResourcePanel
      resource="ai-capabilities"
      noun="la capacidad"
      opened={opened}
      form={form}
      toDraft={toCapabilityDraft}
      title={isNew ? 'Nueva capacidad' : 'Capacidad'}
      nombre={saved?.nombre}
    >
      {(mayChange) => (
        <>
          <ObjetivoFields form={form} mayChange={mayChange} />
          <TextInput
            label="Nombre"
            description="Con él la llama el modelo."
            placeholder="consultar_cliente"
            withAsterisk
            readOnly={!mayChange}
            {...campoOf(errors, 'nombre')}
            value={draft.nombre}
            onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
          />
          <Textarea
            label="Descripción para el modelo"
            description="Qué hace, cuándo usarla y qué devuelve: es todo lo que sabrá de ella."
            withAsterisk
            autosize
            minRows={3}
            maxRows={10}
            readOnly={!mayChange}
            {...campoOf(errors, 'descripcion')}
            value={draft.descripcion}
            onChange={({ currentTarget }) => change({ descripcion: currentTarget.value })}
          />
          {mayWrite(draft.objetivo) && (
            <Switch
              label="Cambia datos"
              description="Quien la use sabrá que no solo consulta."
              disabled={!mayChange}
              {...campoOf(errors, 'escribe')}
              checked={draft.escribe}
              onChange={({ currentTarget }) => change({ escribe: currentTarget.checked })}
            />
          )}
          {draft.objetivo.tipo === 'proceso' && (
            <Switch
              label="Publicada por MCP"
              data-campo="enMcp"
              description="La verán los asistentes cuyo token la nombre."
              disabled={!mayChange}
              checked={draft.enMcp}
              onChange={({ currentTarget }) => change({ enMcp: currentTarget.checked })}
            />
          )}
          <Select
            label="Pedir confirmación"
            description="A la persona que habla con el agente, antes de que la use. Donde no hay ninguna, como en un proceso, no se hace."
            allowDeselect={false}
            disabled={!mayChange}
            {...campoOf(errors, 'confirmacion')}
            data={CONFIRMACIONES.map((value) => ({ value, label: CONFIRMACION_LABELS[value] }))}
            value={draft.confirmacion}
            onChange={(chosen) => {
              const confirmacion = CONFIRMACIONES.find((each) => each === chosen)
              if (confirmacion) change({ confirmacion })
            }}
          />
          <MultiSelect
            label="Roles que pueden usarla"
            description="Con un agente. Por MCP decide el token."
            disabled={!mayChange}
            data={ROLES}
            {...campoOf(errors, 'roles')}
            value={draft.roles}
            onChange={(roles) => change({ roles: ROLES.filter((role) => roles.includes(role)) })}
          />
          <NumberInput
            label="Llamadas por minuto"
            description="De cada token, o de cada persona con un agente. Vacío: sin límite propio."
            min={1}
            max={100_000}
            allowDecimal={false}
            readOnly={!mayChange}
            {...campoOf(errors, 'porMinuto')}
            value={draft.porMinuto ?? ''}
            onChange={(porMinuto) => change({ porMinuto: typeof porMinuto === 'number' ? porMinuto : null })}
          />
          <Switch
            label="Activa"
            data-campo="activo"
            disabled={!mayChange}
            checked={draft.activo}
            onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
          />
          {saved && <UsedBy resource="ai-capabilities" id={saved.id} />}
        </>
      )}
    </ResourcePanel>
  )
}
