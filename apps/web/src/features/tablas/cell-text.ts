import { readInstant, readSpanishText, showDay, showInstant, type TipoDato } from '@div/contract'

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
      return showDay(text)
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

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    // No JSON: a text.
    return text
  }
}
