import { Radio, Stack } from '@mantine/core'
import type { campoOf } from '../../shared/form/campo-of.ts'

interface PolicyFieldProps<Value extends string> extends ReturnType<typeof campoOf> {
  label: string
  description: string
  options: readonly { value: Value; label: string; text: string }[]
  value: Value
  isReadOnly: boolean
  onChange: (value: Value) => void
}

/** One of few, each with what it comes to. */
export function PolicyField<Value extends string>(props: PolicyFieldProps<Value>) {
  const { label, description, options, value, error, isReadOnly, onChange } = props
  return (
    <Radio.Group
      label={label}
      description={description}
      data-campo={props['data-campo']}
      error={error}
      value={value}
      onChange={(chosen) => {
        const option = options.find((each) => each.value === chosen)
        if (option) onChange(option.value)
      }}
    >
      <Stack gap="sm" mt="sm">
        {options.map(({ value: own, label: name, text }) => (
          <Radio key={own} value={own} label={name} description={text} disabled={isReadOnly} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
