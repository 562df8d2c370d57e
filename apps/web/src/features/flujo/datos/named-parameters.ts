import type { Flujo, Nodo, Parametro } from '@div/contract'

/** What hides a colon in SQL: texts, quoted names, comments, casts; then a parameter. */
const TOKENS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|::|:([A-Za-z_][A-Za-z0-9_]*)/g

/** Where the `:name`s of a query stand, with their colons. */
export function findParameters(sql: string): readonly { nombre: string; desde: number; hasta: number }[] {
  return [...sql.matchAll(TOKENS)].flatMap(({ 2: nombre, index: desde }) =>
    nombre === undefined ? [] : [{ nombre, desde, hasta: desde + 1 + nombre.length }],
  )
}

/** The `:name`s of a query, each once, in their order. */
export function namedParameters(sql: string): readonly string[] {
  return [...new Set(findParameters(sql).map(({ nombre }) => nombre))]
}

/** The parameters of a node whose query, which may not be written yet, does not name them; none where there is none to write. */
export function unusedParameters({ objeto, parametros, tipoObjeto }: Nodo): ReadonlySet<string> {
  const written = typeof objeto === 'object' && objeto !== null && 'sql' in objeto ? objeto.sql : undefined
  const sql = tipoObjeto === 'consulta' ? (written ?? '') : written
  if (typeof sql !== 'string') return new Set()
  const named = new Set(namedParameters(sql))
  return new Set(parametros.map(({ nombre }) => nombre).filter((nombre) => !named.has(nombre)))
}

/**
 * The parameters of a query after it was changed. New ones take what the entrada declares by the same name; those that are no longer
 * in it go, unless somebody has given them a value.
 */
export function followSql(flujo: Flujo, parametros: readonly Parametro[], sql: string): Parametro[] {
  const names = namedParameters(sql)
  const entrada = flujo.nodos.find(({ tipo }) => tipo === 'entrada')
  const declared = new Set(entrada?.parametros.map(({ nombre }) => nombre))
  const known = new Set(parametros.map(({ nombre }) => nombre))
  const kept = parametros.filter(
    (parametro) => names.includes(parametro.nombre) || !isOffered(parametro, entrada?.id),
  )
  const added = names
    .filter((name) => !known.has(name))
    .map((nombre) =>
      entrada && declared.has(nombre)
        ? { nombre, valorAsignado: { nodo: entrada.id, ruta: nombre } }
        : { nombre },
    )
  return [...kept, ...added]
}

/** Nobody has said more of it than the query and the entrada did: typing a name must not leave its beginnings behind. */
function isOffered(
  { nombre, valor, valorAsignado, expresion }: Parametro,
  entrada: string | undefined,
): boolean {
  if (valor !== undefined || expresion !== undefined) return false
  return valorAsignado === undefined || (valorAsignado.nodo === entrada && valorAsignado.ruta === nombre)
}
