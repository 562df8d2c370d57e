import type { Nodo } from '@div/contract'

/** The proceso that a node calls; null: it calls something else, or nothing yet. */
export function calledProceso({ tipo, tipoServidor, tipoObjeto, objeto }: Nodo): string | null {
  if (tipo !== 'proceso' || tipoServidor !== 'interno' || tipoObjeto !== 'proceso') return null
  if (typeof objeto !== 'object' || objeto === null || !('procesoId' in objeto)) return null
  return typeof objeto.procesoId === 'string' && objeto.procesoId !== '' ? objeto.procesoId : null
}
