import type { EjecucionResumen } from '@div/contract'

const COLUMNS: readonly (keyof EjecucionResumen)[] = [
  'id',
  'inicio',
  'duracionMs',
  'estado',
  'proceso',
  'version',
  'canal',
  'origen',
  'claveNegocio',
  'errorCodigo',
  'errorMensaje',
  'errorNodo',
  'nodoMotor',
  'procesoId',
  'canalId',
]

/** RFC 4180, with the mark by which spreadsheets know that it is UTF-8. */
export function ejecucionesCsv(rows: readonly EjecucionResumen[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => cellOf(row[column])).join(','))
  return `\ufeff${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

function cellOf(value: string | number | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  // A spreadsheet would take it for a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
