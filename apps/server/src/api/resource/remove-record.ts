import { EnUso, NoEncontrado } from '@div/contract'
import type { Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { audit } from '../auditoria/audit.ts'
import type { Actor, ResourceDefinition, StoredRecord } from './resource-definition.ts'
import { deleteRow, findRow } from './resource-repository.ts'

/** Removes what nothing uses. Throws NoEncontrado and EnUso. */
export async function removeRecord<Stored extends StoredRecord, Input>(
  { resource, table, label, listUsos, visibleTo, hold }: ResourceDefinition<Stored, Input>,
  { trx, usuario, id }: { trx: Transaction<Database>; usuario: Actor; id: string },
): Promise<void> {
  await hold?.(trx)
  const row = await findRow<Stored>(trx, table, { id, lock: 'remove', visible: visibleTo?.(usuario) })
  if (!row) throw new NoEncontrado({ recurso: label, id })
  const usos = await listUsos(trx, row, usuario)
  if (usos.length > 0) throw new EnUso({ recurso: label, cantidad: usos.length }, { extra: { usos } })
  await deleteRow(trx, table, { id, label })
  await audit(trx, {
    usuario: usuario.username,
    accion: 'eliminar',
    recurso: resource,
    recursoId: id,
    detalle: { nombre: row.nombre },
  })
}
