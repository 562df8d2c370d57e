import { MultiSelect } from '@mantine/core'
import { useCapacidades } from './tokens-api.ts'

interface CapacidadesFieldProps {
  value: readonly string[]
  onChange: (capacidades: string[]) => void
  error: string | undefined
  isReadOnly: boolean
}

/** Which tools of MCP an assistant with the token may use; nothing where there are none to choose. */
export function CapacidadesField({ value, onChange, error, isReadOnly }: CapacidadesFieldProps) {
  const capacidades = (useCapacidades() ?? []).filter(
    // By MCP procesos are published, and nothing else.
    ({ id, objetivo }) => objetivo.tipo === 'proceso' || value.includes(id),
  )
  if (capacidades.length === 0 && value.length === 0) return null
  return (
    <MultiSelect
      label="Herramientas MCP"
      data-campo="capacidades"
      description="Lo que puede usar un asistente que lleve este token. Ninguna, si no las elige."
      placeholder={value.length === 0 ? 'Elija las herramientas' : ''}
      nothingFoundMessage="Ninguna se llama así."
      searchable
      disabled={isReadOnly}
      data={capacidades.map(({ id, nombre, escribe }) => ({
        value: id,
        label: escribe ? `${nombre} (cambia datos)` : nombre,
      }))}
      error={error}
      value={[...value]}
      onChange={onChange}
    />
  )
}
