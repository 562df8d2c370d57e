import type { CalendarioResumen } from '@div/contract'
import { Anchor, SimpleGrid } from '@mantine/core'
import { Link } from 'react-router'
import { campoOf } from '../../shared/form/campo-of.ts'
import { ResourceSelect } from '../../shared/list/resource-select.tsx'
import { PolicyField } from './policy-field.tsx'
import { FESTIVOS } from './politicas.ts'
import type { TareaForm } from './tareas-api.ts'

/** On which days nobody works, and what becomes of an hour that comes then. */
export function CalendarioFields({ form, isReadOnly }: { form: TareaForm; isReadOnly: boolean }) {
  const { draft, change, errors } = form
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      <ResourceSelect<CalendarioResumen>
        resource="calendarios"
        label="Calendario"
        description={
          <>
            En sus festivos la tarea hace lo que diga «Si cae en festivo».{' '}
            <Anchor component={Link} to="/calendarios" size="xs" underline="always">
              Ver los calendarios
            </Anchor>
          </>
        }
        placeholder="Ninguno"
        clearable
        disabled={isReadOnly}
        {...campoOf(errors, 'calendarioId')}
        value={draft.calendarioId}
        onChange={(calendarioId) => change({ calendarioId })}
      />
      {draft.calendarioId !== null && (
        <PolicyField
          label="Si cae en festivo"
          description="La hora es de un día en que no se trabaja."
          options={FESTIVOS}
          value={draft.enFestivo}
          {...campoOf(errors, 'enFestivo')}
          isReadOnly={isReadOnly}
          onChange={(enFestivo) => change({ enFestivo })}
        />
      )}
    </SimpleGrid>
  )
}
