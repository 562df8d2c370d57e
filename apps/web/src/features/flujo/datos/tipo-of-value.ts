import type { TipoDato } from '@div/contract'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * What a value that was seen is. Dates have become texts on their way here: where the data comes from a database, what is written like
 * one was one.
 */
export function tipoOfValue(value: unknown, { dates = false }: { dates?: boolean } = {}): TipoDato {
  switch (typeof value) {
    case 'string':
      if (dates && DAY.test(value)) return 'fecha'
      return dates && INSTANT.test(value) ? 'fechaHora' : 'texto'
    case 'number':
      return Number.isInteger(value) ? 'entero' : 'decimal'
    case 'boolean':
      return 'booleano'
    case 'object':
      if (value === null) return 'cualquiera'
      return Array.isArray(value) ? 'lista' : 'objeto'
    default:
      return 'cualquiera'
  }
}
