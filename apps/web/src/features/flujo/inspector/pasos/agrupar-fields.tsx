import { Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { CampoField } from './campo-field.tsx'
import { AGREGADOS, asText, countsRows, rowsIn } from './paso-draft.ts'
import type { PasoFieldsProps } from './paso-props.ts'
import { PasoRows } from './paso-rows.tsx'

export function AgruparFields({ paso, name, place, campos, onChange, isReadOnly }: PasoFieldsProps) {
  const por = Array.isArray(paso.por) ? paso.por.map(String) : []
  const agregados = rowsIn(paso, 'agregados')
  const put = (next: typeof agregados, isStep = false) => onChange({ agregados: next }, isStep)
  return (
    <Stack gap={6}>
      <TagsInput
        size="xs"
        label="Por estos campos"
        data-campo={`${place}.por`}
        data={[...campos]}
        readOnly={isReadOnly}
        value={por.filter((each) => each !== '')}
        onChange={(next) => onChange({ por: next }, true)}
      />
      <PasoRows
        rows={agregados}
        add="Otra cuenta"
        campo={`${place}.agregados`}
        least={0}
        name={name}
        isReadOnly={isReadOnly}
        onAdd={() =>
          put([...agregados, { nombre: `suma${agregados.length + 1}`, funcion: 'suma', campo: '' }], true)
        }
        onRemove={(at) => put(agregados.toSpliced(at, 1), true)}
        render={(at) => {
          const row = agregados[at] ?? {}
          return (
            <>
              <TextInput
                size="xs"
                flex={1}
                miw={0}
                aria-label={`${name}: nombre ${at + 1}`}
                placeholder="Nombre"
                readOnly={isReadOnly}
                value={asText(row.nombre)}
                onChange={({ currentTarget }) =>
                  put(agregados.with(at, { ...row, nombre: currentTarget.value }))
                }
              />
              <Select
                size="xs"
                w={130}
                aria-label={`${name}: cuenta ${at + 1}`}
                allowDeselect={false}
                readOnly={isReadOnly}
                data={[...AGREGADOS]}
                value={asText(row.funcion)}
                onChange={(funcion) => {
                  const { campo, ...rest } = row
                  put(
                    agregados.with(
                      at,
                      countsRows(funcion) ? { ...rest, funcion } : { ...rest, funcion, campo: campo ?? '' },
                    ),
                    true,
                  )
                }}
              />
              {!countsRows(row.funcion) && (
                <CampoField
                  label={`${name}: campo de la cuenta ${at + 1}`}
                  campos={campos}
                  value={row.campo}
                  onChange={(campo) => put(agregados.with(at, { ...row, campo }))}
                  isReadOnly={isReadOnly}
                />
              )}
            </>
          )
        }}
      />
    </Stack>
  )
}
