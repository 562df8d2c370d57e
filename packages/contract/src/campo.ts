/** Where a value stands, as findings name it: `config.host`, `columnas[2].nombre`. `root` is the place of what holds it. */
export function campoOf(path: readonly PropertyKey[], root = ''): string {
  return path.reduce<string>((campo, key) => {
    if (typeof key === 'number') return `${campo}[${key}]`
    return campo === '' ? String(key) : `${campo}.${String(key)}`
  }, root)
}
