import { Select, type SelectProps } from '@mantine/core'

interface FilterSelectProps extends Pick<SelectProps, 'data' | 'searchable'> {
  label: string
  /** Empty: all. */
  value: string
  onChange: (value: string) => void
  width?: number
}

/** One thing that the rows of a list have in common. */
export function FilterSelect({ label, value, onChange, width = 140, ...select }: FilterSelectProps) {
  return (
    <Select
      {...select}
      aria-label={label}
      placeholder={label}
      w={width}
      clearable
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
