import { decimalOf } from '@div/contract'
import { CeldaInvalida } from '../tipo-de-columna.ts'

/** Digits whose last `decimales` stand behind a point that is not written; exact, as no number between is rounded. */
export function readImplied(text: string, decimales: number): number | string {
  const match = /^([+-]?)(\d{1,40})([+-]?)$/.exec(text.trim())
  const [, before = '', digits = '', after = ''] = match ?? []
  if (!match || (before !== '' && after !== ''))
    throw new CeldaInvalida(`«${text}» no es un número sin punto`)
  const padded = digits.padStart(decimales + 1, '0')
  const whole = padded.slice(0, padded.length - decimales)
  const fraction = padded.slice(padded.length - decimales)
  return decimalOf(`${before}${after}${whole}${fraction === '' ? '' : `.${fraction}`}`)
}

/** Of a plain decimal text. */
export function writeImplied(text: string, decimales: number): string {
  const match = /^(-?)\+?(\d*)(?:\.(\d*))?$/.exec(text)
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  if (!match) throw new CeldaInvalida(`«${text}» no se puede escribir sin punto`)
  if (/[1-9]/.test(fraction.slice(decimales)))
    throw new CeldaInvalida(`«${text}» tiene más de ${decimales} decimales`)
  const digits = `${whole}${fraction.slice(0, decimales).padEnd(decimales, '0')}`.replace(/^0+(?=\d)/, '')
  return `${sign}${digits === '' ? '0' : digits}`
}
