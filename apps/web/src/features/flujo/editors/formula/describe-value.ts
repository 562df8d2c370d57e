import { Binario, Fecha } from '@div/contract'
import { sampleText } from '../../inspector/sample-value.ts'

/** What a computed value is, and how it looks in one line. */
export function describeValue(value: unknown): { tipo: string; texto: string } {
  if (value === null || value === undefined) return { tipo: 'nulo', texto: 'nulo' }
  if (value === '') return { tipo: 'texto vacío', texto: '""' }
  return { tipo: tipoOf(value), texto: textOf(value) }
}

function tipoOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? 'lista de 1' : `lista de ${value.length}`
  if (value instanceof Fecha) return 'fecha'
  if (value instanceof Date) return 'fecha y hora'
  if (value instanceof Binario) return 'binario'
  if (typeof value === 'number') return Number.isInteger(value) ? 'entero' : 'decimal'
  if (typeof value === 'boolean') return 'sí o no'
  return typeof value === 'string' ? 'texto' : 'objeto'
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'VERDADERO' : 'FALSO'
  if (value instanceof Date) return value.toISOString()
  return value instanceof Fecha ? value.toString() : sampleText(value)
}
