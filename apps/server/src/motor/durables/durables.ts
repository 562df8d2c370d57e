import { DatosNoGuardables, type Limits } from '@div/contract'
import { type GuardaPuntos, IntentoAjeno, keyOfPunto, type Plan } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isDataError, reasonOfDataError } from '../../db/is-data-error.ts'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { EJECUCIONES } from '../async-pool/boss.ts'
import { groupWrites } from '../group-writes.ts'
import { EfectoGuardado } from './efecto-guardado.ts'
import {
  decodeFin,
  decodePunto,
  encodeCancelada,
  encodeFin,
  encodePunto,
  FIN,
  type PuntoGuardado,
  type Sello,
} from './encode-punto.ts'
import { storeAnswers } from './esperas-repository.ts'
import {
  type Begun,
  claimDurables,
  findBegun,
  findVersion,
  listPuntos,
  type PuntoDeIntento,
  purgeDurables,
  type Reclamada,
  type Reclamo,
  storePuntos,
  storeWithEffect,
} from './puntos-repository.ts'

export interface DurablesDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'seal' | 'open'>
  limits: Pick<Limits, 'puntoEnFilaBytes' | 'puntoDeControlBytes' | 'puntosDeControlHoras'>
  log: Pick<Logger, 'warn'>
}

/** A database that is away is asked again. */
const RETRY_MS = 500
const PURGED_TOGETHER = 1_000

/** As an error names it. */
const QUE = 'el punto de control de la ejecución'

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
        if (isDataError(error)) throw error
        // The run goes no further meanwhile; should it be given to another, that is seen once the database is back.
        log.warn({ err: error, puntos: puntos.length }, 'checkpoints not written: tried again')
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
      }
    }
  }, countChars)

  return {
    /** Takes a run over. Throws IntentoAjeno when it has ended, or was given to another worker. */
    async claim(reclamo: Reclamo): Promise<Reclamada> {
      const claimed = await claim(reclamo)
      if (!claimed) throw new IntentoAjeno()
      return claimed
    },

    /** With which the run began; undefined: it is not durable, or was not begun. Null: a draft. */
    findVersion: (id: string): Promise<number | null | undefined> => findVersion(db, id),

    /** What of a run that has begun and not ended goes on; undefined: there is none such. */
    findBegun: (id: string): Promise<Begun | undefined> => findBegun(db, id),

    /** Somebody cancelled a run that has begun: its next attempt undoes what it did. One that is being undone goes on with that. */
    async cancel(id: string): Promise<void> {
      await storeAnswers(db, [{ ejecucionId: id, ...encodeCancelada(limits.puntoDeControlBytes) }])
    },

    /** Where an attempt of a run finds the checkpoints of those before it, and keeps its own. */
    async open(
      plan: Plan,
      { id, procesoId, intento }: { id: string; procesoId: string; intento: number },
    ): Promise<GuardaPuntos> {
      const sello = plan.ocultos === null ? null : selloOf(procesoId)
      const options = { maximo: limits.puntoDeControlBytes, sello }
      async function keep(puntos: readonly PuntoGuardado[]): Promise<void> {
        const isOurs = await store(puntos.map((punto) => ({ ejecucionId: id, intento, ...punto }))).catch(
          (cause: unknown) => {
            throw new DatosNoGuardables({ que: QUE, motivo: reasonOfDataError(cause) }, { cause })
          },
        )
        if (isOurs) return
        log.warn({ idEjecucion: id, intento }, 'late checkpoint of a run that another attempt has')
        throw new IntentoAjeno()
      }
      const rows = intento === 1 ? [] : await listPuntos(db, id)
      const fin = rows.find(({ nodo }) => nodo === FIN)
      const anteriores = rows.filter((row) => row !== fin).map((row) => decodePunto(row, sello))
      return {
        anteriores: new Map(anteriores.map((punto) => [keyOfPunto(punto), punto])),
        fin: fin ? decodeFin(fin, sello) : null,
        guardar: async (puntos) => keep(puntos.map((punto) => encodePunto(punto, options))),
        async guardarEn(punto, transaccion) {
          const guardado = { ejecucionId: id, intento, ...encodePunto(punto, options) }
          // Only what `interno` does in our own database comes here.
          const trx = transaccion as Kysely<Database>
          const { isOurs, isKnown } = await storeWithEffect(trx, guardado, {
            enFila: limits.puntoEnFilaBytes,
          })
          if (isOurs && !isKnown) return
          if (isOurs) throw new EfectoGuardado()
          log.warn({ idEjecucion: id, intento }, 'an effect of a run that another attempt has is rolled back')
          throw new IntentoAjeno()
        },
        guardarFin: async (each) => keep([encodeFin(each, options)]),
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

  /** Of a process that uses secrets nobody can tell which of its values holds one. */
  function selloOf(procesoId: string): Sello {
    return {
      seal: (text) => secretos.seal(procesoId, text),
      open: (sealed) => secretos.open(procesoId, sealed),
    }
  }
}

function countChars(puntos: readonly PuntoGuardado[]): number {
  return puntos.reduce((sum, { contenido }) => sum + contenido.length, 0)
}
