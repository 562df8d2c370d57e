import { Switch } from '@mantine/core'
import { useState } from 'react'
import { DescripcionField } from '../../shared/form/descripcion-field.tsx'
import { NombreField } from '../../shared/form/nombre-field.tsx'
import { ResourcePanel } from '../../shared/form/resource-panel.tsx'
import { tellStored } from '../../shared/form/tell-stored.ts'
import type { Opened } from '../../shared/list/use-opened.ts'
import { UsedBy } from '../../shared/usos/used-by.tsx'
import { CALENDARIO_FIELDS, toCalendarioDraft, useCalendarioForm } from './calendarios-api.ts'
import { FestivosField } from './festivos-field.tsx'

export function CalendarioPanel({ opened }: { opened: Opened }) {
  const { id, isNew } = opened
  const form = useCalendarioForm(
    id,
    tellStored(opened, { created: 'Calendario creado', saved: 'Calendario guardado' }),
  )
  const { draft, base, change, errors, saved } = form
  // A line that is no day is mended before anything is stored: it would be left out without a word.
  const [isWhole, setIsWhole] = useState(true)
  const [discarded, setDiscarded] = useState(0)

  function reset() {
    form.reset()
    setIsWhole(true)
    setDiscarded((times) => times + 1)
  }

  return (
    <ResourcePanel
      resource="calendarios"
      noun="el calendario"
      opened={opened}
      form={form}
      toDraft={toCalendarioDraft}
      fields={CALENDARIO_FIELDS}
      title={isNew ? 'Nuevo calendario' : 'Calendario'}
      nombre={saved?.nombre}
      isReady={form.isDirty && isWhole}
      onReset={reset}
    >
      {(mayChange) => (
        <>
          <NombreField form={form} isNew={isNew} isReadOnly={!mayChange} />
          <Switch
            label="Sábados y domingos"
            data-campo="finDeSemana"
            description="Cuentan como festivos."
            disabled={!mayChange}
            checked={draft.finDeSemana}
            onChange={({ currentTarget }) => change({ finDeSemana: currentTarget.checked })}
          />
          <FestivosField
            // What was typed gives way when it is discarded or another version is read.
            key={`${discarded} ${JSON.stringify(base.festivos)}`}
            value={draft.festivos}
            error={errors.find(({ campo }) => campo.startsWith('festivos'))?.mensaje}
            isReadOnly={!mayChange}
            onChange={(festivos, isAllRead) => {
              setIsWhole(isAllRead)
              change({ festivos })
            }}
          />
          <DescripcionField form={form} isReadOnly={!mayChange} />
          {saved && <UsedBy resource="calendarios" id={saved.id} />}
        </>
      )}
    </ResourcePanel>
  )
}
