import type { Parametro } from '@div/contract'
import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { isTipoDato, TIPO_DATO_OPTIONS } from '../../../../shared/tipo-dato/tipo-dato-labels.ts'
import { sampleText, sampleValue } from '../sample-value.ts'
import type { NodoFormProps } from './nodo-form.tsx'

/** What the proceso asks of who calls it. */
export function EntradaForm({ nodo, change, errors, isReadOnly }: NodoFormProps) {
  const { parametros } = nodo
  const put = (at: number, fields: Partial<Parametro>) =>
    change({ parametros: parametros.map((each, index) => (index === at ? { ...each, ...fields } : each)) })
  return (
    <Stack gap="sm" component="section" aria-label="Datos que recibe">
      <Text size="sm" fw={500}>
        Datos que recibe
      </Text>
      {parametros.map((parametro, at) => (
        <DeclaredRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own; its name is being typed
          key={at}
          parametro={parametro}
          error={errorOf(errors, `parametros[${at}].nombre`)}
          isReadOnly={isReadOnly}
          onChange={(fields) => put(at, fields)}
          onRemove={() => change({ parametros: parametros.toSpliced(at, 1) })}
        />
      ))}
      {!isReadOnly && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() =>
            change({
              parametros: [...parametros, { nombre: freeName(parametros), tipo: 'texto', requerido: true }],
            })
          }
        >
          Añadir dato
        </Button>
      )}
    </Stack>
  )
}

interface DeclaredRowProps {
  parametro: Parametro
  error: string | undefined
  isReadOnly: boolean
  onChange: (fields: Partial<Parametro>) => void
  onRemove: () => void
}

function DeclaredRow({ parametro, error, isReadOnly, onChange, onRemove }: DeclaredRowProps) {
  const { nombre, tipo = 'cualquiera', requerido = false, ejemplo } = parametro
  return (
    <Stack gap={4}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <TextInput
          aria-label="Nombre del dato"
          flex={1}
          readOnly={isReadOnly}
          value={nombre}
          error={error}
          onChange={({ currentTarget }) => onChange({ nombre: currentTarget.value })}
        />
        <Select
          aria-label={`Tipo de ${nombre}`}
          w={128}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={TIPO_DATO_OPTIONS}
          value={tipo}
          onChange={(value) => isTipoDato(value) && onChange({ tipo: value })}
        />
        {!isReadOnly && (
          <ActionIcon size={36} aria-label={`Quitar ${nombre}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )}
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Checkbox
          label="Obligatorio"
          disabled={isReadOnly}
          checked={requerido}
          onChange={({ currentTarget }) => onChange({ requerido: currentTarget.checked })}
        />
        <TextInput
          size="xs"
          flex={1}
          aria-label={`Ejemplo de ${nombre}`}
          placeholder="Ejemplo"
          readOnly={isReadOnly}
          value={sampleText(ejemplo)}
          onChange={({ currentTarget }) => onChange({ ejemplo: sampleValue(currentTarget.value, tipo) })}
        />
      </Group>
    </Stack>
  )
}

function freeName(parametros: readonly Parametro[]): string {
  const taken = new Set(parametros.map(({ nombre }) => nombre))
  let next = parametros.length + 1
  while (taken.has(`dato${next}`)) next++
  return `dato${next}`
}
