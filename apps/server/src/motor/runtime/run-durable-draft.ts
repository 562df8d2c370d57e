import {
  type EstadoEjecucion,
  type Flujo,
  type Limits,
  MuestraIncompleta,
  type ResultadoDeEjecucion,
  resultadoDeEjecucionSchema,
} from '@div/contract'
import { listRead, type Plan } from '@div/engine'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../db/tables.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { Respuesta } from '../async-pool/respuestas-repository.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import type { CompileOutcome } from '../definitions/published-version.ts'
import type { Durables } from '../durables/durables.ts'
import type { Continuation } from '../durables/take-over.ts'
import { readEjecucion } from '../history/find-ejecuciones.ts'
import { toEjecucion } from '../history/to-ejecucion.ts'
import { compileOrRefuse } from './compile-or-refuse.ts'
import { newRunId } from './new-run-id.ts'
import type { DraftRun } from './run-draft.ts'

export interface DurableDraftDeps {
  db: Kysely<Database>
  cola: Pick<Cola, 'accept' | 'waitFor' | 'find'>
  durables: Pick<Durables, 'takeOver' | 'pin'>
  /** In force now. */
  limits(): Pick<Limits, 'ejecucionMs' | 'ejecucionDurableMs'>
  cancelRun(idEjecucion: string): Promise<boolean>
  compile(flujo: DraftRun['proceso']['flujo'], modo: 'durable'): CompileOutcome
}

export interface DurableDraft
  extends Pick<
    DraftRun,
    'proceso' | 'entrada' | 'origen' | 'consumidor' | 'tema' | 'signal' | 'datosFijados'
  > {
  /** It begins with what another run kept. */
  continua?: Omit<Continuation, 'lee'> & {
    /** Another document than that of the other run: it may read what nobody read then. */
    isOther: boolean
  }
}

/**
 * Accepts the run of a durable process as a canal does and waits for its end: it goes on whatever becomes of this process. Whoever has
 * waited for as long as a run may take, or whose run waits for a person, is told that it goes on.
 */
export function createDurableDraftRunner({
  db,
  cola,
  durables,
  limits,
  cancelRun,
  compile,
}: DurableDraftDeps) {
  /** Of a run that had not ended when it was waited for. */
  async function readEstado(idEjecucion: string): Promise<EstadoEjecucion> {
    return (await cola.find(idEjecucion))?.estado ?? 'ejecutando'
  }

  /** What is stored beside accepting it; null: nothing. Throws MuestraIncompleta. */
  function begins(
    { proceso, continua, datosFijados: datos }: DurableDraft,
    plan: Plan,
    run: { id: string; trabajo: Trabajo },
  ): ((trx: Kysely<Database>) => Promise<void>) | null {
    if (datos) return (trx) => durables.pin(trx, plan, { ...run, datos })
    if (!continua) return null
    const { isOther, ...continuation } = continua
    return async (trx) => {
      const lee = isOther ? listRead(plan) : null
      const unknown = await durables.takeOver(trx, run, { ...continuation, lee })
      if (unknown.length > 0) throw new MuestraIncompleta({ que: nameSalidas(unknown, proceso.flujo) })
    }
  }

  /**
   * Throws EntradaInvalida, FlujoInvalido, MuestraIncompleta, ColaLlena or ColaNoDisponible; what fails inside the run is in its result.
   */
  return async (draft: DurableDraft): Promise<ResultadoDeEjecucion> => {
    const { proceso, entrada, origen = 'prueba', consumidor, tema, signal } = draft
    const { id: procesoId, version = null, flujo } = proceso
    const { plan } = compileOrRefuse(compile(flujo, 'durable'))
    plan.entrada.coerce(entrada)
    const idEjecucion = newRunId()
    const trabajo: Trabajo = {
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
      ...((draft.continua || draft.datosFijados) && { continua: true as const }),
      ...(consumidor && { consumidor }),
      ...(tema !== undefined && { tema }),
    }
    const { ejecucionMs } = limits()
    const until = performance.now() + ejecucionMs
    const answer = cola.waitFor(idEjecucion, ejecucionMs)
    await cola
      .accept({ idEjecucion, trabajo }, begins(draft, plan, { id: idEjecucion, trabajo }))
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

/** In the order in which they are drawn. */
function nameSalidas(ids: readonly string[], { nodos }: Flujo): string {
  const salidas = nodos.flatMap(({ id, nombre }) => (ids.includes(id) ? `la salida de «${nombre}»` : []))
  return new Intl.ListFormat('es').format(salidas)
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
