/** What stands under a name, or under the nearest one around it: a field of one form of several is explained with the field that has them. */
export function nearestPlace<Place>(name: string, find: (name: string) => Place | null): Place | undefined {
  for (let rest = name; rest !== ''; rest = around(rest)) {
    const place = find(rest)
    if (place !== null) return place
  }
  return undefined
}

/** A form of several, `pasos[] (tipo: unir)`, is within its list, and that within its field. */
function around(name: string): string {
  const last = [' (', '[]'].find((mark) =>
    mark === '[]'
      ? name.endsWith(mark)
      : name.endsWith(')') && name.lastIndexOf(mark) > name.lastIndexOf('.'),
  )
  return name.slice(0, Math.max(0, name.lastIndexOf(last ?? '.')))
}
