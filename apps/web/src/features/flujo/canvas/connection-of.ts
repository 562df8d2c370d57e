import type { Conexion } from '@div/contract'
import { NORMAL } from '../document/nodo-handles.ts'
import { fromHandleId } from './nodo-projection.ts'

/** What was joined on the canvas, as the document says it. */
export function toConexion({
  source,
  target,
  sourceHandle = null,
}: {
  source: string
  target: string
  sourceHandle?: string | null | undefined
}): Omit<Conexion, 'id'> {
  const salida = fromHandleId(sourceHandle)
  return { origen: source, destino: target, ...(salida !== NORMAL && { salida }) }
}
