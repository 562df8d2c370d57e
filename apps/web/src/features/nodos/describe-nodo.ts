import type { NodoDelCluster } from '@div/contract'

export interface LookOfNodo {
  label: string
  color: 'green' | 'yellow' | 'red'
}

/** What a node is about, in words. */
export function lookOfNodo({ estado, activas }: Pick<NodoDelCluster, 'estado' | 'activas'>): LookOfNodo {
  if (estado === 'perdido') return { label: 'Perdido', color: 'red' }
  if (estado === 'activo') return { label: 'Activo', color: 'green' }
  return { label: activas === 0 ? 'Drenado' : `Drenando: ${activas} en curso`, color: 'yellow' }
}

/** Of one core. */
export function describeCpu(cpu: number): string {
  return `${Math.round(cpu * 100)} %`
}

const MIB = 1_048_576

export function describeMemory(bytes: number): string {
  return `${Math.round(bytes / MIB).toLocaleString('es')} MiB`
}

/** Few are told exactly. */
export function describeRate(porSegundo: number): string {
  const digits = porSegundo < 10 ? 1 : 0
  return `${porSegundo.toLocaleString('es', { maximumFractionDigits: digits })}/s`
}

/** Whoever drains the last node that answers calls leaves the queue without anybody. */
export function isLastActive(nodo: NodoDelCluster, nodos: readonly NodoDelCluster[]): boolean {
  return !nodos.some(({ id, estado, workers }) => id !== nodo.id && estado === 'activo' && workers > 0)
}
