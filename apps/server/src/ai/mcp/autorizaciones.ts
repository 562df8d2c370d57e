import type { Autorizacion, AutorizacionGuardada } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import {
  deleteAutorizacion,
  lockAutorizacion,
  readAutorizacion,
  updateAutorizacion,
} from './autorizaciones-repository.ts'

/** What people allowed this product to do at servers of MCP, as connections use and renew it. */
export function createAutorizaciones({
  db,
  secretos,
}: {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'seal' | 'open'>
}): { of(servidorId: string): Autorizacion } {
  return {
    of: (servidorId) => ({
      async read() {
        const row = await readAutorizacion(db, servidorId)
        return row ? openAutorizacion(secretos, servidorId, row.sellada) : null
      },
      renew: (renew) =>
        db.transaction().execute(async (trx) => {
          const row = await lockAutorizacion(trx, servidorId)
          if (!row) return null
          const kept = openAutorizacion(secretos, servidorId, row.sellada)
          const next = await renew(kept)
          if (next === null) await deleteAutorizacion(trx, servidorId)
          else if (next !== kept)
            await updateAutorizacion(trx, servidorId, secretos.seal(servidorId, JSON.stringify(next)))
          return next
        }),
    }),
  }
}

/** What was sealed here is what it was. */
function openAutorizacion(
  secretos: Pick<Secretos, 'open'>,
  servidorId: string,
  sellada: string,
): AutorizacionGuardada {
  return JSON.parse(secretos.open(servidorId, sellada))
}
