/** What stands in a sample for what is hidden. */
export const MASK = '•••'

/** The name of the field that stands for those which a sample left out. */
export const MORE = '…'

/** How a sample ends a list, a text or an object that it does not hold whole, and what it says of bytes and of what lies too deep. */
const CUT = /^…$|… \d+ (?:caracteres )?más$|^\(binario de \d+ bytes\)$/
const MORE_ITEMS = /^… (\d+) más$/
const MORE_CHARS = /… (\d+) caracteres más$/
const MORE_FIELDS = /^(\d+) campos? más$/

/** The last item of a list of which this many were left out. */
export const moreItems = (count: number) => `… ${count} más`
/** The end of a text of which this many characters were left out. */
export const moreChars = (count: number) => `… ${count} caracteres más`
/** What the field `MORE` says of those that were left out. */
export const moreFields = (count: number) => `${count} ${count === 1 ? 'campo' : 'campos'} más`

/** Whether anything was left out of a sample, because it was large or is no JSON. */
export function isCut(value: unknown): boolean {
  return some(
    value,
    (text) => CUT.test(text),
    (name) => name === MORE,
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
  const more = matchCount(items.at(-1), MORE_ITEMS)
  return more === null ? items.length : items.length - 1 + more
}

/** Something in a sample that was larger than what is shown of it. */
export interface Corte {
  /** Where in the value. */
  ruta: readonly (string | number)[]
  clase: 'lista' | 'texto' | 'campos'
  mostrados: number
  total: number
}

/** What was cut in a sample and how much the whole was, outermost first; at most as many as asked for. */
export function listCortes(value: unknown, most: number): Corte[] {
  const cortes: Corte[] = []
  addCortes(value, [], cortes, most)
  return cortes
}

function addCortes(value: unknown, ruta: Corte['ruta'], cortes: Corte[], most: number): void {
  const own = corteOf(value)
  if (own) cortes.push({ ruta, ...own })
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (cortes.length >= most) return
    addCortes(each, [...ruta, Array.isArray(value) ? Number(name) : name], cortes, most)
  }
}

function corteOf(value: unknown): Omit<Corte, 'ruta'> | null {
  if (typeof value === 'string') {
    const more = matchCount(value, MORE_CHARS)
    if (more === null) return null
    const mostrados = value.length - moreChars(more).length
    return { clase: 'texto', mostrados, total: mostrados + more }
  }
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) {
    const total = countSampled(value)
    return total === value.length ? null : { clase: 'lista', mostrados: value.length - 1, total }
  }
  const more = MORE in value ? matchCount(value[MORE], MORE_FIELDS) : null
  if (more === null) return null
  const mostrados = Object.keys(value).length - 1
  return { clase: 'campos', mostrados, total: mostrados + more }
}

function matchCount(text: unknown, pattern: RegExp): number | null {
  const found = typeof text === 'string' ? pattern.exec(text)?.[1] : undefined
  return found === undefined ? null : Number(found)
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
