import { SegmentedControl } from '@mantine/core'
import { CronEditor } from '../../shared/cron/cron-editor.tsx'
import { errorOf } from '../../shared/form/error-of.ts'
import { ZonaSelect } from '../../shared/time/zona-select.tsx'
import { CalendarioFields } from './calendario-fields.tsx'
import { EventoFields } from './evento-fields.tsx'
import { NEW_EVENTO, NEW_HORARIO, type TareaForm } from './tareas-api.ts'

const INICIOS = [
  { value: 'horario', label: 'A sus horas' },
  { value: 'evento', label: 'Con un evento' },
]

interface CuandoFieldsProps {
  form: TareaForm
  previewError: (campo: string) => string | undefined
  isReadOnly: boolean
}

/** The hours of a tarea, or the event that it begins with. */
export function CuandoFields({ form, previewError, isReadOnly }: CuandoFieldsProps) {
  const { draft, change, errors } = form
  return (
    <>
      <SegmentedControl
        aria-label="Cuándo empieza"
        data={INICIOS}
        readOnly={isReadOnly}
        value={draft.evento === null ? 'horario' : 'evento'}
        onChange={(inicio) => change(inicio === 'evento' ? NEW_EVENTO : NEW_HORARIO)}
      />
      {draft.evento === null ? (
        <>
          <div data-campo="cron">
            <CronEditor
              value={draft.cron}
              error={errorOf(errors, 'cron') ?? previewError('cron')}
              isReadOnly={isReadOnly}
              onChange={(cron) => change({ cron })}
            />
          </div>
          <div data-campo="zonaHoraria">
            <ZonaSelect
              value={draft.zonaHoraria}
              error={errorOf(errors, 'zonaHoraria') ?? previewError('zonaHoraria')}
              isReadOnly={isReadOnly}
              onChange={(zonaHoraria) => change({ zonaHoraria })}
            />
          </div>
          <CalendarioFields form={form} isReadOnly={isReadOnly} />
        </>
      ) : (
        <EventoFields
          evento={draft.evento}
          errors={errors}
          isReadOnly={isReadOnly}
          onChange={(evento) => change({ evento })}
        />
      )}
    </>
  )
}
