import type { Nodo, Parametro } from '@div/contract'
import type { CompileContext } from './compile-context.ts'
import type { Vertex } from './graph.ts'
import type { Campos, Ocultos } from './plan.ts'
import type { Regions } from './regions.ts'

/** One thing that a node reads. */
export interface Lectura {
  /** Where in the node it is read, as findings name it. */
  campo: string
  /** The value of a secret, or what another node puts out, by the first key of the path; undefined: the whole of it. */
  fuente: 'secreto' | { nodo: string; clave: string | number | undefined }
}

/**
 * Follows secrets from the formulas that read them to the samples in which something derived from them would be shown. Decided here once,
 * so that a run only looks it up. It goes by what is read, not by which branch was taken, and not through servers: what they answer is
 * their own.
 */
export function findOcultos({
  graph,
  regions,
  lecturas,
}: Pick<CompileContext, 'graph' | 'regions' | 'lecturas'>): ReadonlyMap<string, Ocultos> | null {
  const found = new Map<string, Ocultos>()
  // Every node comes after those that it reads.
  for (const vertex of graph.orden) {
    const { nodo } = vertex
    const derived = [...(lecturas.get(nodo.id) ?? []), ...listArrivals(vertex)].filter(({ fuente }) =>
      isDerived(fuente, found),
    )
    const lugares = derived.map(({ campo }) => campo)
    const quoting = listQuoting(nodo, { reads: derived.length > 0, regions, found })
    if (lugares.length > 0) found.set(nodo.id, addTo(hide(nodo, lugares), quoting))
    else if (quoting.length > 0) found.set(nodo.id, { entrada: null, salida: quoting })
  }
  return found.size === 0 ? null : found
}

function isDerived(fuente: Lectura['fuente'], found: ReadonlyMap<string, Ocultos>): boolean {
  if (fuente === 'secreto') return true
  const campos = found.get(fuente.nodo)?.salida ?? null
  if (campos === null) return false
  // A position is no field: nobody can tell what it leads to.
  return typeof fuente.clave !== 'string' || campos === 'todo' || campos.includes(fuente.clave)
}

/** What a join without fields of its own puts together. */
function listArrivals({ nodo, entrantes }: Vertex): Lectura[] {
  if (nodo.tipo !== 'splitter-join' || nodo.parametros.length > 0) return []
  return entrantes.map(({ origen }) => ({ campo: 'parametros', fuente: { nodo: origen, clave: undefined } }))
}

/**
 * Fields of its output that tell of formulas that failed, which quote what they failed on. Of a proceso the system that it calls fails, as
 * a rule, and to hide what that says would help nobody.
 */
function listQuoting(
  { tipo, split, politica }: Nodo,
  { reads, regions, found }: { reads: boolean; regions: Regions; found: ReadonlyMap<string, Ocultos> },
): string[] {
  if (tipo === 'splitter-join') {
    const ids = regions.bySplit.get(String(split))?.ids ?? []
    return [...ids].some((id) => found.get(id)?.entrada === null) ? ['errores'] : []
  }
  return reads && tipo !== 'proceso' && politica?.enError === 'rama' ? ['mensaje'] : []
}

function addTo({ entrada, salida }: Ocultos, names: readonly string[]): Ocultos {
  if (names.length === 0 || salida === 'todo') return { entrada, salida }
  return { entrada, salida: [...(salida ?? []), ...names] }
}

/** What is hidden of a node that reads something derived from a secret at these places. */
function hide({ tipo, parametros, lista }: Nodo, lugares: readonly string[]): Ocultos {
  switch (tipo) {
    case 'proceso':
      return { entrada: fieldsAt(lugares, parametros), salida: null }
    case 'transformacion':
      // With a list its fields are those of the items, and its steps may bring anything anywhere.
      return { entrada: null, salida: lista === undefined ? fieldsAt(lugares, parametros) : 'todo' }
    case 'salida': {
      const body = lugares.filter((lugar) => FIELD.test(lugar))
      // One field alone may be the body itself; headers are not kept.
      const campos = parametros.length === 1 && body.length > 0 ? 'todo' : fieldsAt(body, parametros)
      return { entrada: null, salida: campos }
    }
    case 'splitter-split':
      return { entrada: null, salida: ['elemento'] }
    case 'splitter-join':
      return { entrada: null, salida: ['elementos'] }
    default:
      return { entrada: null, salida: null }
  }
}

const FIELD = /^parametros\[(\d+)\]/

/** The parameters at these places; everything when one of them is somewhere else. */
function fieldsAt(lugares: readonly string[], parametros: readonly Parametro[]): Campos | null {
  if (lugares.length === 0) return null
  const names = new Set<string>()
  for (const lugar of lugares) {
    const [, index] = FIELD.exec(lugar) ?? []
    const parametro = index === undefined ? undefined : parametros[Number(index)]
    if (!parametro) return 'todo'
    names.add(parametro.nombre)
  }
  return [...names]
}
