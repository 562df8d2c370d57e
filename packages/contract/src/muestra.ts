/** What stands in a sample for what is hidden. */
export const MASK = '•••'

/** How a sample ends a list, a text or an object that it does not hold whole, and what it says of bytes. */
const CUT = /…|^\(binario de \d+ bytes\)$/
const MORE_ITEMS = /^… (\d+) más$/

/** Whether anything was left out of a sample, because it was large or is no JSON. */
export function isCut(value: unknown): boolean {
  return some(
    value,
    (text) => CUT.test(text),
    (name) => name === '…',
  )
}

/** Whether anything in a sample is hidden. */
export function isHidden(value: unknown): boolean {
  return some(value, (text) => text.includes(MASK))
}

function some(
  value: unknown,
  isText: (text: string) => boolean,
  isName: (name: string) => boolean = () => false,
): boolean {
  if (typeof value === 'string') return isText(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, each]) => isName(name) || some(each, isText, isName))
}

/** How many items the list had of which this is the sample. */
export function countSampled(items: readonly unknown[]): number {
  const last = items.at(-1)
  const more = typeof last === 'string' ? MORE_ITEMS.exec(last)?.[1] : undefined
  return more === undefined ? items.length : items.length - 1 + Number(more)
}

/** How many things a node put out: rows, items. Null of what is not many. `count` tells it of a list. */
export function countElementos(
  salida: unknown,
  count: (items: readonly unknown[]) => number = countSampled,
): { total: number; son: 'filas' | 'elementos' } | null {
  if (Array.isArray(salida)) return { total: count(salida), son: 'elementos' }
  if (typeof salida !== 'object' || salida === null) return null
  if ('filas' in salida && Array.isArray(salida.filas)) return { total: count(salida.filas), son: 'filas' }
  if ('elementos' in salida && Array.isArray(salida.elementos))
    return { total: count(salida.elementos), son: 'elementos' }
  return null
}
