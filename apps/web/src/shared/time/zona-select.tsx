import { type ComboboxItem, Group, type OptionsFilter, Select, Text } from '@mantine/core'
import { useMemo } from 'react'
import { foldText, offsetOf } from './zona-horaria.ts'

const SHOWN = 60
const DESCRIPTION = 'La del reloj al que se refieren las horas, con sus cambios de verano.'

interface ZonaSelectProps {
  /** What it decides there. */
  description?: string
  value: string
  error: string | undefined
  isReadOnly: boolean
  onChange: (zona: string) => void
}

/** A zone of the IANA database, found by its place. */
export function ZonaSelect({
  description = DESCRIPTION,
  value,
  error,
  isReadOnly,
  onChange,
}: ZonaSelectProps) {
  const zonas = useMemo(() => {
    const known = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    return known.includes(value) || value === '' ? known : [value, ...known]
  }, [value])
  return (
    <Select
      label="Zona horaria"
      description={description}
      nothingFoundMessage="Ninguna zona se llama así."
      searchable
      maw={400}
      allowDeselect={false}
      disabled={isReadOnly}
      error={error}
      limit={SHOWN}
      data={zonas}
      filter={byPlace}
      renderOption={({ option }) => (
        <Group justify="space-between" flex={1} wrap="nowrap" gap="md">
          <span>{option.label}</span>
          <Text span size="xs" c="dimmed">
            {offsetOf(option.value)}
          </Text>
        </Group>
      )}
      value={value}
      onChange={(zona) => zona !== null && onChange(zona)}
    />
  )
}

const byPlace: OptionsFilter = ({ options, search }) => {
  const wanted = foldText(search)
  return options.filter(
    (option): option is ComboboxItem => 'label' in option && foldText(option.label).includes(wanted),
  )
}
