import { ActionIcon, Loader, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type DateBounds, type DateKind, KINDS, readDateText, showDateText } from './date-text.ts'
import { Unread } from './unread.ts'
import { useTyped } from './use-typed.ts'

// Typing needs none of it: it comes when a calendar is first opened.
const Calendar = lazy(() => import('./date-calendar.tsx'))

export interface DateInputProps
  extends DateBounds,
    Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max'> {
  kind: DateKind
  /** As it is stored; what is typed and says no date yet is `Unread`. */
  value: unknown
  /** Undefined when it was emptied. */
  onChange: (value: unknown) => void
  /** It is whole: somebody left the field, pressed Enter, or chose it. */
  onSettle?: (value: unknown) => void
  /** What was emptied says no date either. */
  isRequired?: boolean
  /** Within a panel that closes when one clicks beside it. */
  isWithinPanel?: boolean
}

/** A day, an instant or a time, typed as one writes it in Spanish or chosen from a calendar. */
export function DateInput({
  kind,
  value,
  onChange,
  onSettle,
  min,
  max,
  error,
  isRequired = false,
  isWithinPanel = false,
  ...input
}: DateInputProps) {
  const [text, change] = useTyped(
    { value, onChange },
    {
      show: (shown) => showDateText(shown, kind),
      read: (typed: string) => readDateText(typed, kind, { min, max, isRequired }),
    },
  )
  const [opened, { toggle, close }] = useDisclosure()
  const [isTyping, setIsTyping] = useState(false)

  function choose(next: string) {
    onChange(next)
    onSettle?.(next)
  }

  const mistake = value instanceof Unread && !isTyping ? value.mensaje : undefined
  const field = (
    <TextInput
      {...input}
      autoComplete="off"
      placeholder={KINDS[kind].placeholder}
      error={error ?? mistake}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onFocus={() => setIsTyping(true)}
      onBlur={() => {
        setIsTyping(false)
        if (input.readOnly) return
        const shown = showDateText(value, kind)
        if (shown !== text) change(shown)
        onSettle?.(value)
      }}
      onKeyDown={({ key }) => key === 'Enter' && onSettle?.(value)}
      rightSection={
        kind !== 'hora' &&
        !input.readOnly && (
          <ActionIcon
            aria-label="Abrir el calendario"
            aria-haspopup="dialog"
            aria-expanded={opened}
            size="sm"
            onClick={toggle}
          >
            <IconCalendar size={16} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
  if (kind === 'hora') return field
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
      // What opens it is the button, and no text field can say that it is expanded.
      withRoles={false}
      withinPortal={!isWithinPanel}
    >
      <Popover.Target>{field}</Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Calendario">
        <Suspense fallback={<Loader size="sm" aria-label="Cargando..." />}>
          <Calendar kind={kind} value={value} min={min} max={max} onChange={choose} onClose={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

interface SettledDateInputProps extends Omit<DateInputProps, 'onChange' | 'onSettle'> {
  value: string
  /** Empty when it was emptied. */
  onChange: (value: string) => void
}

/** Tells dates alone, and those when they are whole: on leaving the field, with Enter, or from the calendar. */
export function SettledDateInput({ value, onChange, ...input }: SettledDateInputProps) {
  const [held, setHeld] = useState<{ since: string; value: unknown }>({ since: value, value })
  // What comes from elsewhere, such as who clears all filters, replaces what stands here.
  const shown = held.since === value || held.value === value ? held.value : value
  if (held.since !== value) setHeld({ since: value, value: shown })

  function settle(next: unknown) {
    const said = next ?? ''
    setHeld({ since: value, value: said })
    if (typeof said === 'string' && said !== value) onChange(said)
  }

  return (
    <DateInput
      {...input}
      value={shown}
      onChange={(next) => setHeld({ since: value, value: next ?? '' })}
      onSettle={settle}
    />
  )
}
