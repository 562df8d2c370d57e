import { ClaveMaestraIncorrecta, SecretoIlegible } from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import { isSealed, type MasterKey, open, seal } from './seal.ts'
import { addKey } from './secretos.ts'

/**
 * Seals everything again under a new master key: all of it in one transaction or nothing. The old key is marked as retired. Signed
 * sessions end with it. Answers how many secrets were sealed again.
 */
export async function rotateMasterKey(
  db: Kysely<Database>,
  keys: { old: Buffer; new: Buffer },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('clavesSecretos')
      .selectAll()
      .where('retiradaEn', 'is', null)
      .forUpdate()
      .execute()
    const current = known.find(
      ({ id, comprobacion }) => open({ id, bytes: keys.old }, id, comprobacion) !== undefined,
    )
    if (!current) throw new ClaveMaestraIncorrecta()
    const from = { id: current.id, bytes: keys.old }
    const to = await addKey(trx, keys.new)
    const count = await resealAll(trx, from, to)
    await trx
      .updateTable('clavesSecretos')
      .set({ retiradaEn: new Date() })
      .where('id', '=', from.id)
      .execute()
    return count
  })
}

/** The three places that hold secrets. */
async function resealAll(trx: Transaction<Database>, from: MasterKey, to: MasterKey): Promise<number> {
  let count = 0
  const reseal = (recordId: string) => (text: string) => {
    const opened = open(from, recordId, text)
    if (opened === undefined) throw new SecretoIlegible({ registro: recordId })
    count++
    return seal(to, recordId, opened)
  }
  for (const { id, config } of await trx.selectFrom('servidores').select(['id', 'config']).execute()) {
    const again = JSON.stringify(mapSealed(config, reseal(id)))
    await trx.updateTable('servidores').set({ config: again }).where('id', '=', id).execute()
  }
  for (const { id, acceso } of await trx.selectFrom('canales').select(['id', 'acceso']).execute()) {
    const again = JSON.stringify(mapSealed(acceso, reseal(id)))
    await trx.updateTable('canales').set({ acceso: again }).where('id', '=', id).execute()
  }
  for (const { id, valor } of await trx
    .selectFrom('parametros')
    .select(['id', 'valor'])
    .where('secreto', '=', true)
    .execute()) {
    const again = JSON.stringify(mapSealed(valor, reseal(id)))
    await trx.updateTable('parametros').set({ valor: again }).where('id', '=', id).execute()
  }
  return count
}

/** Sealed texts name their format, so they are found wherever they stand. */
function mapSealed(value: unknown, map: (sealed: string) => string): unknown {
  if (isSealed(value)) return map(value)
  if (Array.isArray(value)) return value.map((item) => mapSealed(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapSealed(item, map)]))
}
