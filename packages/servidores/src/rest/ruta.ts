/** Segments of dots, also where they are encoded or between backslashes, walk up the path of the other system (RFC 3986, 5.2.4). */
const WALKS_UP = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i

export const LEAVES_BASE = 'Una ruta no puede salir de la dirección base: quite «.» y «..».'

export function leavesBase(path: string): boolean {
  return WALKS_UP.test(path)
}
