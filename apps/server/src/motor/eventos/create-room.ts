import { setTimeout as sleep } from 'node:timers/promises'
import type { EstadoDeEscucha, Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { Definitions } from '../definitions/definitions.ts'
import { findDefecto } from '../definitions/find-defecto.ts'
import { areApartadosFull } from './apartados-repository.ts'
import { listLastRuns, type TareaConEvento } from './escuchas-repository.ts'

export interface RoomDeps {
  db: Kysely<Database>
  cola: Pick<Cola, 'hasRoom' | 'listUnended'>
  definitions: Pick<Definitions, 'find'>
  limits(): Pick<Limits, 'eventosApartados'>
}

export type Estado = Pick<EstadoDeEscucha, 'estado' | 'detalle'>

/** How often is looked whether there is room: soon after there was none, then more seldom. */
const FIRST_LOOK_MS = 50
const LONGEST_LOOK_MS = 1_000

/** For how many more events of a tarea there is room: of its own runs, and in the queue. */
export async function createRoom(
  { db, cola, definitions, limits }: RoomDeps,
  { id, procesoId, evento: { enVuelo } }: TareaConEvento,
  { signal, tell }: { signal: AbortSignal; tell(estado: Estado): void },
) {
  /** Runs that were begun and have not ended. */
  let unended = await keepUnended(await listLastRuns(db, id, enVuelo))

  async function keepUnended(ids: readonly string[]): Promise<string[]> {
    return ids.length === 0 ? [] : [...(await cola.listUnended(ids)).keys()]
  }

  async function findObstacle(): Promise<string | null> {
    const defecto = findDefecto(await definitions.find(procesoId, null))
    if (defecto !== null) return defecto
    if (await areApartadosFull(db, id, limits()))
      return `Hay ${limits().eventosApartados} eventos apartados y no caben más: reinténtelos o descártelos.`
    return (await cola.hasRoom()) ? null : 'La cola de ejecuciones está llena.'
  }

  return {
    /** Resolves as soon as there is some. */
    async wait(): Promise<number> {
      for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS)) {
        unended = await keepUnended(unended)
        const obstacle = await findObstacle()
        tell(
          obstacle === null
            ? { estado: 'escuchando', detalle: null }
            : { estado: 'en_espera', detalle: obstacle },
        )
        const free = enVuelo - unended.length
        if (obstacle === null && free > 0) return free
        await sleep(lookMs, undefined, { signal })
      }
    },
    /** These have begun. */
    take(idsEjecucion: readonly string[]): void {
      unended = [...unended, ...idsEjecucion]
    },
  }
}
