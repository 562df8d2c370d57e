import type { Datos } from '../../motor/tablas/compile-fila.ts'
import type { FilaGuardada } from '../../motor/tablas/filas-repository.ts'

/** A row as the API shows it. */
export function showFila({ id, revision, datos }: FilaGuardada): Datos & { id: string; revision: number } {
  return { ...datos, id, revision }
}
