import { Binario, Fecha } from '@div/contract'

/** Marks what JSON has no form for. */
const MARCA = '$div'

/** Values of a run as text, so that reading it gives the same values. */
export function encodeValores(value: unknown): string {
  return JSON.stringify(isJson(value) ? value : mark(value))
}

export function decodeValores(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return text.includes(MARCA) ? unmark(value) : value
}

/** Most values are: they need no copy. */
function isJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'object': {
      if (value === null) return true
      if (Array.isArray(value)) return value.every(isJson)
      if (value instanceof Date || value instanceof Fecha || value instanceof Binario) return false
      return Object.entries(value).every(
        ([key, each]) => key !== MARCA && (each === undefined || isJson(each)),
      )
    }
    default:
      return false
  }
}

function mark(value: unknown): unknown {
  if (value === undefined) return { [MARCA]: 'nada' }
  if (typeof value === 'number' && !isJson(value))
    return marked('numero', Object.is(value, -0) ? '-0' : String(value))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return marked('fechaHora', value.getTime())
  if (value instanceof Fecha) return marked('fecha', [value.year, value.month, value.day])
  if (value instanceof Binario) return marked('binario', value.toString())
  if (Array.isArray(value)) return Array.from(value, mark)
  const fields = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mark(each)]))
  return Object.hasOwn(fields, MARCA) ? marked('objeto', fields) : fields
}

function marked(tipo: string, valor: unknown) {
  return { [MARCA]: tipo, valor }
}

function unmark(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unmark)
  if (Object.hasOwn(value, MARCA)) return readMarked(value as { [MARCA]: string; valor: never })
  return unmarkFields(value)
}

function unmarkFields(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unmark(each)]))
}

function readMarked({ [MARCA]: tipo, valor }: { [MARCA]: string; valor: never }): unknown {
  switch (tipo) {
    case 'numero':
      return Number(valor)
    case 'fechaHora':
      return new Date(valor)
    case 'fecha':
      return new Fecha(...(valor as [number, number, number]))
    case 'binario':
      return Binario.parse(valor)
    case 'objeto':
      return unmarkFields(valor)
    default:
      return undefined
  }
}
