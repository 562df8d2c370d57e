import { readSpanishDay, readSpanishText, type TipoDato } from '@div/contract'

/** A value as a cell shows it, as it is written there and as it is copied: as spreadsheets in Spanish write it. */
export function showCell(value: unknown, tipo: TipoDato): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  switch (tipo) {
    case 'booleano':
      return typeof value === 'boolean' ? (value ? 'Sí' : 'No') : text
    case 'decimal':
      return text.replace('.', ',')
    case 'fecha':
      return text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
    case 'fechaHora':
      return showInstant(text)
    default:
      return text
  }
}

/** What was written into a cell, as a value. What is none of its type stays the text: the server says what is wrong with it. */
export function readCell(text: string, tipo: TipoDato): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  switch (tipo) {
    case 'texto':
      return text
    case 'entero':
    case 'decimal':
    case 'booleano':
    case 'fecha':
      return readSpanishText(trimmed, tipo)
    case 'fechaHora':
      return readInstant(trimmed) ?? text
    case 'binario':
      return trimmed
    default:
      return readJson(trimmed)
  }
}

function showInstant(text: string): string {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) return text
  const day = [pad(date.getDate()), pad(date.getMonth() + 1), pad(date.getFullYear(), 4)].join('/')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => pad(part)).join(':')}`
}

/** In the time of this place, unless it says its own. */
function readInstant(text: string): string | undefined {
  const [dayText = '', time = '00:00', ...rest] = text.split(/\s+/)
  const day = rest.length === 0 ? readSpanishDay(dayText) : undefined
  const date = new Date(day === undefined ? text : `${day}T${time.length === 4 ? `0${time}` : time}`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    // No JSON: a text.
    return text
  }
}

function pad(part: number, width = 2): string {
  return String(part).padStart(width, '0')
}
