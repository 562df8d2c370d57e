import { referenciaSchema } from '@div/contract'
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { DatoPicker } from '../mapeo/dato-picker.tsx'
import { useNodoData } from '../mapeo/nodo-data.tsx'
import { CampoField } from './campo-field.tsx'
import { camposOf } from './campos-of.ts'
import { asText, rowsIn } from './paso-draft.ts'
import type { PasoFieldsProps } from './paso-props.ts'
import { PasoRows } from './paso-rows.tsx'

export function UnirFields({ paso, name, place, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const { compute } = useNodoData()
  const con = referenciaSchema.safeParse(paso.con).data
  const other = con && compute({ valorAsignado: con })
  const otherCampos = camposOf(other ?? undefined)
  const claves = rowsIn(paso, 'claves')
  const put = (next: typeof claves, isStep = false) => onChange({ claves: next }, isStep)
  return (
    <Stack gap={6}>
      <div data-campo={`${place}.con`}>
        <Text size="xs" mb={6}>
          Con esta lista
        </Text>
        <DatoPicker
          label={`${name}: segunda lista`}
          value={{ valorAsignado: con }}
          wanted="lista"
          onlyReferences
          onChange={({ valorAsignado }) => onChange({ con: valorAsignado ?? { nodo: '', ruta: '' } }, true)}
          isReadOnly={isReadOnly}
        />
      </div>
      <Select
        size="xs"
        aria-label={`${name}: modo`}
        data-campo={`${place}.modo`}
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: 'interna', label: 'Solo los que están en las dos' },
          { value: 'izquierda', label: 'Todos los de la primera' },
        ]}
        value={paso.modo === 'izquierda' ? 'izquierda' : 'interna'}
        onChange={(modo) => onChange({ modo }, true)}
      />
      <PasoRows
        rows={claves}
        add="Otra clave"
        campo={`${place}.claves`}
        least={1}
        name={name}
        isReadOnly={isReadOnly}
        onAdd={() => put([...claves, { izquierda: '', derecha: '' }], true)}
        onRemove={(at) => put(claves.toSpliced(at, 1), true)}
        render={(at) => (
          <>
            <CampoField
              label={`${name}: clave ${at + 1} de la primera`}
              campos={campos}
              value={claves[at]?.izquierda}
              onChange={(izquierda) => put(claves.with(at, { ...claves[at], izquierda }))}
              isReadOnly={isReadOnly}
            />
            <Text size="sm">=</Text>
            <CampoField
              label={`${name}: clave ${at + 1} de la segunda`}
              campos={otherCampos}
              value={claves[at]?.derecha}
              onChange={(derecha) => put(claves.with(at, { ...claves[at], derecha }))}
              isReadOnly={isReadOnly}
            />
          </>
        )}
      />
      <TextInput
        size="xs"
        label="Ponerlo en el campo"
        data-campo={`${place}.en`}
        description="Vacío: sus campos van junto a los de la primera."
        readOnly={isReadOnly}
        value={asText(paso.en)}
        onChange={({ currentTarget }) => onChange({ en: currentTarget.value || undefined })}
      />
    </Stack>
  )
}
