import type { Nodo, Referencia } from '@div/contract'
import { Autocomplete, Group, Input, Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { listReferences } from '../datos/list-references.ts'
import { useEditor } from '../store/use-editor.ts'
import { sampleText } from './sample-value.ts'

interface ReferenciaFieldProps {
  label: string
  /** Beside a field of that name: the label is only told. */
  isInline?: boolean
  description?: string
  /** The node that refers. */
  nodo: Nodo
  value: Referencia | undefined
  onChange: (value: Referencia | undefined) => void
  isReadOnly: boolean
}

/** A place in what a node before this one puts out, with what stood there in the last run. */
export function ReferenciaField(props: ReferenciaFieldProps) {
  const { label, isInline = false, description, nodo, value, onChange, isReadOnly } = props
  const flujo = useEditor(({ history }) => history.flujo)
  const resultado = useEditor((state) => state.resultado)
  const offered = useMemo(() => listReferences(flujo, nodo.id, resultado), [flujo, nodo.id, resultado])
  const from = offered.find(({ id }) => id === value?.nodo)
  const samples = new Map(from?.rutas.map(({ ruta, ejemplo }) => [ruta, ejemplo]))
  const sample = value && samples.get(value.ruta)
  const isGone = value !== undefined && from === undefined
  const fields = (
    <>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Select
          aria-label={`${label}: nodo`}
          placeholder="Nodo"
          flex={1}
          miw={0}
          clearable={!isReadOnly}
          readOnly={isReadOnly}
          data={[
            ...(isGone ? [{ value: value.nodo, label: `${value.nodo} (no está antes)` }] : []),
            ...offered.map(({ id, nombre }) => ({ value: id, label: nombre })),
          ]}
          value={value?.nodo ?? null}
          onChange={(id) => onChange(id === null ? undefined : { nodo: id, ruta: '' })}
        />
        <Autocomplete
          aria-label={`${label}: dato`}
          placeholder="Todo"
          flex={1}
          miw={0}
          disabled={value === undefined}
          readOnly={isReadOnly}
          data={[...samples.keys()]}
          value={value?.ruta ?? ''}
          onChange={(ruta) => value && onChange({ ...value, ruta })}
        />
      </Group>
      {sample !== undefined && (
        <Text size="xs" c="dimmed" ff="monospace" truncate title={sampleText(sample)}>
          {sampleText(sample)}
        </Text>
      )}
    </>
  )
  if (isInline) return <div>{fields}</div>
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      {fields}
    </Input.Wrapper>
  )
}
