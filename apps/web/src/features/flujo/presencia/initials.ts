/** Of a username: `ana.gomez` → `AG`, `lucia` → `LU`. */
export function initialsOf(usuario: string): string {
  const [first = '', second] = usuario.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase()
}
