import { formatClave, type Paso } from '@div/contract'
import { listNodos, type Plan } from '@div/engine'
import { spanIdOf } from '@div/servidores'
import type { RunRecord } from '../history/run-record.ts'

/** What is exported of a run or of a node in it: names, states and times, and never a value. */
export interface Span {
  /** By which what it called knows it; null: it called nothing. */
  id: string | null
  name: string
  /** Epoch milliseconds. */
  start: number
  end: number
  /** The code of what went wrong; null: nothing did. */
  error: string | null
  attributes: Record<string, string | number>
}

/** What a run is of, by the names that its people know. */
export interface Nombres {
  proceso: string | undefined
  canal: string | undefined
}

export function describeRun(run: RunRecord, { proceso, canal }: Nombres, shiftMs: number): Span {
  const { id, procesoId, version, canalId, origen, estado, error, inicio, duracionMs } = run
  const start = inicio + shiftMs
  return {
    id: null,
    name: proceso ?? procesoId,
    start,
    end: start + duracionMs,
    error: error ? error.codigo : null,
    attributes: {
      'div.ejecucion.id': id,
      'div.proceso.id': procesoId,
      'div.origen': origen,
      'div.estado': estado,
      ...(proceso !== undefined && { 'div.proceso.nombre': proceso }),
      ...(version !== null && { 'div.proceso.version': version }),
      ...(canalId !== null && { 'div.canal.id': canalId }),
      ...(canal !== undefined && { 'div.canal.nombre': canal }),
      ...(error?.nodo && { 'div.error.nodo': error.nodo }),
    },
  }
}

/** Nodes that were left out took no time and are no spans. */
export function describePasos(
  { id, raizDeClaves = id, pasos, plan }: Pick<RunRecord, 'id' | 'raizDeClaves' | 'pasos' | 'plan'>,
  shiftMs: number,
): Span[] {
  const nombres = plan.bloque ? nombresOf(plan.bloque) : NO_NAMES
  return pasos.flatMap((paso) =>
    paso.estado === 'omitido'
      ? []
      : {
          id: spanIdOf(formatClave(raizDeClaves, paso.nodo, paso.iteracion ?? null)),
          ...describePaso(paso, nombres, shiftMs),
        },
  )
}

function describePaso(paso: Paso, nombres: ReadonlyMap<string, string>, shiftMs: number): Omit<Span, 'id'> {
  const { nodo, estado, inicio, duracionMs, intentos, iteracion, iteraciones, rama, compensa, error } = paso
  const start = inicio + shiftMs
  return {
    name: nombres.get(nodo) ?? nodo,
    start,
    end: start + duracionMs,
    error: error?.codigo ?? null,
    attributes: {
      'div.nodo.id': nodo,
      'div.estado': estado,
      'div.intentos': intentos,
      ...(iteracion && { 'div.iteracion': iteracion.join('.') }),
      ...(iteraciones !== undefined && { 'div.iteraciones': iteraciones }),
      ...(rama !== undefined && { 'div.rama': rama }),
      ...(compensa !== undefined && { 'div.compensa': compensa }),
    },
  }
}

type Bloque = Plan['bloque']

const NO_NAMES: ReadonlyMap<string, string> = new Map()
/** A plan is compiled once and runs often. */
const known = new WeakMap<Bloque, ReadonlyMap<string, string>>()

function nombresOf(bloque: Bloque): ReadonlyMap<string, string> {
  const before = known.get(bloque)
  if (before) return before
  const nombres = new Map(listNodos(bloque).map(({ id, nombre }) => [id, nombre]))
  known.set(bloque, nombres)
  return nombres
}
