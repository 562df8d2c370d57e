import type { ProcesoResumen } from '@div/contract'
import { notify } from '@div/ui'
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { ResourcePanel } from '../../../shared/form/resource-panel.tsx'
import { ResourceSelect } from '../../../shared/list/resource-select.tsx'
import type { Opened } from '../../../shared/list/use-opened.ts'
import { UsedBy } from '../../../shared/usos/used-by.tsx'
import { toCapabilityDraft, useCapabilityForm } from './capabilities-api.ts'

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
          <ResourceSelect<ProcesoResumen>
            resource="procesos"
            label="Proceso"
            description="Lo que hace, en su versión publicada. Sus entradas son lo que se le pide al modelo."
            withAsterisk
            disabled={!mayChange}
            noteOf={({ versionPublicada }) => (versionPublicada === null ? 'Sin publicar' : null)}
            {...campoOf(errors, 'objetivo.procesoId')}
            value={draft.objetivo.procesoId || null}
            onChange={(procesoId) => change({ objetivo: { tipo: 'proceso', procesoId: procesoId ?? '' } })}
          />
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
          <Switch
            label="Cambia datos"
            data-campo="escribe"
            description="Quien la use sabrá que no solo consulta, y podrá pedir confirmación antes."
            disabled={!mayChange}
            checked={draft.escribe}
            onChange={({ currentTarget }) => change({ escribe: currentTarget.checked })}
          />
          <Switch
            label="Publicada por MCP"
            data-campo="enMcp"
            description="La verán los asistentes cuyo token la nombre."
            disabled={!mayChange}
            checked={draft.enMcp}
            onChange={({ currentTarget }) => change({ enMcp: currentTarget.checked })}
          />
          <NumberInput
            label="Llamadas por minuto"
            description="De cada token. Vacío: las que admita el motor."
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
