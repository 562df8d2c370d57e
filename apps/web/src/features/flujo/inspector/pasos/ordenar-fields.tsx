import { Select } from '@mantine/core'
import { CampoField } from './campo-field.tsx'
import { rowsIn } from './paso-draft.ts'
import type { PasoFieldsProps } from './paso-props.ts'
import { PasoRows } from './paso-rows.tsx'

export function OrdenarFields({ paso, name, place, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const por = rowsIn(paso, 'por')
  const put = (next: typeof por, isStep = false) => onChange({ por: next }, isStep)
  return (
    <PasoRows
      rows={por}
      add="Otro campo"
      campo={`${place}.por`}
      least={1}
      name={name}
      isReadOnly={isReadOnly}
      onAdd={() => put([...por, { campo: campos[0] ?? '', sentido: 'ascendente' }], true)}
      onRemove={(at) => put(por.toSpliced(at, 1), true)}
      render={(at) => (
        <>
          <CampoField
            label={`${name}: campo ${at + 1}`}
            campos={campos}
            value={por[at]?.campo}
            onChange={(campo) => put(por.with(at, { ...por[at], campo }))}
            isReadOnly={isReadOnly}
          />
          <Select
            size="xs"
            w={130}
            aria-label={`${name}: sentido ${at + 1}`}
            allowDeselect={false}
            readOnly={isReadOnly}
            data={[
              { value: 'ascendente', label: 'Ascendente' },
              { value: 'descendente', label: 'Descendente' },
            ]}
            value={por[at]?.sentido === 'descendente' ? 'descendente' : 'ascendente'}
            onChange={(sentido) => put(por.with(at, { ...por[at], sentido }), true)}
          />
        </>
      )}
    />
  )
}
