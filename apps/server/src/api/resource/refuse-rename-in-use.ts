import { NombreEnUso } from '@div/contract'
import type { ResourceDefinition, StoredRecord, WriteContext } from './resource-definition.ts'

/** What formulas call by its name keeps it while any of them does. Throws NombreEnUso with those that do. */
export async function refuseRenameInUse<Stored extends StoredRecord>(
  { trx, before }: WriteContext<Stored>,
  {
    label,
    nombre,
    listUsos,
  }: { label: string; nombre: string; listUsos: ResourceDefinition<Stored, unknown>['listUsos'] },
): Promise<void> {
  if (!before || before.nombre === nombre) return
  const usos = await listUsos(trx, before)
  if (usos.length > 0) throw new NombreEnUso({ recurso: label, cantidad: usos.length }, { extra: { usos } })
}
