import type { Conexion, Flujo, Nodo, Parametro, TipoNodo } from '@div/contract'
import { isEqual, listDifferences } from '../form/differences.ts'

interface FieldDiff {
  /** Where in the node: `objeto.sql`, `parametros.id`. */
  campo: string
  /** As texts; empty where there is nothing. */
  before: string
  after: string
}

export interface NodoDiff {
  id: string
  nombre: string
  tipo: TipoNodo
  cambio: 'nuevo' | 'quitado' | 'cambiado'
  campos: readonly FieldDiff[]
}

export interface ConexionDiff {
  /** In the flujo that has it. */
  id: string
  /** `Entrada → Buscar cliente` */
  texto: string
  cambio: 'nueva' | 'quitada'
}

export interface FlujoDiff {
  nodos: readonly NodoDiff[]
  conexiones: readonly ConexionDiff[]
  /** Ids of nodes that stand elsewhere in the drawing. */
  movidos: readonly string[]
  /** When what was done is undone was changed. */
  compensacion: boolean
  /** Frames and notes that are new, gone or otherwise. */
  anotaciones: number
}

/** What a person sees who lays two versions of a flujo over each other: nodes are known by their ids, parameters by their names. */
export function diffFlujos(before: Flujo, after: Flujo): FlujoDiff {
  const old = new Map(before.nodos.map((nodo) => [nodo.id, nodo]))
  const young = new Map(after.nodos.map((nodo) => [nodo.id, nodo]))
  const nodos = [
    ...after.nodos.map((nodo) => diffNodo(old.get(nodo.id), nodo)),
    ...before.nodos.filter(({ id }) => !young.has(id)).map((nodo) => diffNodo(nodo, undefined)),
  ].filter((diff) => diff !== null)
  const moved = after.nodos.filter(({ id, posicion }) => {
    const stood = old.get(id)
    return stood !== undefined && !isEqual(stood.posicion, posicion)
  })
  return {
    nodos,
    conexiones: diffConexiones(before, after),
    compensacion: before.compensacion !== after.compensacion,
    movidos: moved.map(({ id }) => id),
    anotaciones: countAnotaciones(before, after),
  }
}

function countAnotaciones(before: Flujo, after: Flujo): number {
  return (['grupos', 'notas'] as const).reduce((total, lista) => {
    const old = new Map<string, unknown>(before[lista]?.map((item) => [item.id, item]))
    const young = new Map<string, unknown>(after[lista]?.map((item) => [item.id, item]))
    const ids = new Set([...old.keys(), ...young.keys()])
    return total + [...ids].filter((id) => !isEqual(old.get(id), young.get(id))).length
  }, 0)
}

export function isSame({ nodos, conexiones, compensacion }: FlujoDiff): boolean {
  return nodos.length === 0 && conexiones.length === 0 && !compensacion
}

/** Null of a node in which nothing changed but its place. */
function diffNodo(before: Nodo | undefined, after: Nodo | undefined): NodoDiff | null {
  const shown = after ?? before
  if (shown === undefined) return null
  const { id, nombre, tipo } = shown
  const campos = listFields(before, after)
  if (before && after && campos.length === 0) return null
  const cambio = before === undefined ? 'nuevo' : after === undefined ? 'quitado' : 'cambiado'
  return { id, nombre, tipo, cambio, campos }
}

function listFields(before: Nodo | undefined, after: Nodo | undefined): FieldDiff[] {
  const [old, young] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(young), ...Object.keys(old)])]
  return [
    ...names
      .flatMap((name) => listDifferences(old[name], young[name], name))
      .map(({ campo, mine, theirs }) => ({ campo, before: textOf(mine), after: textOf(theirs) })),
    ...diffParametros(before?.parametros ?? [], after?.parametros ?? []),
  ]
}

/** What is compared field by field; a node that is not there has none. */
function fieldsOf(nodo: Nodo | undefined): Record<string, unknown> {
  if (nodo === undefined) return {}
  const { id, posicion, parametros, ...fields } = nodo
  return fields
}

function diffParametros(before: readonly Parametro[], after: readonly Parametro[]): FieldDiff[] {
  const [old, young] = [byNombre(before), byNombre(after)]
  if (old === null || young === null) {
    return isEqual(before, after)
      ? []
      : [{ campo: 'parametros', before: textOf(before), after: textOf(after) }]
  }
  const nombres = [...new Set([...old.keys(), ...young.keys()])]
  const changed = nombres
    .filter((nombre) => !isEqual(old.get(nombre), young.get(nombre)))
    .map((nombre) => ({
      campo: `parametros.${nombre}`,
      before: textOf(old.get(nombre)),
      after: textOf(young.get(nombre)),
    }))
  const ordenBefore = [...old.keys()].filter((nombre) => young.has(nombre)).join('\n')
  const ordenAfter = [...young.keys()].filter((nombre) => old.has(nombre)).join('\n')
  if (ordenBefore === ordenAfter) return changed
  return [...changed, { campo: 'orden de los parámetros', before: ordenBefore, after: ordenAfter }]
}

/** Null where names do not tell them apart. */
function byNombre(parametros: readonly Parametro[]): Map<string, Parametro> | null {
  const named = new Map(parametros.map((parametro) => [parametro.nombre, parametro]))
  return named.size === parametros.length ? named : null
}

function diffConexiones(before: Flujo, after: Flujo): ConexionDiff[] {
  const [old, young] = [connectionsOf(before), connectionsOf(after)]
  const missing = (of: typeof old, without: typeof old) =>
    [...of].filter(([key]) => !without.has(key)).map(([, line]) => line)
  return [
    ...missing(young, old).map((line) => ({ ...line, cambio: 'nueva' as const })),
    ...missing(old, young).map((line) => ({ ...line, cambio: 'quitada' as const })),
  ]
}

/** Connections are told apart by what they join; their ids say nothing. */
function connectionsOf({ nodos, conexiones }: Flujo): Map<string, { id: string; texto: string }> {
  const nombres = new Map(nodos.map(({ id, nombre }) => [id, nombre]))
  const nombreOf = (id: string) => nombres.get(id) ?? id
  const describe = ({ origen, destino, salida }: Conexion) =>
    `${nombreOf(origen)}${salida === undefined ? '' : ` · ${salida}`} → ${nombreOf(destino)}`
  return new Map(
    conexiones.map((conexion) => [
      JSON.stringify([conexion.origen, conexion.salida ?? null, conexion.destino]),
      { id: conexion.id, texto: describe(conexion) },
    ]),
  )
}

/** A value as it is compared line by line. */
export function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
