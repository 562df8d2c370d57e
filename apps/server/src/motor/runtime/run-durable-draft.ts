import {
  type EstadoEjecucion,
  type Limits,
  type ResultadoDeEjecucion,
  resultadoDeEjecucionSchema,
} from '@div/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { Respuesta } from '../async-pool/respuestas-repository.ts'
import type { CompileOutcome } from '../definitions/published-version.ts'
import { readEjecucion } from '../history/find-ejecuciones.ts'
import { toEjecucion } from '../history/to-ejecucion.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { newRunId } from './new-run-id.ts'
import type { DraftRun } from './run-draft.ts'

export interface DurableDraftDeps {
  db: Kysely<Database>
  cola: Pick<Cola, 'accept' | 'waitFor' | 'find'>
  /** In force now. */
  limits(): Pick<Limits, 'ejecucionMs' | 'ejecucionDurableMs'>
  cancelRun(idEjecucion: string): Promise<boolean>
  compile(flujo: DraftRun['proceso']['flujo'], modo: 'durable'): CompileOutcome
}

export type DurableDraft = Pick<DraftRun, 'proceso' | 'entrada' | 'origen' | 'tema' | 'signal'>

/**
 * Accepts the run of a durable process as a canal does and waits for its end: it goes on whatever becomes of this process. Whoever has
 * waited for as long as a run may take, or whose run waits for a person, is told that it goes on.
 */
export function createDurableDraftRunner({ db, cola, limits, cancelRun, compile }: DurableDraftDeps) {
  /** Of a run that had not ended when it was waited for. */
  async function readEstado(idEjecucion: string): Promise<EstadoEjecucion> {
    return (await cola.find(idEjecucion))?.estado ?? 'ejecutando'
  }

  /** Throws EntradaInvalida, FlujoInvalido, ColaLlena or ColaNoDisponible; what fails inside the run is in its result. */
  return async ({
    proceso,
    entrada,
    origen = 'prueba',
    tema,
    signal,
  }: DurableDraft): Promise<ResultadoDeEjecucion> => {
    const { id: procesoId, version = null, flujo } = proceso
    compileOrRefuse(compile(flujo, 'durable')).plan.entrada.coerce(entrada)
    const idEjecucion = newRunId()
    const { ejecucionMs } = limits()
    const until = performance.now() + ejecucionMs
    const answer = cola.waitFor(idEjecucion, ejecucionMs)
    await cola
      .accept({
        idEjecucion,
        trabajo: {
          procesoId,
          version,
          canalId: null,
          tareaId: null,
          origen,
          entrada,
          formato: 'json',
          tiempoMaximoMs: limits().ejecucionDurableMs,
          espera: true,
          ...(version === null && { flujo }),
          ...(tema !== undefined && { tema }),
        },
      })
      .catch((error: unknown) => {
        answer.forget()
        throw error
      })
    const cancel = () => void cancelRun(idEjecucion).finally(answer.forget)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) cancel()
    const respuesta = await answer.ended
    signal?.removeEventListener('abort', cancel)
    if (!respuesta) return { ...GOES_ON, idEjecucion, estado: await readEstado(idEjecucion) }
    return readResult(db, respuesta, until)
  }
}

/** As the history has it. */
async function readResult(
  db: Kysely<Database>,
  { id: idEjecucion, estado, estadoHttp }: Respuesta,
  until: number,
): Promise<ResultadoDeEjecucion> {
  const row = await readSoon(db, idEjecucion, until)
  // The history had no room for it.
  if (!row) return { ...GOES_ON, idEjecucion, estado }
  const { salida, error, duracionMs, pasos, pasosOmitidos } = resultadoSchema.parse(toEjecucion(row))
  const answered = estado === 'ok' ? estadoHttp : null
  return { idEjecucion, estado, estadoHttp: answered, salida, error, duracionMs, pasos, pasosOmitidos }
}

const FIRST_PAUSE_MS = 20
const LONGEST_PAUSE_MS = 1_000

/** Whoever ends a run tells the history of it right after that. */
async function readSoon(db: Kysely<Database>, id: string, until: number) {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const row = await readEjecucion(db, id)
    if (row || performance.now() > until) return row
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const resultadoSchema = z.object(
  resultadoDeEjecucionSchema.pick({
    salida: true,
    error: true,
    duracionMs: true,
    pasos: true,
    pasosOmitidos: true,
  }).shape,
)

const GOES_ON: Omit<ResultadoDeEjecucion, 'idEjecucion'> = {
  estado: 'ejecutando',
  salida: null,
  estadoHttp: null,
  error: null,
  duracionMs: 0,
  pasos: [],
  pasosOmitidos: 0,
}
