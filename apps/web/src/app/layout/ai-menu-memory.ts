/** Where the spec keeps whether the submenu is open (2, «Sidebar»). */
const KEY = 'aiMenuOpen'

/** Open unless it was closed. */
export function readAiMenuOpen(): boolean {
  return localStorage.getItem(KEY) !== 'false'
}

export function storeAiMenuOpen(isOpen: boolean): void {
  localStorage.setItem(KEY, String(isOpen))
}

/** A path below one of the submenu's opens it by itself. */
export function isAiPath(pathname: string, paths: readonly string[]): boolean {
  return paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
