import type { TipoDato } from './flujo.ts'

/**
 * Numbers, days and yes or no as people and spreadsheets in Spanish write them, as values. What is none of its type stays the text: who
 * checks the value says what is wrong with it. Other types are left to their own readers.
 */
export function readSpanishText(text: string, tipo: TipoDato): unknown {
  const trimmed = text.trim()
  switch (tipo) {
    case 'entero':
      return readNumber(
        trimmed.replace(/^(-?\d{1,3})((?:\.\d{3})+)$/, (_, head, rest) => head + rest.replaceAll('.', '')),
        text,
      )
    case 'decimal':
      return readNumber(trimmed, text)
    case 'booleano':
      return BOOLEANS.get(trimmed.toLowerCase()) ?? text
    case 'fecha':
      return readSpanishDay(trimmed) ?? text
    default:
      return text
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['sí', 'si', 'verdadero', 'true', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'falso', 'false', '0'].map((word) => [word, false] as const),
])

/** Digits that a number holds exactly; beyond them the text is kept, as the API does. */
const EXACT_DIGITS = 15

function readNumber(text: string, written: string): unknown {
  // `1.234,5` and `1234,5` as well as `1234.5`.
  const plain = /^-?\d{1,3}(\.\d{3})*,\d+$|^-?\d+,\d+$/.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : text
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return written
  return plain.replace(/\D/g, '').length <= EXACT_DIGITS ? Number(plain) : plain
}

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** `31/12/2026`, `31-12-2026` and `31.12.2026` as well as ISO 8601; undefined: no day. */
export function readSpanishDay(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, day, month, year] = DAY.exec(text) ?? []
  if (day === undefined || month === undefined || year === undefined) return undefined
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
