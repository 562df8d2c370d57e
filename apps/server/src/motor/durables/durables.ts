import {
  DatosNoGuardables,
  type ErrorDeCampo,
  LimiteSuperado,
  type Limits,
  monotonicNow,
} from '@div/contract'
import { type GuardaPuntos, IntentoAjeno, keyOfPunto, listNodos, type Plan, type Punto } from '@div/engine'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isDataError, reasonOfDataError } from '../../db/is-data-error.ts'
import { keepTrying } from '../../db/keep-trying.ts'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { EJECUCIONES } from '../async-pool/boss.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import { groupWrites } from '../group-writes.ts'
import { type Avance, notBefore, pasoOf } from './avance.ts'
import { EfectoGuardado } from './efecto-guardado.ts'
import {
  decodeFin,
  decodePunto,
  encodeCancelada,
  encodeFin,
  encodePunto,
  FIN,
  nodoOfEfecto,
  nodoOfVersion,
  type PuntoGuardado,
  type Sello,
} from './encode-punto.ts'
import { type EsperaGuardada, listEsperas } from './esperas-repository.ts'
import { createHearing } from './hear-answers.ts'
import {
  type Begun,
  claimDurables,
  findAvance,
  findBegun,
  findEfecto,
  findVersion,
  listPuntos,
  type PuntoDeIntento,
  purgeDurables,
  type Reclamada,
  type Reclamo,
  storeAnswers,
  storePuntos,
  storeWithEffect,
} from './puntos-repository.ts'
import { beginDurable, type Conservada, type Continuation, copyPuntos, findConservada } from './take-over.ts'

export interface DurablesDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'seal' | 'open'>
  limits: Pick<
    Limits,
    'puntoEnFilaBytes' | 'puntoDeControlBytes' | 'puntosDeControlHoras' | 'pasosPorEjecucion'
  >
  log: Pick<Logger, 'warn' | 'error'>
}

const PURGED_TOGETHER = 1_000

/** As an error names it. */
const QUE = 'el punto de control de la ejecución'

export type Durables = ReturnType<typeof createDurables>

/** Who has each durable run, and what its nodes gave. */
export function createDurables({ db, secretos, limits, log }: DurablesDeps) {
  const room = { enFila: limits.puntoEnFilaBytes }
  const claim = groupWrites<Reclamo, Reclamada | undefined>(async (reclamos) => {
    const claimed = await claimDurables(db, reclamos, EJECUCIONES)
    return reclamos.map(({ id }) => claimed.get(id))
  })

  const store = groupWrites<readonly PuntoDeIntento[], boolean>(async (groups, tries) => {
    const puntos = groups.flat()
    const ours = await keepTrying(() => storePuntos(db, puntos, room), {
      tries,
      // The run goes no further meanwhile; should it be given to another, that is seen once the database is back.
      onRetry: (error) =>
        log.warn({ err: error, puntos: puntos.length }, 'checkpoints not written: tried again'),
    })
    return groups.map((group) => group.every(({ ejecucionId }) => ours.has(ejecucionId)))
  }, countChars)

  return {
    ...createHearing({ db, selloOf, log }),

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

    /** What is still there of a run that has ended. */
    findConservada: (id: string): Promise<Conservada | undefined> => findConservada(db, id),

    /** Undefined: it was not begun, is not durable, or ended long ago. */
    async readAvance(id: string): Promise<Avance | undefined> {
      const maximo = limits.pasosPorEjecucion
      // As much as one node may give: beyond it only the smaller ones are read, however many gave much.
      const begun = await findAvance(db, id, { maximo, bytes: limits.puntoDeControlBytes })
      if (!begun) return undefined
      const { procesoId, comenzada, puntos, total } = begun
      const sello = selloOf(procesoId)
      const pasos = puntos.flatMap((punto) => pasoOf(notBefore(comenzada, decodePunto(punto, sello))) ?? [])
      // What it has waited for the longest is told in any case.
      const esperas = await listEsperas(db, id, { maximo: Math.max(1, maximo - puntos.length) })
      return {
        comenzada,
        pasos: pasos.toSorted((left, right) => left.inicio - right.inicio),
        omitidos: total - puntos.length + esperas.total - esperas.listed.length,
        esperas: esperas.listed,
      }
    },

    /** What a run waits for, asleep or while it works on other branches; what it has waited for the longest first. */
    listEsperas: async (id: string): Promise<EsperaGuardada[]> =>
      (await listEsperas(db, id, { maximo: limits.pasosPorEjecucion })).listed,

    /** Beside accepting a run: it begins with what another one kept. Answers the nodes of which too little was kept. */
    async takeOver(
      trx: Kysely<Database>,
      run: { id: string; trabajo: Trabajo },
      continuation: Continuation,
    ): Promise<string[]> {
      await beginDurable(trx, run)
      return copyPuntos(trx, run.id, continuation)
    },

    /** The same with outputs that are known of another run, by node id. Throws LimiteSuperado with all that are too large. */
    async pin(
      trx: Kysely<Database>,
      plan: Plan,
      { id, trabajo, datos }: { id: string; trabajo: Trabajo; datos: Readonly<Record<string, unknown>> },
    ): Promise<void> {
      await beginDurable(trx, { id, trabajo })
      const maximo = limits.puntoDeControlBytes
      const options = { maximo, sello: selloOfPlan(plan, trabajo.procesoId) }
      const nombres = new Map(listNodos(plan.bloque).map((nodo) => [nodo.id, nodo.nombre]))
      const refused: ErrorDeCampo[] = []
      const puntos = Object.entries(datos).flatMap(([nodo, valor]) => {
        try {
          return { ejecucionId: id, intento: 1, ...encodePunto(givenPunto(nodo, valor), options) }
        } catch (error) {
          // Whoever gave several such is told of all of them.
          if (!(error instanceof LimiteSuperado)) throw error
          const mensaje = `La salida de «${nombres.get(nodo) ?? nodo}» es demasiado grande.`
          refused.push({ campo: `datosFijados.${nodo}`, mensaje })
          return []
        }
      })
      if (refused.length > 0)
        throw new LimiteSuperado({ limite: 'puntoDeControlBytes', maximo }, { errores: refused })
      await storePuntos(trx, puntos, room)
    },

    /** Somebody cancelled a run that has begun: its next attempt undoes what it did. One that is being undone goes on with that. */
    async cancel(id: string): Promise<void> {
      const cancelada = { ejecucionId: id, ...encodeCancelada(limits.puntoDeControlBytes) }
      await storeAnswers(db, [cancelada], room)
    },

    /** Where an attempt of a run finds the checkpoints of those before it, and keeps its own. */
    async open(
      plan: Plan,
      {
        id,
        procesoId,
        intento,
        desde = null,
      }: {
        id: string
        procesoId: string
        intento: number
        /** When a run began that took checkpoints over: what ended before it stands at its beginning. */
        desde?: Date | null
      },
    ): Promise<GuardaPuntos> {
      const options = { maximo: limits.puntoDeControlBytes, sello: selloOfPlan(plan, procesoId) }
      // What was taken over may be sealed where nothing is secret any more.
      const sello = selloOf(procesoId)
      async function keep(puntos: readonly PuntoGuardado[]): Promise<void> {
        const isOurs = await store(puntos.map((punto) => ({ ejecucionId: id, intento, ...punto }))).catch(
          (cause: unknown) => giveUp(id, cause),
        )
        if (isOurs) return
        log.warn({ idEjecucion: id, intento }, 'late checkpoint of a run that another attempt has')
        throw new IntentoAjeno()
      }
      /** Only what `interno` does in our own database comes here. */
      async function keepWithEffect(punto: PuntoGuardado, transaccion: unknown): Promise<void> {
        const trx = transaccion as Kysely<Database>
        const guardado = { ejecucionId: id, intento, ...punto }
        const { isOurs, isKnown } = await storeWithEffect(trx, guardado, room)
        if (isOurs && !isKnown) return
        if (isOurs) throw new EfectoGuardado()
        log.warn({ idEjecucion: id, intento }, 'an effect of a run that another attempt has is rolled back')
        throw new IntentoAjeno()
      }
      const rows = intento === 1 ? [] : await listPuntos(db, id)
      const fin = rows.find(({ nodo }) => nodo === FIN)
      const puntos = rows.filter((row) => row !== fin).map((row) => decodePunto(row, sello))
      const anteriores = desde === null ? puntos : puntos.map((punto) => notBefore(desde, punto))
      return {
        anteriores: new Map(anteriores.map((punto) => [keyOfPunto(punto), punto])),
        fin: fin ? decodeFin(fin, sello) : null,
        save: async (puntos) => keep(puntos.map((punto) => encodePunto(punto, options))),
        saveIn: async (punto, transaccion) => keepWithEffect(encodePunto(punto, options), transaccion),
        saveEnd: async (each) => keep([encodeFin(each, options)]),
        efectos: {
          async find(clave, transaccion) {
            const nodo = nodoOfEfecto(clave)
            const found = await findEfecto(transaccion as Kysely<Database>, { ejecucionId: id, nodo })
            return found && { respuesta: decodePunto(found, sello).valor }
          },
          async keep(clave, respuesta, transaccion) {
            // What a run that was called reads of secrets its caller does not tell.
            const punto = encodePunto(givenPunto(nodoOfEfecto(clave), respuesta), { ...options, sello })
            await keepWithEffect(punto, transaccion)
          },
          async holdVersion(clave, version) {
            const nodo = nodoOfVersion(clave)
            const found = await findEfecto(db, { ejecucionId: id, nodo })
            if (found) return z.int().parse(decodePunto(found, null).valor)
            if (version !== undefined)
              await keep([encodePunto(givenPunto(nodo, version), { ...options, sello: null })])
            return version
          },
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

  /** Of a checkpoint that cannot be written: its run ends where its data is refused, and else is given to another worker. */
  function giveUp(idEjecucion: string, cause: unknown): never {
    if (isDataError(cause))
      throw new DatosNoGuardables({ que: QUE, motivo: reasonOfDataError(cause) }, { cause })
    log.error({ err: cause, idEjecucion }, 'checkpoint not written: left to the queue')
    throw new IntentoAjeno()
  }

  function selloOfPlan({ ocultos }: Plan, procesoId: string): Sello | null {
    return ocultos === null ? null : selloOf(procesoId)
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

/** An outcome that is taken as it is. */
function givenPunto(nodo: string, valor: unknown): Punto {
  const paso = { nodo, estado: 'ok' as const, inicio: monotonicNow(), duracionMs: 0, intentos: 1 }
  return { nodo, iteracion: null, region: null, salida: '', valor, fallo: null, paso, compensable: null }
}
