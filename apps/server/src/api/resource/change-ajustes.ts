import { RevisionObsoleta } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import { holdAjustes, type StoredAjustes } from '../../ajustes/ajustes-repository.ts'
import type { Database } from '../../db/tables.ts'
import { audit } from '../auditoria/audit.ts'

interface ChangeOfAjustes {
  usuario: string
  /** Which was read. */
  revision: number
  /** What was sent, for whoever has to compare it. */
  enviado: unknown
  /** As they are shown. */
  describe(stored: StoredAjustes): unknown
  /** Of those that are changed: as they are stored, and as they shall be. */
  antes(stored: StoredAjustes): unknown
  ahora: unknown
  write(trx: Transaction<Database>, before: StoredAjustes): Promise<StoredAjustes>
}

/** Changes settings of the product in one transaction with its audit. Throws RevisionObsoleta where somebody else has changed them since. */
export function changeAjustes(
  db: Kysely<Database>,
  { usuario, revision, enviado, describe, antes, ahora, write }: ChangeOfAjustes,
): Promise<StoredAjustes> {
  return db.transaction().execute(async (trx) => {
    const before = await holdAjustes(trx)
    if (before.revision !== revision)
      throw new RevisionObsoleta(undefined, { extra: { actual: await describe(before), enviado } })
    const written = await write(trx, before)
    await audit(trx, {
      usuario,
      accion: 'editar',
      recurso: 'configuracion',
      recursoId: null,
      detalle: { antes: antes(before), ahora },
    })
    return written
  })
}
