import { COMPENSAR, type Flujo } from '@div/contract'
import { leadingTo } from './graph-walk.ts'

/** Whether a node belongs to what undoes another: it runs only once a run has failed, and never by itself. */
export function undoesAnother({ conexiones }: Pick<Flujo, 'conexiones'>, id: string): boolean {
  const before = new Set(leadingTo({ conexiones }, id))
  return conexiones.some(({ salida, destino }) => salida === COMPENSAR && before.has(destino))
}
