import { type LlamadaContext, monotonicNow, NodoFallido, ProcesoNoEjecutable } from '@div/contract'
import { type RunInput, type RunPorts, runPlan } from '@div/engine'
import type { Definitions } from '../definitions/definitions.ts'
import type { PublishedVersion } from '../definitions/published-version.ts'
import type { History } from '../history/history.ts'
import { SecretScope } from '../history/secret-scope.ts'
import type { TrazasVivas } from '../history/trazas-vivas.ts'
import { newRunId } from './new-run-id.ts'
import { inOwnDatabase } from './own-database.ts'
import type { RunsInFlight } from './runs-in-flight.ts'
import { shortClave } from './short-clave.ts'

export interface SubprocesoCall {
  procesoId: string
  /** Absent: the published one, as of the first call. */
  version?: number
  entrada: Readonly<Record<string, unknown>>
  context: LlamadaContext
  /** Who calls it. */
  origen: 'agente' | 'subproceso'
  /** Told the id of the run, once it begins. */
  onBegin?: (idEjecucion: string) => void
}

export interface SubprocesoDeps {
  /** Asked at the call: they do not exist yet when the ports are made. */
  world(): { definitions: Pick<Definitions, 'find' | 'current'>; ports: RunPorts }
  history: Pick<History, 'record'>
  trazas: Pick<TrazasVivas, 'of'>
  enCurso: Pick<RunsInFlight, 'track'>
}

/**
 * Runs another proceso inside a run, with its deadline and cancellation, and answers the body of the salida that it reached. It is a
 * run of its own in the history. Throws what failed in it.
 */
export async function runSubproceso(
  call: SubprocesoCall,
  { world, history, trazas, enCurso }: SubprocesoDeps,
): Promise<unknown> {
  const { procesoId, version, entrada, context, origen, onBegin } = call
  const { definitions, ports } = world()
  const published = await findCalled(call, definitions)
  const plan = published?.outcome.plan
  if (!published || !plan) {
    const proceso = definitions.current().nombreDeProceso(procesoId) ?? procesoId
    throw new ProcesoNoEjecutable({ proceso, motivo: motivoOf(published, version) })
  }
  const idEjecucion = newRunId()
  // Should its caller be run again its targets are to know what they have done.
  const raizDeClaves = shortClave(context.claveIdempotencia)
  const coerced = plan.entrada.coerce(entrada)
  const abort = new AbortController()
  const input: RunInput & { secretos: SecretScope } = {
    idEjecucion,
    raizDeClaves,
    entrada: coerced,
    deadline: context.deadline,
    signal: AbortSignal.any([context.signal, abort.signal]),
    profundidad: context.profundidad + 1,
    secretos: secretsOf(published.outcome.secretos, context),
    ...(context.caller?.traza && { traza: context.caller.traza }),
    ...(context.caller?.consumidor && { consumidor: context.caller.consumidor }),
    // What it undid when it failed is done anew, should it be called again.
    ...(context.efectos && plan.compensacion === null && { efectos: context.efectos }),
  }
  onBegin?.(idEjecucion)
  const running = runPlan(plan, input, ports)
  const identity = {
    id: idEjecucion,
    procesoId,
    version: published.version,
    canalId: null,
    origen,
  } as const
  if (running instanceof Promise)
    enCurso.track({ ...identity, inicio: monotonicNow() }, { input, plan, abort, ended: running })
  const result = await running
  const { caller } = context
  if (caller && input.esperaMs !== undefined) caller.esperaMs = Math.max(caller.esperaMs ?? 0, input.esperaMs)
  const { inicio, duracionMs, estado, respuesta, error, causa, pasos, pasosOmitidos } = result
  history.record({
    ...identity,
    raizDeClaves,
    inicio,
    duracionMs,
    estado,
    error,
    entrada: coerced,
    respuesta,
    pasos,
    pasosOmitidos,
    w3c: context.caller?.traza,
    traza: trazas.of(procesoId),
    secretos: input.secretos,
    plan,
  })
  tellCaller(context, input.secretos)
  if (error) throw causa ?? new NodoFallido({ nodo: error.nodo ?? '', motivo: error.mensaje })
  return respuesta?.cuerpo ?? null
}

/** Called again by a later attempt it goes on with the version that it began with, whatever is published by now. */
async function findCalled(
  { procesoId, version, context }: SubprocesoCall,
  definitions: Pick<Definitions, 'find'>,
): Promise<PublishedVersion | undefined> {
  const { efectos, claveIdempotencia } = context
  const published = await definitions.find(procesoId, version ?? null)
  if (version !== undefined || !efectos) return published
  const given = published?.outcome.plan ? published.version : undefined
  const held = await inOwnDatabase(context, () => efectos.holdVersion(claveIdempotencia, given))
  return held === undefined || held === published?.version ? published : definitions.find(procesoId, held)
}

function motivoOf(published: PublishedVersion | undefined, version: number | undefined): string {
  // The sentence that it becomes part of has its own full stop.
  if (published)
    return `su versión ${published.version} tiene errores: ${published.defecto.replace(/\.$/, '')}`
  return version === undefined ? 'no está publicado' : `no tiene la versión ${version}`
}

/** Its own and those of its caller, whose values it is given. Nobody can tell where in it something derived from them is. */
function secretsOf(own: SecretScope, { caller, secretParametros = 'todo' }: LlamadaContext): SecretScope {
  const outer = caller?.secretos
  if (!(outer instanceof SecretScope)) return own.hidingAll()
  const known = own.with(outer)
  return secretParametros !== null || outer.hidesAll ? known.hidingAll() : known
}

/** What it answers may hold what it knows. */
function tellCaller({ caller }: LlamadaContext, known: SecretScope): void {
  if (caller?.secretos instanceof SecretScope) caller.secretos = caller.secretos.with(known)
}
