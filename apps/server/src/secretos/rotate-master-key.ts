import { ClaveMaestraIncorrecta, SecretoIlegible } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../db/tables.ts'
import { EXPORTACION } from './exportacion-secrets.ts'
import { derive, isSealed, type MasterKey, open, seal, sealedBy } from './seal.ts'
import { addKey, SENALES } from './secretos.ts'

/**
 * Seals everything again under a new master key: all of it in one transaction or nothing. The old key is marked as retired. Signed
 * sessions end with it; addresses of signals that were given away stay good. Answers how many secrets were sealed again.
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
      .set({ retiradaEn: new Date(), senales: seal(to, from.id, derive(from, SENALES).toString('base64')) })
      .where('id', '=', from.id)
      .execute()
    return count
  })
}

/** All places that hold secrets. */
async function resealAll(trx: Transaction<Database>, from: MasterKey, to: MasterKey): Promise<number> {
  let count = 0
  const reseal = (recordId: string) => (text: string) => {
    const opened = open(from, recordId, text)
    if (opened === undefined) throw new SecretoIlegible({ registro: recordId })
    count++
    return seal(to, recordId, opened)
  }
  const again = (recordId: string, value: unknown) => JSON.stringify(mapSealed(value, reseal(recordId)))
  for (const { id, config } of await trx.selectFrom('servidores').select(['id', 'config']).execute())
    await trx
      .updateTable('servidores')
      .set({ config: again(id, config) })
      .where('id', '=', id)
      .execute()
  const canales = await trx.selectFrom('canales').select(['id', 'acceso', 'aviso']).execute()
  for (const { id, acceso, aviso } of canales)
    await trx
      .updateTable('canales')
      .set({ acceso: again(id, acceso), ...(aviso && { aviso: again(id, aviso) }) })
      .where('id', '=', id)
      .execute()
  const alertas = trx.selectFrom('alertas').select(['id', 'webhook']).where('webhook', 'is not', null)
  for (const { id, webhook } of await alertas.execute())
    await trx
      .updateTable('alertas')
      .set({ webhook: again(id, webhook) })
      .where('id', '=', id)
      .execute()
  for (const { id, valor } of await trx
    .selectFrom('parametros')
    .select(['id', 'valor'])
    .where('secreto', '=', true)
    .execute())
    await trx
      .updateTable('parametros')
      .set({ valor: again(id, valor) })
      .where('id', '=', id)
      .execute()
  for (const { id, variables } of await trx.selectFrom('entornos').select(['id', 'variables']).execute())
    await trx
      .updateTable('entornos')
      .set({ variables: again(id, variables) })
      .where('id', '=', id)
      .execute()
  for (const { id, clave } of await trx.selectFrom('entornosDiv').select(['id', 'clave']).execute())
    await trx
      .updateTable('entornosDiv')
      .set({ clave: reseal(id)(clave) })
      .where('id', '=', id)
      .execute()
  for (const { servidorId, sellada } of await trx
    .selectFrom('mcpAutorizaciones')
    .select(['servidorId', 'sellada'])
    .execute())
    await trx
      .updateTable('mcpAutorizaciones')
      .set({ sellada: reseal(servidorId)(sellada) })
      .where('servidorId', '=', servidorId)
      .execute()
  const waiting = trx
    .selectFrom('aiAgenteEjecuciones')
    .select(['id', 'reanudar'])
    .where('reanudar', 'is not', null)
  for (const { id, reanudar } of await waiting.execute())
    await trx
      .updateTable('aiAgenteEjecuciones')
      .set({ reanudar: reseal(id)(reanudar ?? '') })
      .where('id', '=', id)
      .execute()
  // Whoever is being asked is asked again: the sessions end as well.
  await trx.deleteFrom('mcpAutorizacionesPedidas').execute()
  const ajustes = trx.selectFrom('configuracion').select('exportacion').where('exportacion', 'is not', null)
  for (const { exportacion } of await ajustes.execute())
    await trx
      .updateTable('configuracion')
      .set({ exportacion: again(EXPORTACION, exportacion) })
      .execute()
  const before = trx.selectFrom('clavesSecretos').select(['id', 'senales']).where('senales', 'is not', null)
  for (const { id, senales } of await before.execute())
    await trx
      .updateTable('clavesSecretos')
      .set({ senales: reseal(id)(senales ?? '') })
      .where('id', '=', id)
      .execute()
  for (const table of ['puntosDeControl', 'puntosGrandes'] as const)
    await resealPuntos(trx, { table, from, reseal })
  return count
}

/** What runs under way have kept: the key of each is its proceso. One by one, since they may be many and large. */
async function resealPuntos(
  trx: Transaction<Database>,
  {
    table,
    from,
    reseal,
  }: {
    table: 'puntosDeControl' | 'puntosGrandes'
    from: MasterKey
    reseal(recordId: string): (sealed: string) => string
  },
): Promise<void> {
  const sealed = await trx
    .selectFrom(table)
    .innerJoin('ejecucionesDurables', 'ejecucionesDurables.id', 'ejecucionId')
    .select(['ejecucionId', 'nodo', 'iteracion', 'procesoId'])
    .where('contenido', 'like', `${sealedBy(from)}%`)
    .execute()
  for (const { procesoId, ejecucionId, nodo, iteracion } of sealed) {
    const isIt = sql<boolean>`(ejecucion_id, nodo, iteracion) = (${ejecucionId}, ${nodo}, ${iteracion})`
    const { contenido } = await trx
      .selectFrom(table)
      .select('contenido')
      .where(isIt)
      .executeTakeFirstOrThrow()
    const again = reseal(procesoId)(contenido ?? '')
    await trx.updateTable(table).set({ contenido: again }).where(isIt).execute()
  }
}

/** Sealed texts name their format, so they are found wherever they stand. */
function mapSealed(value: unknown, map: (sealed: string) => string): unknown {
  if (isSealed(value)) return map(value)
  if (Array.isArray(value)) return value.map((item) => mapSealed(item, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapSealed(item, map)]))
}
