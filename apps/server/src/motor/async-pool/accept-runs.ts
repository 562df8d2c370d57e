import { AppError, BaseDeDatosLlena, ColaNoDisponible, type Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { Db, PgBoss } from 'pg-boss'
import { isDiskFull } from '../../db/is-disk-full.ts'
import type { Database } from '../../db/tables.ts'
import { groupWrites } from '../group-writes.ts'
import type { Aceptado } from './aceptado.ts'
import { EJECUCIONES } from './boss.ts'
import { type ColaRoom, RETRY_SECONDS } from './cola-room.ts'
import { keepOrder } from './keep-order.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'
import { grupoOf } from './turnos.ts'

/** What a run may take beyond its own time, to be written down. */
export const MARGIN_SECONDS = 60
/** The queue takes no longer one. */
const MAX_SECONDS = 86_400

type LongestLimits = Pick<Limits, 'ejecucionDurableMs' | 'compensacionMs'>

interface AcceptDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  /** For what is not part of a transaction. */
  inserting: Db
  /** In force now. */
  limits(): LongestLimits & Pick<Limits, 'intentosPerdidos'>
  /** Canales and procesos of which only so many runs may be under way. */
  acotados(): ReadonlySet<string>
  room: ColaRoom
  /** That something waits. */
  tell(): void
}

/** Runs come into the queue. */
export function createAcceptRuns({ db, started, inserting, limits, acotados, room, tell }: AcceptDeps) {
  async function insert(aceptados: readonly Aceptado[], through: Db = inserting): Promise<void> {
    const queue = await started()
    const jobs = aceptados.map(({ idEjecucion: id, trabajo, prioridad = 0 }) => {
      const group = grupoOf(trabajo, acotados())
      return {
        id,
        data: trabajo,
        priority: prioridad,
        expireInSeconds: Math.min(
          MAX_SECONDS,
          Math.ceil(longestMs(trabajo, limits()) / 1_000) + MARGIN_SECONDS,
        ),
        retryLimit: limits().intentosPerdidos,
        ...(group && { group }),
      }
    })
    await queue.insert(EJECUCIONES, jobs, { db: through })
  }

  const store = groupWrites<Aceptado, undefined>(async (aceptados) => {
    await insert(aceptados)
    room.add(aceptados.length)
    tell()
    return aceptados.map(() => undefined)
  }, sizeOf)

  async function storeBeside(
    aceptado: Aceptado,
    beside: (trx: Kysely<Database>) => Promise<void>,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await beside(trx)
      await insert([aceptado], through(trx))
    })
    room.add(1)
    tell()
  }

  async function acceptIn(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void> {
    await insert(aceptados, through(trx))
    await keepOrder(trx, aceptados)
  }

  return {
    /**
     * Resolves once the run is on disk, with what is stored `beside` it: both or none. Throws ColaLlena, BaseDeDatosLlena, what
     * `beside` throws, and ColaNoDisponible: then nobody knows whether it is.
     */
    async accept(
      aceptado: Aceptado,
      beside: ((trx: Kysely<Database>) => Promise<void>) | null = null,
    ): Promise<void> {
      try {
        await room.enter(() => (beside ? storeBeside(aceptado, beside) : store(aceptado)))
      } catch (cause) {
        if (cause instanceof AppError) throw cause
        if (isDiskFull(cause)) throw new BaseDeDatosLlena(undefined, { cause })
        const extra = { reintentarEnSegundos: RETRY_SECONDS }
        throw new ColaNoDisponible({ segundos: RETRY_SECONDS }, { cause, extra })
      }
    },

    /** As part of a transaction that stores more; `tell` when it is committed. Whoever may wait asks `hasRoom` before, who may not `expectRoom`. */
    acceptIn,
    hasRoom: room.hasRoom,
    expectRoom: room.expectRoom,
  }
}

function sizeOf({ bytes = 0 }: Aceptado): number {
  return bytes
}

/** How long one attempt of it may take. */
function longestMs(
  { tiempoMaximoMs }: Trabajo,
  { ejecucionDurableMs, compensacionMs }: LongestLimits,
): number {
  return Math.max(tiempoMaximoMs, ejecucionDurableMs) + compensacionMs
}
