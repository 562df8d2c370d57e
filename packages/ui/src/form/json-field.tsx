import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type FieldProps, inputProps } from './field-props.ts'
import { readJsonText, showJsonText, Unread } from './unread.ts'
import { useTyped } from './use-typed.ts'

const JSON_TEXT = { show: showJsonText, read: readJsonText }

/** A value of any shape. Text that is no JSON yet stays in the form, which cannot be sent with it. */
export function JsonField(props: FieldProps) {
  const { value, isReadOnly } = props
  const { error, ...input } = inputProps(props)
  const [text, change] = useTyped(props, JSON_TEXT)
  const [isTyping, setIsTyping] = useState(false)
  // In the middle of typing it is not wrong yet.
  const mistake = value instanceof Unread && !isTyping ? value.mensaje : undefined

  function leave() {
    setIsTyping(false)
    const formatted = showJsonText(value)
    if (formatted !== text && !isReadOnly) change(formatted)
  }

  return (
    <Textarea
      {...input}
      error={error ?? mistake}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      style={{ gridColumn: '1 / -1' }}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onFocus={() => setIsTyping(true)}
      onBlur={leave}
    />
  )
}
