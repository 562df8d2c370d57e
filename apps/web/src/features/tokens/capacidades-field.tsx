import { MultiSelect } from '@mantine/core'
import { nameChosen } from '../../shared/list/name-chosen.ts'
import { useCapacidades } from './tokens-api.ts'

interface CapacidadesFieldProps {
  value: readonly string[]
  onChange: (capacidades: string[]) => void
  error: string | undefined
  isReadOnly: boolean
}

/** Which tools of MCP an assistant with the token may use; nothing where there are none to choose. */
export function CapacidadesField({ value, onChange, error, isReadOnly }: CapacidadesFieldProps) {
  const { data, isError } = useCapacidades()
  // By MCP procesos are published, and nothing else.
  const offered = data?.filter(({ id, objetivo }) => objetivo.tipo === 'proceso' || value.includes(id))
  const capacidades = nameChosen({ data: offered, isError }, value, {
    labelOf: ({ nombre, escribe }) => (escribe ? `${nombre} (cambia datos)` : nombre),
    other: 'Una que no está en la lista',
  })
  if (capacidades.length === 0) return null
  return (
    <MultiSelect
      label="Herramientas MCP"
      data-campo="capacidades"
      description="Lo que puede usar un asistente que lleve este token. Ninguna, si no las elige."
      placeholder={value.length === 0 ? 'Elija las herramientas' : ''}
      nothingFoundMessage="Ninguna se llama así."
      searchable
      disabled={isReadOnly}
      data={capacidades}
      error={error}
      value={[...value]}
      onChange={onChange}
    />
  )
}
