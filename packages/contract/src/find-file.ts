/** Files that were given together lie where their names say, or side by side whatever the folders of their references. Null: there is none. */
export function findFile(byName: ReadonlyMap<string, string>, location: string): string | null {
  const exact = byName.get(location)
  if (exact !== undefined) return exact
  const last = baseName(location)
  const [alike, ...others] = [...byName].filter(([nombre]) => baseName(nombre) === last)
  return alike && others.length === 0 ? alike[1] : null
}

function baseName(location: string): string {
  return (location.split('?')[0] ?? '').split(/[/\\]/).at(-1) ?? ''
}
