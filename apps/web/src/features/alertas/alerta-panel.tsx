import { Stack, Switch, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import { tellStored } from '../../shared/form/tell-stored.ts'
import type { Opened } from '../../shared/list/use-opened.ts'
import { AlertaActions } from './alerta-actions.tsx'
import { ALERTA_FIELDS, toAlertaDraft, useAlertaForm } from './alertas-api.ts'
import { CondicionFields } from './condicion-fields.tsx'
import { EntregaFields } from './entrega-fields.tsx'
import { IncidenciasSection } from './incidencias-section.tsx'

/** One rule beside the list: what it watches, who is told, and what it found. */
export function AlertaPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = useAlertaForm(id, tellStored(opened, { created: 'Alerta creada', saved: 'Alerta guardada' }))
  const { draft, change, saved, isDirty } = form
  return (
    <ResourcePanel
      resource="alertas"
      noun="la alerta"
      opened={opened}
      form={form}
      toDraft={toAlertaDraft}
      fields={ALERTA_FIELDS}
      title={isNew ? 'Nueva alerta' : 'Alerta'}
      nombre={saved?.nombre}
    >
      {(mayChange) => (
        <>
          {saved && mayChange && <AlertaActions alerta={saved} isDirty={isDirty} />}
          <NombreField form={form} isNew={isNew} isReadOnly={!mayChange} />
          <Switch
            label="Activa"
            data-campo="activo"
            disabled={!mayChange}
            checked={draft.activo}
            onChange={({ currentTarget }) => change({ activo: currentTarget.checked })}
          />
          <Part title="Cuándo">
            <CondicionFields form={form} isReadOnly={!mayChange} />
          </Part>
          <Part title="A quién">
            <EntregaFields form={form} isReadOnly={!mayChange} />
          </Part>
          <DescripcionField
            form={form}
            hint="Qué hacer cuando salta, para quien la recibe."
            isReadOnly={!mayChange}
          />
          {saved && (
            <Part title="Últimas veces">
              <IncidenciasSection alertaId={saved.id} />
            </Part>
          )}
        </>
      )}
    </ResourcePanel>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
