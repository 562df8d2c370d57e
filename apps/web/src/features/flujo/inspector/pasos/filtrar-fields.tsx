import { reglaSchema } from '@div/nodos/catalogo'
import { SegmentedControl, Stack } from '@mantine/core'
import { FormulaField } from '../../editors/formula-field.tsx'
import { newRegla } from '../regla/regla-edit.ts'
import { ReglaField } from '../regla/regla-field.tsx'
import { asText } from './paso-draft.ts'
import type { PasoFieldsProps } from './paso-props.ts'

export function FiltrarFields({ nodo, paso, name, place, onChange, isReadOnly }: PasoFieldsProps) {
  const regla = reglaSchema.safeParse(paso.regla).data
  return (
    <Stack gap={6} data-campo={`${place}.${regla ? 'regla' : 'expresion'}`}>
      <SegmentedControl
        size="xs"
        aria-label={`${name}: cómo se filtra`}
        disabled={isReadOnly}
        data={[
          { value: 'regla', label: 'Regla' },
          { value: 'formula', label: 'Fórmula' },
        ]}
        value={paso.regla === undefined ? 'formula' : 'regla'}
        onChange={(way) =>
          onChange(
            way === 'regla'
              ? { regla: newRegla(), expresion: undefined }
              : { regla: undefined, expresion: '' },
            true,
          )
        }
      />
      {regla ? (
        <ReglaField
          label={`${name}: regla`}
          nodo={nodo}
          regla={regla}
          onChange={(next, isStep) => onChange({ regla: next }, isStep)}
          isReadOnly={isReadOnly}
        />
      ) : (
        <FormulaField
          label={`${name}: fórmula`}
          placeholder="elemento.total > 10"
          nodo={nodo}
          value={asText(paso.expresion)}
          onChange={(expresion) => onChange({ expresion })}
          isReadOnly={isReadOnly}
        />
      )}
    </Stack>
  )
}
