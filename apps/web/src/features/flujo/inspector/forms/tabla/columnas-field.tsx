import { isRecord } from '@div/ui'
import { MultiSelect } from '@mantine/core'

interface ColumnasFieldProps {
  label: string
  description: string
  names: readonly string[]
  value: unknown
  onChange: (value: readonly unknown[]) => void
  error?: string | undefined
  isReadOnly: boolean
}

/** Columns by their names; one that says more than its name keeps what it says. */
export function ColumnasField({
  label,
  description,
  names,
  value,
  onChange,
  error,
  isReadOnly,
}: ColumnasFieldProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const nameOf = (item: unknown) => String(isRecord(item) && 'columna' in item ? item.columna : item)
  const chosen = items.map(nameOf)
  return (
    <MultiSelect
      label={label}
      description={description}
      searchable
      readOnly={isReadOnly}
      error={error}
      data={[...new Set([...names, ...chosen])]}
      value={chosen}
      onChange={(next) => onChange(next.map((name) => items.find((item) => nameOf(item) === name) ?? name))}
    />
  )
}
