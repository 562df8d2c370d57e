/** What formulas take for a name (`formula.grammar`): a path is written alike as a reference and in a formula. */
const PLAIN_NAME = /^[A-Za-z_\u00c0-\u024f][A-Za-z0-9_\u00c0-\u024f]*$/

/** The path of a field of what stands at another path. */
export function joinRuta(ruta: string, name: string): string {
  if (!PLAIN_NAME.test(name)) return `${ruta}[${JSON.stringify(name)}]`
  return ruta === '' ? name : `${ruta}.${name}`
}

/** As a formula writes it: `n2.filas[0].email`. */
export function pathOf({ nodo, ruta }: { nodo: string; ruta: string }): string {
  if (ruta === '') return nodo
  return ruta.startsWith('[') ? `${nodo}${ruta}` : `${nodo}.${ruta}`
}

const PATH = /^([A-Za-z_]\w*)((?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d+\]|\["(?:[^"\\]|\\.)*"\])*)$/u

/** Null of a formula that is more than a name and a path. */
export function readPath(expresion: string): { nodo: string; ruta: string } | null {
  const [, nodo, path] = PATH.exec(expresion.trim()) ?? []
  return nodo === undefined || path === undefined ? null : { nodo, ruta: path.replace(/^\./, '') }
}
