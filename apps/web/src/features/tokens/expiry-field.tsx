import { toInstant, toLocalTime } from '@div/ui'
import { Input, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { EXPIRIES, expiryOf } from './token-state.ts'

const NO_INSTANT = ''

interface ExpiryFieldProps {
  value: string | null
  onChange: (expiraEn: string | null) => void
  error: string | undefined
  /** Of a new token: what was chosen for it. */
  initial: string
  isReadOnly: boolean
}

/** When a token ends: in so many days, on a date, or never. */
export function ExpiryField({ value, onChange, error, initial, isReadOnly }: ExpiryFieldProps) {
  const [choice, setChoice] = useState(initial)
  const labelId = useId()

  function choose(next: string) {
    setChoice(next)
    onChange(expiryOf(next, Date.now()))
  }

  return (
    <Stack gap={6}>
      <Input.Label id={labelId} labelElement="div">
        Vence
      </Input.Label>
      {!isReadOnly && (
        <SegmentedControl
          aria-labelledby={labelId}
          fullWidth
          size="xs"
          data={[...EXPIRIES]}
          value={choice}
          onChange={choose}
        />
      )}
      {(value !== null || choice === 'otra') && (
        <TextInput
          aria-label="Fecha y hora en que vence"
          type="datetime-local"
          readOnly={isReadOnly || choice !== 'otra'}
          error={value === NO_INSTANT ? 'Elija la fecha y la hora.' : error}
          value={toLocalTime(value ?? NO_INSTANT)}
          // A date that is not whole is none, which cannot be stored; it is not «never».
          onChange={({ currentTarget }) => onChange(toInstant(currentTarget.value) ?? NO_INSTANT)}
        />
      )}
      {value === null && choice !== 'otra' && isReadOnly && 'Nunca'}
    </Stack>
  )
}
