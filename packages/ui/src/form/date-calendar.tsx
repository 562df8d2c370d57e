import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/es'
import { Button, Group, Stack } from '@mantine/core'
import { DatePicker, DatesProvider, TimePicker } from '@mantine/dates'
import { type DateBounds, type DateKind, toCalendar } from './date-text.ts'

// Red is for what is wrong, and a Saturday is not.
const SPANISH = { locale: 'es', firstDayOfWeek: 1 as const, weekendDays: [] }

const LABELS = {
  nextMonth: 'Mes siguiente',
  previousMonth: 'Mes anterior',
  nextYear: 'Año siguiente',
  previousYear: 'Año anterior',
  nextDecade: 'Década siguiente',
  previousDecade: 'Década anterior',
}

interface DateCalendarProps extends DateBounds {
  kind: DateKind
  value: unknown
  onChange: (value: string) => void
  onClose: () => void
}

/** One day of a month, and with an instant its time. */
export default function DateCalendar({ kind, value, min, max, onChange, onClose }: DateCalendarProps) {
  const [day = null, time = '00:00:00'] = toCalendar(value, kind)?.split(' ') ?? []

  function choose(nextDay: string | null, nextTime: string) {
    if (nextDay === null) return
    onChange(kind === 'fecha' ? nextDay : new Date(`${nextDay}T${nextTime}`).toISOString())
  }

  return (
    <DatesProvider settings={SPANISH}>
      <Stack gap="sm">
        <DatePicker
          ariaLabels={LABELS}
          // As faint as they are drawn they cannot be read.
          hideOutsideDates
          value={day}
          {...(day !== null && { defaultDate: day })}
          {...boundsOf({ min, max }, kind)}
          onChange={(next) => {
            choose(next, time)
            if (kind === 'fecha') onClose()
          }}
        />
        {kind === 'fechaHora' && (
          <Group justify="space-between" align="flex-end" gap="sm">
            <TimePicker
              label="Hora"
              hoursInputLabel="Horas"
              minutesInputLabel="Minutos"
              disabled={day === null}
              value={time}
              onChange={(next) => next !== '' && choose(day, next)}
            />
            <Button variant="default" onClick={onClose}>
              Listo
            </Button>
          </Group>
        )}
      </Stack>
    </DatesProvider>
  )
}

function boundsOf({ min, max }: DateBounds, kind: DateKind) {
  const [minDate] = toCalendar(min, kind)?.split(' ') ?? []
  const [maxDate] = toCalendar(max, kind)?.split(' ') ?? []
  return { ...(minDate !== undefined && { minDate }), ...(maxDate !== undefined && { maxDate }) }
}
