import { Autocomplete } from '@mantine/core'
import { asText } from './paso-draft.ts'

interface CampoFieldProps {
  label: string
  campos: readonly string[]
  value: unknown
  onChange: (value: string) => void
  isReadOnly: boolean
}

export function CampoField({ label, campos, value, onChange, isReadOnly }: CampoFieldProps) {
  return (
    <Autocomplete
      size="xs"
      flex={1}
      miw={0}
      aria-label={label}
      placeholder="Campo"
      readOnly={isReadOnly}
      data={[...campos]}
      value={asText(value)}
      onChange={onChange}
    />
  )
}
