import type { Limits } from '@div/contract'
import { type GuardaPuntos, keyOfPunto, type Plan, type Punto } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { EJECUCIONES } from '../async-pool/boss.ts'
import { groupWrites } from '../group-writes.ts'
import { decodePunto, encodePunto, type Sello } from './encode-punto.ts'
import {
  claimDurables,
  findVersion,
  listPuntos,
  type PuntoDeIntento,
  purgeDurables,
  type Reclamada,
  type Reclamo,
  storePuntos,
} from './puntos-repository.ts'

export interface DurablesDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'seal' | 'open'>
  limits: Pick<Limits, 'puntoEnFilaBytes' | 'puntoDeControlBytes' | 'puntosDeControlHoras'>
  log: Pick<Logger, 'warn'>
}

/** Another attempt has the run by now, or it has ended: what this one still does counts for nothing. */
export class IntentoAjeno extends Error {
  constructor() {
    super('another attempt has the run')
  }
}

/** A database that is away is asked again. */
const RETRY_MS = 500
const PURGED_TOGETHER = 1_000

export type Durables = ReturnType<typeof createDurables>

/** Who has each durable run, and what its nodes gave. */
export function createDurables({ db, secretos, limits, log }: DurablesDeps) {
  const claim = groupWrites<Reclamo, Reclamada | undefined>(async (reclamos) => {
    const claimed = await claimDurables(db, reclamos, EJECUCIONES)
    return reclamos.map(({ id }) => claimed.get(id))
  })

  const store = groupWrites<readonly PuntoDeIntento[], boolean>(async (groups) => {
    const puntos = groups.flat()
    for (;;) {
      try {
        const ours = await storePuntos(db, puntos, { enFila: limits.puntoEnFilaBytes })
        return groups.map((group) => group.every(({ ejecucionId }) => ours.has(ejecucionId)))
      } catch (error) {
        // The run goes no further meanwhile; should it be given to another, that is seen once the database is back.
        log.warn({ err: error, puntos: puntos.length }, 'checkpoints not written: tried again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  })

  return {
    /** Takes a run over. Throws IntentoAjeno when it has ended, or was given to another worker. */
    async claim(reclamo: Reclamo): Promise<Reclamada> {
      const claimed = await claim(reclamo)
      if (!claimed) throw new IntentoAjeno()
      return claimed
    },

    /** With which the run began; undefined: it is not durable, or was not begun. Null: a draft. */
    findVersion: (id: string): Promise<number | null | undefined> => findVersion(db, id),

    /** Where an attempt of a run finds the checkpoints of those before it, and keeps its own. */
    async open(
      plan: Plan,
      { id, procesoId, intento }: { id: string; procesoId: string; intento: number },
    ): Promise<GuardaPuntos> {
      const sello = plan.ocultos === null ? null : selloOf(procesoId)
      return {
        anteriores: intento === 1 ? NOTHING : await readPuntos(id, sello),
        async guardar(puntos) {
          const guardados = puntos.map((punto) => ({
            ejecucionId: id,
            intento,
            ...encodePunto(punto, { maximo: limits.puntoDeControlBytes, sello }),
          }))
          if (await store(guardados)) return
          log.warn({ idEjecucion: id, intento }, 'late checkpoint of a run that another attempt has')
          throw new IntentoAjeno()
        },
      }
    },

    /** Forgets runs that ended long ago. */
    async purge(): Promise<void> {
      let purged: number
      do {
        purged = await purgeDurables(db, { horas: limits.puntosDeControlHoras, maximo: PURGED_TOGETHER })
      } while (purged === PURGED_TOGETHER)
    },
  }

  async function readPuntos(id: string, sello: Sello | null): Promise<ReadonlyMap<string, Punto>> {
    const rows = await listPuntos(db, id)
    return new Map(
      rows.map((row) => {
        const punto = decodePunto(row, sello)
        return [keyOfPunto(punto), punto]
      }),
    )
  }

  /** Of a process that uses secrets nobody can tell which of its values holds one. */
  function selloOf(procesoId: string): Sello {
    return {
      seal: (text) => secretos.seal(procesoId, text),
      open: (sealed) => secretos.open(procesoId, sealed),
    }
  }
}

const NOTHING: ReadonlyMap<string, Punto> = new Map()
