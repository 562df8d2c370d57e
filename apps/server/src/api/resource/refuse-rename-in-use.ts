import { NombreEnUso } from '@div/contract'
import type { ResourceDefinition, StoredRecord, WriteContext } from './resource-definition.ts'
import { findRow } from './resource-repository.ts'

/** What formulas call by its name keeps it while any of them does. Throws NombreEnUso with those that do. */
export async function refuseRenameInUse<Stored extends StoredRecord>(
  { trx, before, usuario }: WriteContext<Stored>,
  {
    table,
    label,
    nombre,
    listUsos,
  }: Pick<ResourceDefinition<Stored, never>, 'table' | 'label' | 'listUsos'> & { nombre: string },
): Promise<void> {
  if (!before || before.nombre === nombre) return
  // Whoever is storing a formula that says the name is waited for.
  await findRow(trx, table, { id: before.id, lock: 'remove' })
  const usos = await listUsos(trx, before, usuario)
  if (usos.length > 0) throw new NombreEnUso({ recurso: label, cantidad: usos.length }, { extra: { usos } })
}
