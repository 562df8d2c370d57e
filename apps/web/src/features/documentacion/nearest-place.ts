/** What stands under a name, or under the nearest one around it: a field of one form of several is explained with the field that has them. */
export function nearestPlace<Place>(name: string, find: (name: string) => Place | null): Place | undefined {
  for (let rest = name; rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('.')))) {
    const place = find(rest)
    if (place !== null) return place
  }
  return undefined
}
