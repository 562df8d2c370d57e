import { type Disparo, estadoEjecucionSchema } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../../motor/async-pool/cola.ts'
import { listEstados } from '../../motor/history/find-ejecuciones.ts'
import { type listDisparos, readUltimos } from '../../motor/scheduler/disparos-repository.ts'

type StoredDisparo = Awaited<ReturnType<typeof listDisparos>>[number]
type Described = Omit<Disparo, 'previsto' | 'momento'> & Pick<StoredDisparo, 'previsto' | 'momento'>

/** Entries of the ledger, each with how its run stands: in the history once it has ended, in the queue before. */
export async function describeDisparos(
  disparos: readonly StoredDisparo[],
  { db, cola }: { db: Kysely<Database>; cola: Pick<Cola, 'listUnended'> },
): Promise<Described[]> {
  const ids = disparos.flatMap(({ ejecucionId }) => ejecucionId ?? [])
  const [ended, unended] = await Promise.all([readEjecuciones(db, ids), cola.listUnended(ids)])
  return disparos.map(({ ejecucionId, ...disparo }) => ({
    ...disparo,
    ejecucion: ejecucionId === null ? null : describe(ejecucionId),
  }))

  function describe(id: string): Disparo['ejecucion'] {
    const estado = unended.get(id)
    return ended.get(id) ?? (estado ? { id, estado, duracionMs: null, errorMensaje: null } : null)
  }
}

/** Of each tarea the newest entry of its ledger, likewise. */
export async function describeUltimos(
  tareaIds: readonly string[],
  deps: { db: Kysely<Database>; cola: Pick<Cola, 'listUnended'> },
): Promise<ReadonlyMap<string, Described>> {
  const ultimos = await readUltimos(deps.db, tareaIds)
  const described = await describeDisparos(
    ultimos.map(({ tareaId: _tareaId, ...disparo }) => disparo),
    deps,
  )
  return new Map(
    ultimos.flatMap(({ tareaId }, index) => {
      const disparo = described[index]
      return disparo ? [[tareaId, disparo] as const] : []
    }),
  )
}

async function readEjecuciones(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Disparo['ejecucion']>>> {
  const rows = await listEstados(db, ids)
  return new Map(rows.map((row) => [row.id, { ...row, estado: estadoEjecucionSchema.parse(row.estado) }]))
}
