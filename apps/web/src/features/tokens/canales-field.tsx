import type { TokenInput } from '@div/contract'
import { Input, MultiSelect, SegmentedControl, Stack } from '@mantine/core'
import { useId } from 'react'
import { nameChosen } from '../../shared/list/name-chosen.ts'
import { useCanales } from './tokens-api.ts'

interface CanalesFieldProps {
  value: TokenInput['canales']
  onChange: (canales: TokenInput['canales']) => void
  error: string | undefined
  isReadOnly: boolean
}

/** What a token opens: every canal that asks for one, or some. */
export function CanalesField({ value, onChange, error, isReadOnly }: CanalesFieldProps) {
  const labelId = useId()
  const data = nameChosen(useCanales(), value === 'todos' ? [] : value, {
    labelOf: ({ nombre, acceso }) => (acceso.tipo === 'token' ? nombre : `${nombre} (no pide token)`),
    other: 'Uno que no está en la lista',
  })
  return (
    <Stack gap={6} data-campo="canales">
      <Input.Label id={labelId} labelElement="div">
        Canales
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        disabled={isReadOnly}
        style={{ alignSelf: 'flex-start' }}
        data={[
          { value: 'todos', label: 'Todos' },
          { value: 'algunos', label: 'Solo algunos' },
        ]}
        value={value === 'todos' ? 'todos' : 'algunos'}
        onChange={(scope) => onChange(scope === 'todos' ? 'todos' : [])}
      />
      {value === 'todos' ? (
        <Input.Description>También los canales que se creen después.</Input.Description>
      ) : (
        <MultiSelect
          aria-label="Canales que abre"
          placeholder={value.length === 0 ? 'Elija los canales' : ''}
          nothingFoundMessage="Ningún canal se llama así."
          searchable
          disabled={isReadOnly}
          data={data}
          error={error}
          value={value}
          onChange={onChange}
        />
      )}
    </Stack>
  )
}
