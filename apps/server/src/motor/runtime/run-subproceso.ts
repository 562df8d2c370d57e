import { type LlamadaContext, NodoFallido, PublicacionDefectuosa } from '@div/contract'
import { type RunPorts, runPlan } from '@div/engine'
import type { Definitions } from '../definitions/definitions.ts'
import type { History } from '../history/history.ts'
import { newRunId } from './new-run-id.ts'

export interface SubprocesoCall {
  procesoId: string
  /** Absent: the published one, as of the call. */
  version?: number
  entrada: Readonly<Record<string, unknown>>
  context: LlamadaContext
}

export interface SubprocesoDeps {
  /** Asked at the call: they do not exist yet when the ports are made. */
  world(): { definitions: Pick<Definitions, 'find'>; ports: RunPorts }
  history: Pick<History, 'record'>
}

/**
 * Runs another proceso inside a run, with its deadline and cancellation, and answers the body of the salida that it reached. It is a
 * run of its own in the history. Throws what failed in it.
 */
export async function runSubproceso(
  { procesoId, version, entrada, context }: SubprocesoCall,
  { world, history }: SubprocesoDeps,
): Promise<unknown> {
  const { definitions, ports } = world()
  const published = await definitions.find(procesoId, version ?? null)
  const plan = published?.outcome.plan
  if (!published || !plan) throw new PublicacionDefectuosa()
  const idEjecucion = newRunId()
  const coerced = plan.entrada.coerce(entrada)
  const result = await runPlan(
    plan,
    {
      idEjecucion,
      entrada: coerced,
      deadline: context.deadline,
      signal: context.signal,
      profundidad: context.profundidad + 1,
    },
    ports,
  )
  const { inicio, duracionMs, estado, respuesta, error, causa, pasos, pasosOmitidos } = result
  history.record({
    id: idEjecucion,
    inicio,
    duracionMs,
    estado,
    procesoId,
    version: published.version,
    canalId: null,
    origen: 'subproceso',
    error,
    entrada: coerced,
    respuesta,
    pasos,
    pasosOmitidos,
  })
  if (error) throw causa ?? new NodoFallido({ nodo: error.nodo ?? '', motivo: error.mensaje })
  return respuesta?.cuerpo ?? null
}
