import { isDeepStrictEqual } from 'node:util'
import { isPlainObject } from '@div/contract'

/** What somebody made of a value of which they were shown no secrets: what they left as it was shown is as it was stored. */
export function keepHidden({
  wanted,
  shown,
  stored,
}: {
  wanted: unknown
  shown: unknown
  stored: unknown
}): unknown {
  if (isDeepStrictEqual(wanted, shown)) return stored
  if (Array.isArray(wanted) && Array.isArray(shown) && Array.isArray(stored)) {
    return wanted.map((each, index) => {
      const same = isDeepStrictEqual(each, shown[index])
        ? index
        : shown.findIndex((other) => isDeepStrictEqual(each, other))
      const place = same === -1 ? index : same
      return keepHidden({ wanted: each, shown: shown[place], stored: stored[place] })
    })
  }
  if (!isPlainObject(wanted) || !isPlainObject(shown) || !isPlainObject(stored)) return wanted
  return Object.fromEntries(
    Object.entries(wanted).map(([name, each]) => [
      name,
      Object.hasOwn(shown, name)
        ? keepHidden({ wanted: each, shown: shown[name], stored: stored[name] })
        : each,
    ]),
  )
}
