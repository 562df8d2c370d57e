import {
  isRealDay,
  readInstant,
  readSpanishDay,
  readTime,
  showDay,
  showInstant,
} from '@div/contract/spanish-text'
import { Unread } from './unread.ts'

/** A day (`2026-12-31`), an instant (ISO 8601), or a time of any day (`14:30:00`). */
export type DateKind = 'fecha' | 'fechaHora' | 'hora'

export interface DateBounds {
  /** What it may not be before, and not after; as a value. */
  min?: string | undefined
  max?: string | undefined
}

interface KindText {
  placeholder: string
  wanted: string
  read: (text: string) => string | undefined
  show: (value: string) => string
}

export const KINDS: Readonly<Record<DateKind, KindText>> = {
  fecha: {
    placeholder: 'dd/mm/aaaa',
    wanted: 'Escriba una fecha que exista, como 31/12/2026.',
    read: (text) => {
      const day = readSpanishDay(text)
      return day !== undefined && isRealDay(day) ? day : undefined
    },
    show: showDay,
  },
  fechaHora: {
    placeholder: 'dd/mm/aaaa hh:mm',
    wanted: 'Escriba una fecha y una hora que existan, como 31/12/2026 14:30.',
    read: readInstant,
    show: (instant) => withoutSeconds(showInstant(instant)),
  },
  hora: {
    placeholder: 'hh:mm',
    wanted: 'Escriba una hora, como 14:30.',
    read: readTime,
    show: withoutSeconds,
  },
}

/** Only those that say nothing. */
function withoutSeconds(text: string): string {
  return text.replace(/(\d{2}:\d{2}):00$/, '$1')
}

/** What was typed, as a value; undefined of nothing. */
export function readDateText(
  text: string,
  kind: DateKind,
  { min, max, isRequired = false }: DateBounds & { isRequired?: boolean } = {},
): unknown {
  const trimmed = text.trim()
  if (trimmed === '' && !isRequired) return undefined
  const { read, show, wanted } = KINDS[kind]
  const value = read(trimmed)
  if (value === undefined) return new Unread(text, wanted)
  // Values of a kind are spelled alike, so that their order is that of their texts.
  if (min !== undefined && value < min) return new Unread(text, `No puede ser antes de ${show(min)}.`)
  if (max !== undefined && value > max) return new Unread(text, `No puede ser después de ${show(max)}.`)
  return value
}

export function showDateText(value: unknown, kind: DateKind): string {
  if (value instanceof Unread) return String(value.typed)
  return typeof value === 'string' ? KINDS[kind].show(value) : ''
}

/** As a calendar spells an instant: in the time of this place, without a zone. */
export function toCalendar(value: unknown, kind: DateKind): string | null {
  if (typeof value !== 'string') return null
  if (kind !== 'fechaHora') return value
  const [day = '', time = ''] = showInstant(value).split(' ')
  const iso = readSpanishDay(day)
  return iso === undefined ? null : `${iso} ${time}`
}
