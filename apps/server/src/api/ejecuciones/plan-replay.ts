import { type Flujo, isCut, isHidden, MuestraIncompleta, type Nodo } from '@div/contract'
import { normalizeName } from '@div/formula'
import type { Ejecucion } from '../../motor/history/restore-pasos.ts'
import { listAgain, refuseField } from './list-again.ts'

/** What a run is repeated with. */
export interface Replay {
  entrada: Readonly<Record<string, unknown>>
  /** Outputs of the nodes that are not run again. */
  datosFijados?: Readonly<Record<string, unknown>> | undefined
}

/**
 * The input of the run and, from a node on, what the nodes before it gave. The nodes after it, and those that share an unfinished
 * transaction with them, run again. Throws DatosInvalidos at `nodo`, and MuestraIncompleta with all values that the history did not keep whole.
 */
export function planReplay({
  flujo,
  ejecucion,
  nodo,
}: {
  flujo: Flujo
  ejecucion: Pick<Ejecucion, 'entrada' | 'pasos'>
  nodo: string | undefined
}): Replay {
  const last = ejecucion.pasos.at(-1)
  const isKept = isWhole(ejecucion.entrada) && !last?.sinDatos
  const missing = isKept ? [] : ['la entrada']
  const entrada = asFields(ejecucion.entrada)
  if (nodo === undefined || last?.sinDatos) {
    expectNone(missing)
    return { entrada }
  }
  const nodos = new Map(flujo.nodos.map((each) => [each.id, each]))
  if (!nodos.has(nodo)) throw refuseField('nodo', `El flujo no tiene el nodo «${nodo}».`)
  if (ejecucion.pasos.some((paso) => paso.nodo === nodo && paso.iteracion !== undefined)) {
    throw refuseField('nodo', 'Está entre un split y su join: reintente desde el split.')
  }
  if (ejecucion.pasos.some(({ compensa }) => compensa !== undefined))
    throw refuseField('nodo', 'Lo que hizo esta ejecución se deshizo: repítala desde el principio.')
  const again = listAgain(flujo, nodo)

  // A node whose span is missing would be taken for one that never ran.
  if (last?.omitidos !== undefined) missing.push('la traza')
  const datosFijados: Record<string, unknown> = {}
  for (const { nodo: id, estado, iteracion, salida } of ejecucion.pasos) {
    const done = nodos.get(String(id))
    if (!done || estado !== 'ok' || iteracion !== undefined || again.has(done.id)) continue
    const target = pinnedNode(done)
    if (target === null || (isHidden(salida) && isComputed(done))) continue
    if (!isWhole(salida)) missing.push(`la salida de «${done.nombre}»`)
    datosFijados[target] = salida ?? null
  }
  expectNone(missing)
  return { entrada, datosFijados }
}

/** Whose output stands for the node's. A region is over when its join is, and its split hands the join what it put together. */
function pinnedNode({ id, tipo, split }: Nodo): string | null {
  if (tipo === 'splitter-join') return String(split)
  return tipo === 'proceso' || tipo === 'transformacion' ? id : null
}

/** From what it reads it would put out the same again, so that what the history hid of it is not missing. */
function isComputed(nodo: Nodo): boolean {
  return nodo.tipo === 'transformacion' && !normalizeName(JSON.stringify(nodo)).includes('CONSECUTIVO')
}

function isWhole(value: unknown): boolean {
  return !isCut(value) && !isHidden(value)
}

/** Throws MuestraIncompleta. */
function expectNone(missing: readonly string[]): void {
  if (missing.length > 0) throw new MuestraIncompleta({ que: new Intl.ListFormat('es').format(missing) })
}

function asFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
