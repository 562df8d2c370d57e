import { NumberInput, SimpleGrid } from '@mantine/core'
import { campoOf } from '../../shared/form/campo-of.ts'
import { PolicyField } from './policy-field.tsx'
import { PERDIDAS, SOLAPAMIENTOS, SOLAPAMIENTOS_DE_EVENTO } from './politicas.ts'
import type { TareaForm } from './tareas-api.ts'

/** What becomes of hours that come at a bad time, and of runs that fail. */
export function PoliticasFields({ form, isReadOnly }: { form: TareaForm; isReadOnly: boolean }) {
  const { draft, change, errors } = form
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <PolicyField
          label="Si la anterior no terminó"
          description={
            draft.evento
              ? 'Llega un evento y la ejecución de antes sigue en marcha.'
              : 'Llega la hora y la ejecución de antes sigue en marcha.'
          }
          options={draft.evento ? SOLAPAMIENTOS_DE_EVENTO : SOLAPAMIENTOS}
          value={draft.solapamiento}
          {...campoOf(errors, 'solapamiento')}
          isReadOnly={isReadOnly}
          onChange={(solapamiento) => change({ solapamiento })}
        />
        {draft.evento === null && (
          <PolicyField
            label="Si se perdió una hora"
            description="Pasó mientras el producto estaba parado."
            options={PERDIDAS}
            value={draft.alPerder}
            {...campoOf(errors, 'alPerder')}
            isReadOnly={isReadOnly}
            onChange={(alPerder) => change({ alPerder })}
          />
        )}
      </SimpleGrid>
      <NumberInput
        label="Alertar tras (fallos seguidos)"
        description="Avisan las alertas que vigilan tareas que fallan; la primera ya está hecha y usa la campana. Vacío: no se avisa."
        maw={420}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        readOnly={isReadOnly}
        {...campoOf(errors, 'fallosParaAlerta')}
        value={draft.fallosParaAlerta ?? ''}
        onChange={(value) => change({ fallosParaAlerta: value === '' ? null : Number(value) })}
      />
    </>
  )
}
