import { Binario, Fecha } from '@div/contract'

/** Reads a path in a value: own properties of plain data only, null where it ends early. */
export type ReadRuta = (value: unknown) => unknown

const SEGMENT = /(?:^|(?<=.)\.)([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/gy

/** Compiles `filas[0].email`; null when the text is not a path. An empty path is the value itself. */
export function compileRuta(ruta: string): ReadRuta | null {
  const keys = parseRuta(ruta)
  if (keys === null) return null
  const [first, second, third] = keys
  // The short paths of everyday flows, without a loop.
  if (first === undefined) return (value) => value ?? null
  if (second === undefined) return (value) => readKey(value, first)
  if (third === undefined) return (value) => readKey(readKey(value, first), second)
  if (keys.length === 3) return (value) => readKey(readKey(readKey(value, first), second), third)
  return (value) => {
    let current = value
    for (const key of keys) current = readKey(current, key)
    return current
  }
}

/** The keys of a path, numbers for positions; null when it is malformed. */
export function parseRuta(ruta: string): (string | number)[] | null {
  const keys: (string | number)[] = []
  SEGMENT.lastIndex = 0
  while (SEGMENT.lastIndex < ruta.length) {
    const match = SEGMENT.exec(ruta)
    if (!match) return null
    const [, name, position, quoted] = match
    if (position !== undefined) keys.push(Number(position))
    else keys.push(name ?? (quoted ?? '').replace(/\\(.)/g, '$1'))
  }
  return keys
}

function readKey(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return null
  if (Array.isArray(value)) return typeof key === 'number' ? (value[key] ?? null) : null
  // Own properties only: `__proto__` and `constructor` are inherited and never read (security rule 3).
  if (!Object.hasOwn(value, key) || value instanceof Fecha || value instanceof Binario) return null
  return (value as Record<string | number, unknown>)[key] ?? null
}
