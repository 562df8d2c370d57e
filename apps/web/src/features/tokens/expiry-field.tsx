import { DateInput, Unread } from '@div/ui'
import { Input, SegmentedControl, Stack } from '@mantine/core'
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
  const [typed, setTyped] = useState<unknown>()
  const [now] = useState(() => new Date().toISOString())
  const labelId = useId()

  function choose(next: string) {
    setChoice(next)
    setTyped(undefined)
    onChange(expiryOf(next, Date.now()))
  }

  /** A date that is not whole is none, which cannot be stored; it is not «never». */
  function take(next: unknown) {
    setTyped(next)
    onChange(typeof next === 'string' ? next : NO_INSTANT)
  }

  const isUnread = typed instanceof Unread
  return (
    <Stack gap={6} data-campo="expiraEn">
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
        <DateInput
          kind="fechaHora"
          aria-label="Fecha y hora en que vence"
          readOnly={isReadOnly || choice !== 'otra'}
          min={now}
          {...(!isUnread && { error: value === NO_INSTANT ? 'Elija la fecha y la hora.' : error })}
          value={isUnread ? typed : value}
          onChange={take}
        />
      )}
      {value === null && choice !== 'otra' && isReadOnly && 'Nunca'}
    </Stack>
  )
}
