import {
  type AppError,
  EsperaVencida,
  type Limits,
  NoEncontrado,
  SenalInvalida,
  SenalUsada,
  wallShift,
} from '@div/contract'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from '../../db/tables.ts'
import { SENALES, type Secretos } from '../../secretos/secretos.ts'
import type { Aceptado } from '../async-pool/aceptado.ts'
import { momentsNear } from '../history/near-id.ts'
import { encodePunto, type PuntoGuardado } from './encode-punto.ts'
import {
  countAprobaciones,
  type EsperaGuardada,
  findEspera,
  holdRun,
  listAprobaciones,
  removeEspera,
  takeDue,
  wakeUp,
} from './esperas-repository.ts'
import { storeAnswers } from './puntos-repository.ts'
import { type Destinatario, readSenalToken, writeSenalToken } from './senal-token.ts'

export interface EsperasDeps {
  db: Kysely<Database>
  secretos: Pick<Secretos, 'derive' | 'senalesDeAntes'>
  limits: Pick<Limits, 'puntoDeControlBytes' | 'puntoEnFilaBytes'>
  cola: {
    acceptIn(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void>
    tell(): void
  }
}

/** What came of a wait. */
type Contestacion = { valor: unknown } | { fallo: AppError }

/** Waits that one transaction ends together. */
const MAX_TOGETHER = 500

export type Esperas = ReturnType<typeof createEsperas>

/** What durable runs wait for: whatever comes is kept as what their nodes gave, and the runs go back into the queue. */
export function createEsperas({ db, secretos, limits, cola }: EsperasDeps) {
  const key = secretos.derive(SENALES)
  const room = { enFila: limits.puntoEnFilaBytes }

  const encode = (
    espera: Pick<EsperaGuardada, 'ejecucionId' | 'nodo' | 'iteracion' | 'region' | 'creada'>,
    contestacion: Contestacion,
  ): PuntoGuardado & { ejecucionId: string } => {
    const { ejecucionId, nodo, iteracion, region, creada } = espera
    const inicio = creada.getTime() - wallShift()
    const punto = encodePunto(
      {
        nodo,
        iteracion: null,
        region,
        salida: '',
        valor: undefined,
        fallo: null,
        compensable: null,
        ...contestacion,
        paso: { nodo, estado: 'ok', inicio, duracionMs: Date.now() - creada.getTime(), intentos: 1 },
      },
      { maximo: limits.puntoDeControlBytes, sello: null },
    )
    return { ejecucionId, ...punto, iteracion }
  }

  async function wake(trx: Kysely<Database>, ids: readonly string[]): Promise<void> {
    const despertadas = await wakeUp(trx, ids)
    if (despertadas.length === 0) return
    await cola.acceptIn(
      trx,
      despertadas.map(({ id, trabajo, version, prioridad, encolada }) => ({
        idEjecucion: id,
        // It goes on with what it began with, whatever is published by now.
        trabajo: { ...trabajo, version },
        prioridad,
        desde: encolada,
      })),
    )
  }

  /** Throws SenalInvalida: what waits there is no signal; SenalUsada: it was answered before, or its run has ended. */
  async function answer(
    trx: Transaction<Database>,
    destinatario: Destinatario,
    contestacion: Contestacion,
  ): Promise<void> {
    const run = await holdRun(trx, destinatario.ejecucionId)
    if (!run) throw new SenalUsada()
    const espera = await removeEspera(trx, destinatario)
    if (espera && espera.clase !== 'senal') throw new SenalInvalida()
    // Before its node has come so far it is kept for it.
    const early = { ...destinatario, region: null, creada: new Date() }
    const news = await storeAnswers(trx, [encode(espera ?? early, contestacion)], room)
    if (news.size === 0) throw new SenalUsada()
    await wake(trx, [destinatario.ejecucionId])
  }

  /** Under a key that was changed since: of a run that was accepted before, and of no other, as somebody else may have that key. */
  async function readOld(token: string): Promise<Destinatario | undefined> {
    for (const { key: old, hasta } of await secretos.senalesDeAntes()) {
      const destinatario = readSenalToken(token, old)
      const accepted = destinatario && momentsNear(destinatario.ejecucionId)
      if (accepted && accepted.desde < hasta) return destinatario
    }
    return undefined
  }

  return {
    /** Wakes runs, in the transaction that gives them what they waited for. */
    wake,

    tokenOf: (destinatario: Destinatario): string => writeSenalToken(destinatario, key),

    /** Somebody calls the address of a wait. Throws SenalInvalida or SenalUsada. */
    async signal(token: string, valor: unknown): Promise<void> {
      const destinatario = readSenalToken(token, key) ?? (await readOld(token))
      if (!destinatario) throw new SenalInvalida()
      await db.transaction().execute((trx) => answer(trx, destinatario, { valor }))
      cola.tell()
    },

    /** `roles` null: all of them. Longest waiting first. */
    listAprobaciones: (options: { roles: readonly string[] | null; limite: number }) =>
      listAprobaciones(db, options),

    /** `roles` null: all of them. */
    countAprobaciones: (options: { roles: readonly string[] | null }) => countAprobaciones(db, options),

    /** Undefined: there is none such, or it was decided. */
    async findAprobacion(id: string): Promise<EsperaGuardada | undefined> {
      const espera = await findEspera(db, id)
      return espera?.clase === 'aprobacion' ? espera : undefined
    },

    /** Throws NoEncontrado when somebody else was first. `tell` of the queue is the caller's, after the commit. */
    async decide(trx: Transaction<Database>, espera: EsperaGuardada, valor: unknown): Promise<void> {
      const run = await holdRun(trx, espera.ejecucionId)
      const removed = run && (await removeEspera(trx, espera))
      if (!removed) throw new NoEncontrado({ recurso: 'la aprobación', id: espera.id })
      await storeAnswers(trx, [encode(removed, { valor })], room)
      await wake(trx, [removed.ejecucionId])
    },

    /** Ends waits whose time has come: for a time that is what they waited for, for a person or a signal a failure. */
    async wakeDue(): Promise<void> {
      let taken: number
      do {
        taken = await db.transaction().execute(async (trx) => {
          const due = await takeDue(trx, MAX_TOGETHER)
          await storeAnswers(
            trx,
            due.map((espera) =>
              encode(
                espera,
                espera.clase === 'tiempo'
                  ? { valor: { ms: Date.now() - espera.creada.getTime() } }
                  : { fallo: new EsperaVencida({ nodo: espera.titulo ?? espera.nodo }) },
              ),
            ),
            room,
          )
          if (due.length > 0) await wake(trx, [...new Set(due.map(({ ejecucionId }) => ejecucionId))])
          return due.length
        })
        if (taken > 0) cola.tell()
      } while (taken === MAX_TOGETHER)
    },
  }
}
