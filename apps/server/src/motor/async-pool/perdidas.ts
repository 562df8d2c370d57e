import { type AppError, EjecucionPerdida, lookUp, wallShift } from '@div/contract'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db, JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import { endDurables } from '../durables/puntos-repository.ts'
import { listEstados } from '../history/find-ejecuciones.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import type { Aceptado } from './aceptado.ts'
import { PERDIDAS } from './boss.ts'
import {
  createDeadLetters,
  type DeadLetter,
  type HeldLetter,
  isNamed,
  type LettersPage,
} from './dead-letters.ts'
import { countFallos } from './tareas-fallos.ts'
import { through } from './through.ts'
import type { Trabajo } from './trabajo.ts'

/** A run whose workers kept dying: the dead letters of the queue. */
export interface Perdida {
  /** Of the run. */
  id: string
  trabajo: Trabajo
  aceptada: Date
  perdida: Date
  causa: AppError
}

export interface PerdidasFilter {
  procesoId?: string | undefined
  canalId?: string | undefined
  /** Part of the name of the proceso or the canal. */
  q?: string | undefined
}

interface PerdidasDeps {
  db: Kysely<Database>
  started(): Promise<PgBoss>
  /** Tells whoever wants to know that these have ended. */
  announce(runs: readonly { id: string; data: Trabajo }[], through?: Db): Promise<void>
  acceptIn(trx: Kysely<Database>, aceptados: readonly Aceptado[]): Promise<void>
  historia: HistoriaDePerdidas
}

/** The history of this process. */
export interface HistoriaDePerdidas {
  /** Reads all that it takes; what it answers writes down that a run ended then. */
  prepare(run: { idEjecucion: string; trabajo: Trabajo; error: AppError; fin: number }): Promise<() => void>
  /** Resolves when what was recorded is on disk. */
  written(): Promise<void>
}

/** A lost run, and the one that was accepted in its place. */
interface Reintentada {
  perdida: string
  idEjecucion: string
}

/** What is stored in the same transaction as what became of these. */
type Beside<Each> = (trx: Transaction<Database>, these: readonly Each[]) => Promise<void>

/** How many one worker writes into the history at a time. */
const RECORDED_TOGETHER = 50

/** Runs that were given up: looked at, accepted again or dropped. Each is kept for as long as a limit says. */
export function createPerdidas({ db, started, acceptIn, announce, historia }: PerdidasDeps) {
  const letters = createDeadLetters<Trabajo>(PERDIDAS, { db, started })

  /** What writes each of those down that nobody has heard of. */
  async function prepare(found: readonly HeldLetter<Trabajo>[]): Promise<ReadonlyMap<Perdida, () => void>> {
    const prepared = new Map<Perdida, () => void>()
    for (const perdida of found.filter(({ esNueva }) => esNueva).map(toPerdida)) {
      const { id: idEjecucion, trabajo, causa: error } = perdida
      // Whoever writes it down a second time writes the same.
      const fin = perdida.perdida.getTime() - wallShift()
      prepared.set(perdida, await historia.prepare({ idEjecucion, trabajo, error, fin }))
    }
    return prepared
  }

  /** Takes these off the list, told of where nobody had heard of them, with what is done `beside`: all of it or nothing. */
  async function take<Result>(
    ids: readonly string[],
    beside: (trx: Transaction<Database>, taken: readonly HeldLetter<Trabajo>[]) => Promise<Result>,
  ): Promise<Result> {
    // Who holds a connection does not wait for another one to read with.
    const found = await letters.listOf(ids)
    const prepared = await prepare(found)
    return db.transaction().execute(async (trx) => {
      const taken = await letters.take(
        trx,
        found.map(({ id }) => id),
      )
      const news = new Set(taken.flatMap(({ id, esNueva }) => (esNueva ? id : [])))
      await tellOf(trx, new Map([...prepared].filter(([{ id }]) => news.has(id))))
      return beside(trx, taken)
    })
  }

  /** In the transaction in which nobody has heard of them any more: they ended in the history and for whoever wants to know. */
  async function tellOf(trx: Kysely<Database>, prepared: ReadonlyMap<Perdida, () => void>): Promise<void> {
    const runs = [...prepared.keys()]
    if (runs.length === 0) return
    await endDurables(
      trx,
      runs.map(({ id }) => id),
    )
    await countFallos(
      trx,
      runs.map(({ id, trabajo }) => ({ id, trabajo, estado: 'error' })),
    )
    await announce(
      runs.map(({ id, trabajo: data }) => ({ id, data })),
      through(trx),
    )
    // An earlier look may have come so far, and been undone after.
    const written = new Set(
      (
        await listEstados(
          trx,
          runs.map(({ id }) => id),
        )
      ).map(({ id }) => id),
    )
    for (const [{ id }, write] of prepared) if (!written.has(id)) write()
    await historia.written()
  }

  return {
    /** Newest first, from one of them on. */
    async list({ q, ...wanted }: PerdidasFilter, page: LettersPage): Promise<Perdida[]> {
      const named =
        q === undefined
          ? undefined
          : sql`(${isNamed('procesos', 'procesoId', q)} or ${isNamed('canales', 'canalId', q)})`
      return (await letters.list(wanted, page, named)).map(toPerdida)
    },

    async find(id: string): Promise<Perdida | undefined> {
      const letter = await letters.find(id)
      return letter && toPerdida(letter)
    },

    /**
     * Accepts these again as new runs, with what `change` makes of each, and takes them off the list. Those that somebody else has taken
     * meanwhile are left out of the answer.
     */
    retry: (
      ids: readonly string[],
      {
        change = (trabajo) => trabajo,
        beside,
      }: { change?: (trabajo: Trabajo) => Trabajo; beside: Beside<Reintentada> },
    ): Promise<Reintentada[]> =>
      take(ids, async (trx, taken) => {
        const aceptados = taken.map(({ id, data: { cancelada: _before, ...data } }) => ({
          perdida: id,
          idEjecucion: newRunId(),
          trabajo: change(data),
        }))
        if (aceptados.length > 0) await acceptIn(trx, aceptados)
        const reintentadas = aceptados.map(({ perdida, idEjecucion }) => ({ perdida, idEjecucion }))
        await beside(trx, reintentadas)
        return reintentadas
      }),

    /** Answers the runs that were taken off the list. */
    discard: (ids: readonly string[], { beside }: { beside: Beside<string> }): Promise<string[]> =>
      take(ids, async (trx, taken) => {
        const descartadas = taken.map(({ id }) => id)
        await beside(trx, descartadas)
        return descartadas
      }),

    /** Tells of those that nobody has heard of yet; the list keeps them. What goes wrong is tried again: nothing of it was kept. */
    async record(): Promise<void> {
      const queue = await started()
      const found = await letters.listNew(RECORDED_TOGETHER)
      if (found.length === 0) return
      // Who holds a connection does not wait for another one to read with.
      const prepared = await prepare(found)
      const jobs = new Map(found.map(({ id, job }) => [id, job]))
      await db.transaction().execute(async (trx) => {
        const held = new Set(await letters.holdNew(trx, [...jobs.values()]))
        const ours = new Map([...prepared].filter(([{ id }]) => held.has(jobs.get(id) ?? '')))
        if (ours.size === 0) return
        await tellOf(trx, ours)
        await queue.complete(PERDIDAS, [...held], null, { db: through(trx), includeQueued: true })
      })
    },
  }
}

/** Why pg-boss gives up whoever has a run. */
const MOTIVOS: Readonly<Record<string, string>> = {
  'job heartbeat timeout': 'El último dejó de dar señales.',
  'job timed out': 'El último no terminó en su tiempo.',
}

/** Of a run that was given up after so many attempts; null: nobody knows why the last one ended. */
export function causaDePerdida(intentos: number, razon: string | null): AppError {
  const known = razon === null ? 'Del último no se sabe por qué.' : lookUp(MOTIVOS, razon)
  return new EjecucionPerdida({ intentos, motivo: known ?? `Del último quedó dicho: «${razon}».` })
}

/** What the last attempt of an entry of the queue left, or pg-boss in its place: as a letter has it (`dead-letters.ts`). */
const salidaSchema = z.union([
  z.object({ mensaje: z.string() }).transform(({ mensaje }) => mensaje),
  z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value.message),
])

/** Of a run that was given up and whose letter is gone: in the words of the letter. */
export function causaOfJob({ retryCount, output }: Pick<JobWithMetadata, 'retryCount' | 'output'>): AppError {
  return causaDePerdida(retryCount + 1, salidaSchema.safeParse(output).data ?? null)
}

function toPerdida(letter: DeadLetter<Trabajo>): Perdida {
  const { id, data: trabajo, inserted: aceptada, died: perdida, intentos, mensaje, razon } = letter
  return { id, trabajo, aceptada, perdida, causa: causaDePerdida(intentos, mensaje ?? razon) }
}
