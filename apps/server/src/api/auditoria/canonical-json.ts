/** One text for one value: keys in order, because jsonb gives them back in an order of its own. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  )
}
