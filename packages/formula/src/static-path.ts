import type { Ast } from './ast.ts'

interface StaticPath {
  /** Null: what stands before the path is no name. */
  root: Extract<Ast, { clase: 'referencia' }> | null
  ruta: string
}

/** The root of a path and its beginning, as far as it is known without running: of `n2.filas[i].email` the ruta is `filas`. */
export function readStaticPath(ast: Ast): StaticPath {
  const { root, ruta } = readPath(ast)
  return { root, ruta }
}

function readPath(ast: Ast): StaticPath & { isKnown: boolean } {
  if (ast.clase === 'referencia') return { root: ast, ruta: '', isKnown: true }
  if (ast.clase !== 'propiedad' && ast.clase !== 'indice') return { root: null, ruta: '', isKnown: false }
  const path = readPath(ast.objeto)
  const segment = segmentOf(ast)
  if (!path.isKnown || segment === null) return { ...path, isKnown: false }
  return {
    ...path,
    ruta: segment.startsWith('[') || path.ruta === '' ? path.ruta + segment : `${path.ruta}.${segment}`,
  }
}

/** As the language of paths writes it; null when it is computed. */
function segmentOf(ast: Extract<Ast, { clase: 'propiedad' | 'indice' }>): string | null {
  if (ast.clase === 'propiedad') return ast.nombre
  const { clave } = ast
  if (clave.clase === 'numero')
    return typeof clave.valor === 'number' && Number.isSafeInteger(clave.valor) ? `[${clave.valor}]` : null
  if (clave.clase !== 'literal' || typeof clave.valor !== 'string') return null
  return `["${clave.valor.replace(/[\\"]/g, '\\$&')}"]`
}
