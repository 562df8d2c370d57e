import type { PoolStats, ServidorEstado } from '@div/contract'
import { SERVIDORES } from '@div/servidores'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { mergePools } from '../../motor/metrics/cluster.ts'
import { createNodosRepository } from '../../motor/metrics/nodos-repository.ts'
import { describeFilter } from '../resource/list-query.ts'
import type { ListFilter } from '../resource/resource-definition.ts'
import { readPruebas } from './repository.ts'

/** How servidores do now: their connections in all processes, and their newest test. In the order of the ids. */
export async function readEstados(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<readonly ServidorEstado[]> {
  const [pruebas, pools] = await Promise.all([readPruebas(db, ids), readPools(db)])
  const byId = new Map(pools.map((pool) => [pool.id, pool]))
  return ids.map((id) => ({
    conexiones: describeConexiones(byId.get(id)),
    ultimaPrueba: pruebas.get(id) ?? null,
  }))
}

async function readPools(db: Kysely<Database>): Promise<PoolStats[]> {
  return mergePools(await createNodosRepository(db).listAlive()).pools
}

/** What the list says of a pool; who holds and waits is on the page of the pools. */
function describeConexiones(pool: PoolStats | undefined): ServidorEstado['conexiones'] {
  if (!pool) return null
  const { activeConnections, idleConnections, maxConnections, waiting } = pool
  const { reuseRate, avgLatencyMs, errorRate, circuito } = pool
  return {
    activeConnections,
    idleConnections,
    maxConnections,
    waiting,
    reuseRate,
    avgLatencyMs,
    errorRate,
    circuito,
  }
}

export const tipoFilter: ListFilter = {
  schema: describeFilter(Object.keys(SERVIDORES)),
  where: (tipo) => sql<SqlBool>`tipo_servidor = ${tipo}`,
}

/** Of any of these types, between commas. */
export const tiposFilter: ListFilter = {
  schema: z
    .string()
    .max(1_000)
    .transform((tipos) => (tipos === '' ? null : tipos))
    .default(null),
  where: (tipos) => sql<SqlBool>`tipo_servidor = any(${tipos.split(',')})`,
}

/** `conFallos`: its last test failed, or calls are being refused. */
export const estadoFilter: ListFilter = {
  schema: describeFilter(['sinProbar', 'conFallos']),
  async where(estado, db) {
    if (estado === 'sinProbar') return sql<SqlBool>`id not in (select servidor_id from servidor_pruebas)`
    const open = (await readPools(db)).filter(({ circuito }) => circuito !== 'cerrado').map(({ id }) => id)
    return sql<SqlBool>`(id in (select servidor_id from servidor_pruebas where not ok) or id = any(${open}::uuid[]))`
  },
}
