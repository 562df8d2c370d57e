import type { ErrorDeCampo, VariableDeContexto } from '@div/contract'
import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { campoOf } from '../../../shared/form/campo-of.ts'

interface VariablesEditorProps {
  variables: readonly VariableDeContexto[]
  onChange: (variables: VariableDeContexto[]) => void
  errors: readonly ErrorDeCampo[]
  isReadOnly: boolean
}

const NEW: VariableDeContexto = { nombre: '', descripcion: '', defecto: '' }

/** What is asked for each time that the context is used. */
export function VariablesEditor({ variables, onChange, errors, isReadOnly }: VariablesEditorProps) {
  return (
    <Stack gap="sm">
      {variables.map((variable, index) => {
        const change = (fields: Partial<VariableDeContexto>) =>
          onChange(variables.with(index, { ...variable, ...fields }))
        const at = (field: string) => campoOf(errors, `variables[${index}].${field}`)
        return (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: the name is what a person is changing.
            key={index}
            align="flex-start"
            gap="sm"
            role="group"
            aria-label={`Variable ${index + 1}`}
          >
            <TextInput
              label="Nombre"
              placeholder="cliente"
              withAsterisk
              flex="1 1 140px"
              readOnly={isReadOnly}
              {...at('nombre')}
              value={variable.nombre}
              onChange={({ currentTarget }) => change({ nombre: currentTarget.value })}
            />
            <TextInput
              label="Valor por defecto"
              flex="1 1 140px"
              readOnly={isReadOnly}
              {...at('defecto')}
              value={variable.defecto}
              onChange={({ currentTarget }) => change({ defecto: currentTarget.value })}
            />
            <TextInput
              label="Descripción"
              flex="2 1 180px"
              readOnly={isReadOnly}
              {...at('descripcion')}
              value={variable.descripcion}
              onChange={({ currentTarget }) => change({ descripcion: currentTarget.value })}
            />
            {!isReadOnly && (
              <ActionIcon
                mt={26}
                aria-label={`Quitar la variable ${variable.nombre || index + 1}`}
                onClick={() => onChange(variables.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.5} />
              </ActionIcon>
            )}
          </Group>
        )
      })}
      {!isReadOnly && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...variables, NEW])}
        >
          Añadir variable
        </Button>
      )}
    </Stack>
  )
}
