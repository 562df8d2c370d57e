import { isDeepStrictEqual } from 'node:util'
import { type AppError, EntradaInvalida, isPlainObject, MASK } from '@div/contract'

interface Edited {
  wanted: unknown
  shown: unknown
  stored: unknown
}

/**
 * What somebody made of a value of which they were shown no secrets: what they left as it was shown is as it was stored. Throws
 * EntradaInvalida where nobody can tell of which value a mask is left.
 */
export function keepHidden({ wanted, shown, stored }: Edited, campo = ''): unknown {
  if (!holdsMask(wanted)) return wanted
  if (isDeepStrictEqual(wanted, shown)) return stored
  if (Array.isArray(wanted) && Array.isArray(shown) && Array.isArray(stored))
    return keepItems({ wanted, shown, stored }, campo)
  if (!isPlainObject(wanted)) throw refuse(campo)
  const [before, kept] = isPlainObject(shown) && isPlainObject(stored) ? [shown, stored] : [{}, {}]
  return Object.fromEntries(
    Object.entries(wanted).map(([name, each]) => [
      name,
      keepHidden(
        { wanted: each, shown: ownOf(before, name), stored: ownOf(kept, name) },
        campo === '' ? name : `${campo}.${name}`,
      ),
    ]),
  )
}

/** An item is that which looks like it, else, in a list that is as long as it was, the one in its place that no other item is. */
function keepItems(
  { wanted, shown, stored }: { wanted: unknown[]; shown: unknown[]; stored: unknown[] },
  campo: string,
): unknown[] {
  const wantedPlaces = placesByText(wanted)
  const shownPlaces = placesByText(shown)
  return wanted.map((each, index) => {
    if (!holdsMask(each)) return each
    const place = `${campo}[${index}]`
    const text = JSON.stringify(each)
    const alike = shownPlaces.get(text)
    if (alike?.[0] !== undefined) {
      const [first] = alike
      if (isDeepStrictEqual(wantedPlaces.get(text), alike)) return stored[index]
      if (alike.every((other) => isDeepStrictEqual(stored[other], stored[first]))) return stored[first]
      throw refuse(place)
    }
    const isMoved = wantedPlaces.has(JSON.stringify(shown[index]))
    if (wanted.length !== shown.length || isMoved) throw refuse(place)
    return keepHidden({ wanted: each, shown: shown[index], stored: stored[index] }, place)
  })
}

/** Where in a list each of its items stands: comparing each with each would take for ever of a long one. */
function placesByText(list: readonly unknown[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [index, each] of list.entries()) {
    const text = JSON.stringify(each)
    const known = places.get(text)
    if (known) known.push(index)
    else places.set(text, [index])
  }
  return places
}

function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MASK)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMask)
}

function ownOf(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function refuse(campo: string): AppError {
  return new EntradaInvalida(undefined, {
    errores: [
      {
        campo,
        mensaje: `Aquí queda «${MASK}» en lugar de un dato oculto, y no se puede saber cuál era. Escriba el dato.`,
      },
    ],
  })
}
