import {
  EjecucionCancelada,
  type Flujo,
  type Hallazgo,
  type Limits,
  type LlamadaSpec,
  type Proceso,
  type ResultadoDeEjecucion,
  type ResultadoDePrueba,
} from '@div/contract'
import { type CompileDeps, compileFlujo, type RunPorts, systemClock, validateFlujo } from '@div/engine'
import { FUNCIONES } from '@div/funciones'
import { STEPS } from '@div/nodos/steps'
import type { Red } from '@div/servidores'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type Agentes, createAgentes } from '../ai/agents/agentes.ts'
import { type Asistente, createAsistente } from '../ai/asistente/asistente.ts'
import { createCapacidades } from '../ai/capacidades/capacidades.ts'
import { createAutorizaciones } from '../ai/mcp/autorizaciones.ts'
import { createRag, type Rag } from '../ai/rag/buscar.ts'
import { createListener } from '../db/listener.ts'
import type { Database } from '../db/tables.ts'
import { waitAtMost } from '../db/wait-at-most.ts'
import { createRed } from '../red/red.ts'
import type { Secretos } from '../secretos/secretos.ts'
import { type Alertas, createAlertas } from './alertas/alertas.ts'
import { type Cola, createCola } from './async-pool/cola.ts'
import { followLimites } from './async-pool/limites-asincronos.ts'
import { createScopeReader, type Scope } from './async-pool/read-scope.ts'
import {
  createUnstartedPreparer,
  type PrepareUnstarted,
  type RecordUnstarted,
} from './async-pool/record-unstarted.ts'
import type { Trabajo } from './async-pool/trabajo.ts'
import { createDefinitions, type Definitions } from './definitions/definitions.ts'
import type { CompileOutcome } from './definitions/published-version.ts'
import { createDurables, type Durables } from './durables/durables.ts'
import { createEnVivo, type EnVivo } from './en-vivo/en-vivo.ts'
import { type AskedRuns, createAskedRuns } from './en-vivo/tell-asked-runs.ts'
import { type Apartados, createApartados } from './history/apartados.ts'
import { followAjustes } from './history/follow-ajustes.ts'
import { createHistory, type Encoded, type History } from './history/history.ts'
import { createRedactor, type Redactor } from './history/redactor.ts'
import { followTrazas, type TrazasVivas } from './history/trazas-vivas.ts'
import type { Nombres } from './otel/describe-spans.ts'
import { type ExportacionViva, followExportacion } from './otel/exportacion-viva.ts'
import type { OtelStart } from './otel/otel-settings.ts'
import { createPools, type Pools } from './pools/pools.ts'
import type { ServidorActivo } from './pools/servidor-activo.ts'
import type { DescribeRun } from './pools/servidor-handle.ts'
import { testServidor } from './pools/test-servidor.ts'
import { createPresupuesto } from './presupuesto/presupuesto.ts'
import { createRespuestasGuardadas } from './respuestas-ia/respuestas-guardadas.ts'
import { createCancelRun } from './runtime/cancel-run.ts'
import { checkObjetos, collectLlamadas } from './runtime/check-objetos.ts'
import { checkSubprocesos, collectSubprocesos, type Subproceso } from './runtime/check-subprocesos.ts'
import { createDependencyRecorder } from './runtime/dependency-recorder.ts'
import { createFormulaHost } from './runtime/formula-host.ts'
import { createInternoPorts } from './runtime/interno-ports.ts'
import { createSecretOpener } from './runtime/open-secrets.ts'
import { recordServidores } from './runtime/record-servidores.ts'
import { createDraftRunner, type DraftRun } from './runtime/run-draft.ts'
import { createDurableDraftRunner, type DurableDraft } from './runtime/run-durable-draft.ts'
import { runSubproceso } from './runtime/run-subproceso.ts'
import { createRunsInFlight, type RunsInFlight } from './runtime/runs-in-flight.ts'
import { createSecretUses, type TellUse } from './runtime/secret-uses.ts'
import { createWorld } from './runtime/world.ts'
import { startFilasFeed } from './tablas/filas-feed.ts'
import { createValoresDePrueba, type ValoresDePrueba } from './valores-de-prueba/valores-de-prueba.ts'

export interface RuntimeDeps {
  db: Kysely<Database>
  databaseUrl: string
  secretos: Secretos
  limits: Limits
  /** Where runs are exported to as the product was started, and by which version. */
  otel?: { start: OtelStart; version: string }
  /** Folders in which a servidor may name files. */
  carpetaArchivos: readonly string[]
  /** IANA name: what HOY and the parts of dates use when no zone is given. */
  zonaHoraria: string
  /** Name of this process in the history. */
  nodoMotor: string
  log: Logger
  /** Where people reach the product, for links in what it sends. */
  urlBase?: string | null
  /** Told of the secrets of a servidor at the first call under its settings, and of those that sign at the first message. */
  onSecretInUse?: TellUse
  /** Told of every secret that is opened; the log's own, so that it hides them too. */
  redactor?: Redactor
}

const NO_OTEL: OtelStart = { settings: null, isDisabled: false }

/** At the end: what hears of changes waits no longer for a database that says nothing. */
const FAREWELL_MS = 1_000

/** Everything that runs processes: the same in a motor worker and in the api. */
export interface Runtime {
  db: Kysely<Database>
  /** Name of this process. */
  nodoMotor: string
  pools: Pools
  definitions: Definitions
  history: History
  /** What of the history stands only beside the ends of runs. */
  apartados: Pick<Apartados, 'takeLate' | 'takeOf'>
  /** What is kept of the runs of each proceso. */
  trazas: Pick<TrazasVivas, 'of'>
  /** What watched runs tell. */
  enVivo: EnVivo
  /** Tells of runs that somebody comes to look at. */
  seguidas: AskedRuns
  valoresDePrueba: ValoresDePrueba
  cola: Cola
  durables: Durables
  alertas: Alertas
  rag: Rag
  agentes: Agentes
  asistente: Asistente
  /** In force now: an admin changes some of them. */
  limites(): Limits
  /** What runs in this process now. */
  enCurso: RunsInFlight
  redactor: Redactor
  /** What the engine uses of the world in every run. */
  ports: RunPorts
  /** The trace of a run that came without one. */
  beginTraza: ExportacionViva['beginTraza']
  falloDeExportacion: ExportacionViva['fallo']
  /** `servidor` is who is named when it goes wrong. */
  createRed(options: { permitirRedPrivada: boolean; remedio?: string; servidor?: string }): Red
  /** Of a secret that signs. */
  tellUse: ReturnType<typeof createSecretUses>
  /** Tries a servidor layer by layer; it need not be stored. */
  testServidor(servidor: ServidorActivo): Promise<ResultadoDePrueba>
  /** All that is wrong with the draft of a proceso, also what only its servidores and the procesos that it calls can tell. */
  validate(draft: { procesoId: string; flujo: Flujo; modo: Proceso['modo'] }): Promise<Hallazgo[]>
  compile(flujo: Flujo, modo?: Proceso['modo']): CompileOutcome
  /** What of an accepted run is secret. */
  readScope(trabajo: Trabajo): Promise<Scope>
  prepareUnstarted: PrepareUnstarted
  recordUnstarted: RecordUnstarted
  /** Of a durable run that was begun: its proceso asks that a cancelled one be undone. */
  undoesCancelled(idEjecucion: string): Promise<boolean>
  runDraft(draft: DraftRun): Promise<ResultadoDeEjecucion>
  /** As a canal accepts and runs it: it goes on whatever becomes of this process. */
  runDurableDraft(draft: DurableDraft): Promise<ResultadoDeEjecucion>
  /** Cancels a run in whichever process it is under way, or takes it out of the queue; false: it is in neither. */
  cancelRun(idEjecucion: string): Promise<boolean>
  close(): Promise<void>
}

/** Loads what is published and stands ready to run it. Throws when the database cannot be read. */
export async function createRuntime(deps: RuntimeDeps): Promise<Runtime> {
  const { db, databaseUrl, secretos, limits, carpetaArchivos, zonaHoraria, nodoMotor, log } = deps
  const listener = createListener(databaseUrl)
  const { redactor = createRedactor(), urlBase = null, onSecretInUse = () => undefined } = deps
  const tellUse = createSecretUses(onSecretInUse)
  const opener = createSecretOpener({ secretos, redactor })
  const trazas = await followTrazas({ db, limits, log })
  const createOwnRed = (options: { permitirRedPrivada: boolean; remedio?: string; servidor?: string }) =>
    createRed({ ...options, limits })
  const { start = NO_OTEL, version = '' } = deps.otel ?? {}
  const exportacion = await followExportacion({
    db,
    secretos,
    redactor,
    start,
    version,
    nombresOf: (run) => nombresOf(run),
    createRed: createOwnRed,
    log,
  })
  const apartados = createApartados({ db, log })
  const history = createHistory({
    db,
    databaseUrl,
    limits,
    apartados,
    trazas,
    log,
    nodoMotor,
    exportRun: exportacion.exportRun,
  })
  const enCurso = createRunsInFlight(history)
  const cancelInFlight = createCancelRun({ db, listener, enCurso, log })
  const limites = await followLimites({ db, limits, log })
  const cola = createCola({
    db,
    databaseUrl,
    secretos,
    listener,
    limits: limites.current,
    acotados: () => definitions.current().acotados,
    historia: {
      async prepare(run) {
        const record = await prepareUnstarted({ ...run, estado: 'error' })
        return () => history.record(record)
      },
      written: history.flush,
    },
    apartados,
    log,
  })
  const durables = createDurables({ db, secretos, limits, log })
  followAjustes({ listener, history, limites, trazas, exportacion, log })
  // Pools ask for servidores and are told of their changes; processes call each other: here the circles close.
  const world = createWorld({ db, opener, log, onServidor: (servidorId) => pools.apply(servidorId) })
  const rag = createRag({ db, limits, log, llamadas: () => pools })
  const subprocesos = { world: () => ({ definitions, ports }), history, trazas, enCurso }
  const interno = createInternoPorts({
    db,
    limits,
    redactor,
    log,
    ...subprocesos,
    rag,
    agentes: () => agentes,
    tokenOf: cola.esperas.tokenOf,
    urlBase,
  })
  const autorizaciones = createAutorizaciones({ db, secretos })
  const presupuesto = createPresupuesto({ db, limits, findRun: enCurso.find, log })
  const pools = createPools({
    loadServidor: world.servidor,
    interno,
    consumosOf: presupuesto.of,
    guardadasOf: createRespuestasGuardadas({ db, limits, log }).of,
    autorizacionOf: autorizaciones.of,
    limits,
    carpetaArchivos,
    log,
    onStart: ({ id, nombre }) => onSecretInUse({ recurso: 'servidores', id, nombre }),
    describeRun: (id) => describeRun(id),
  })
  const capacidades = createCapacidades({
    db,
    limits,
    definitions: () => definitions,
    llamadas: pools,
    runProceso: (call) => runSubproceso(call, subprocesos),
    tablas: interno.tablas,
    rag,
  })
  const agentes = createAgentes({ db, limits, log, secretos, pools, capacidades, mascaras: trazas.mascaras })
  const ports: RunPorts = {
    begin: pools.begin,
    clock: systemClock,
    sample: history.hold,
    maxPasos: limits.pasosPorEjecucion,
    compensacionMs: () => limites.current().compensacionMs,
    iteraciones: limits.iteracionesDetalladas,
  }

  const recorder = createDependencyRecorder(world.stamp)
  const compileDeps: CompileDeps = {
    steps: STEPS,
    funciones: FUNCIONES,
    host: createFormulaHost({ db, world, recorder, zonaHoraria }),
    limits,
    llamadas: recordServidores(pools, recorder),
  }
  const compile = (flujo: Flujo, modo?: Proceso['modo']): CompileOutcome => {
    const { result, dependencias } = recorder.record(() => compileFlujo(flujo, { ...compileDeps, modo }))
    const secretos = redactor.scope(dependencias.keys())
    return result.ok
      ? { plan: result.plan, hallazgos: result.avisos, dependencias, secretos }
      : { plan: null, hallazgos: result.hallazgos, dependencias, secretos }
  }
  const definitions = await createDefinitions({
    db,
    listener,
    log,
    applyWorld: world.apply,
    openCanal: opener.openCanal,
    compile,
    stamp: world.stamp,
  })
  const filas = startFilasFeed({ listener, log, refresh: world.refreshFilas })
  function describeRun(id: string): ReturnType<DescribeRun> {
    const { procesoId = null, canalId = null } = enCurso.find(id) ?? {}
    const { proceso = null, canal = null } = nombresOf({ procesoId, canalId })
    return { procesoId, canalId, proceso, canal, nodoMotor }
  }
  function nombresOf({ procesoId, canalId }: { procesoId: string | null; canalId: string | null }): Nombres {
    const { canales, nombreDeProceso } = definitions.current()
    return {
      proceso: procesoId === null ? undefined : nombreDeProceso(procesoId),
      canal: canales.find((each) => each.id === canalId)?.canal.nombre,
    }
  }
  const enVivo = createEnVivo({ db, listener, limits, log })
  const seguidas = createAskedRuns({ db, listener, find: enCurso.look, enVivo, log })
  async function undoesCancelled(idEjecucion: string): Promise<boolean> {
    const begun = await durables.findBegun(idEjecucion)
    if (!begun) return false
    const { procesoId, version, flujo } = begun
    const outcome = flujo ? compile(flujo, 'durable') : (await definitions.find(procesoId, version))?.outcome
    return outcome?.plan?.compensacion?.alCancelar ?? false
  }
  const readScope = createScopeReader({ definitions, compile })
  const prepareUnstarted = createUnstartedPreparer({ readScope, readAvance: durables.readAvance })
  const recordUnstarted: RecordUnstarted = async (run) => history.record(await prepareUnstarted(run))
  const cancelling = new Map<string, Promise<boolean>>()
  /** Of two who ask together each is answered, though the run has ended when the second would be. */
  function cancelRun(idEjecucion: string): Promise<boolean> {
    const known = cancelling.get(idEjecucion)
    if (known) return known
    const answered = cancelOnce(idEjecucion).finally(() => cancelling.delete(idEjecucion))
    cancelling.set(idEjecucion, answered)
    return answered
  }
  async function cancelOnce(idEjecucion: string): Promise<boolean> {
    // Before anything is read of it: what it has kept may be much, and may be unreadable.
    const isMarked = await cola.markCancelled(idEjecucion)
    // Both at once: wherever the run is.
    const [isTold, isEnded] = await Promise.all([
      cancelInFlight(idEjecucion),
      cancelWaiting(idEjecucion, { taken: false }),
    ])
    // Else its worker has died, or has not come so far.
    if (isTold || isEnded || (await cancelWaiting(idEjecucion, { taken: true }))) return true
    // Whoever has it may have seen the mark, and ended it, before it was asked.
    return isMarked && (await cola.find(idEjecucion))?.estado === 'cancelada'
  }
  async function cancelWaiting(idEjecucion: string, { taken }: { taken: boolean }): Promise<boolean> {
    const undoes = await undoesCancelled(idEjecucion)
    // One that is undone first is told of by whoever undoes it.
    const told = undoes ? null : await encodeCancelled(idEjecucion, { taken })
    const ended = await cola.cancelWaiting(idEjecucion, { undoes, taken, fila: told?.fila ?? null })
    if (!ended) return false
    // Whoever has it tells of its end.
    if (typeof ended === 'string') return true
    const run = told ?? (await encodeCancelada(idEjecucion, ended.trabajo))
    history.recordEncoded([run], ended.apartado)
    await history.flush()
    return true
  }
  /** What the history is to tell of an accepted run should it be cancelled now; null: a worker has it, it has ended, or nobody can tell. */
  async function encodeCancelled(
    idEjecucion: string,
    { taken }: { taken: boolean },
  ): Promise<Encoded | null> {
    try {
      const situacion = await cola.find(idEjecucion)
      if (!situacion || !('trabajo' in situacion)) return null
      if (situacion.estado === 'ejecutando' && !taken) return null
      return await encodeCancelada(idEjecucion, situacion.trabajo)
    } catch (error) {
      // It is cancelled all the same, and told of when it has ended.
      log.warn({ err: error, idEjecucion }, 'what a cancelled run has done is not stored with its end')
      return null
    }
  }
  async function encodeCancelada(idEjecucion: string, trabajo: Trabajo): Promise<Encoded> {
    const error = new EjecucionCancelada()
    return history.encode(await prepareUnstarted({ idEjecucion, trabajo, estado: 'cancelada', error }))
  }
  const valoresDePrueba = createValoresDePrueba({ db, limits })
  const runDraft = createDraftRunner({
    limits,
    history,
    trazas,
    enVivo,
    enCurso,
    valoresDePrueba,
    log,
    ports,
    compile,
  })

  const alertas = createAlertas({
    db,
    secretos,
    cola,
    limits: limites.current,
    urlBase,
    llamadas: pools,
    createRed: createOwnRed,
    tellUse,
    log,
  })
  const runDurableDraft = createDurableDraftRunner({
    db,
    cola,
    durables,
    limits: limites.current,
    cancelRun,
    compile,
  })

  function afterCatchUp<Input extends unknown[], Result>(work: (...input: Input) => Promise<Result>) {
    return async (...input: Input) => {
      await definitions.catchUp()
      return work(...input)
    }
  }

  return {
    db,
    nodoMotor,
    // A servidor that was just saved can be browsed at once.
    pools: {
      ...pools,
      browse: afterCatchUp(pools.browse),
      describe: afterCatchUp(pools.describe),
      listHerramientas: afterCatchUp(pools.listHerramientas),
    },
    definitions,
    history,
    apartados,
    trazas,
    enVivo,
    seguidas,
    valoresDePrueba,
    cola,
    durables,
    rag,
    agentes,
    asistente: createAsistente({ db, pools, limits }),
    alertas: { ...alertas, test: afterCatchUp(alertas.test) },
    limites: limites.current,
    enCurso,
    redactor,
    ports,
    beginTraza: exportacion.beginTraza,
    falloDeExportacion: exportacion.fallo,
    cancelRun,
    createRed: createOwnRed,
    tellUse,
    testServidor: (servidor) =>
      testServidor({
        servidor,
        limits,
        interno,
        autorizacion: autorizaciones.of(servidor.id),
        carpetaArchivos,
      }),
    async validate(draft) {
      const subprocesos: Subproceso[] = []
      const specs: LlamadaSpec[] = []
      const llamadas = collectSubprocesos(
        collectLlamadas(pools, (spec) => specs.push(spec)),
        (subproceso) => subprocesos.push(subproceso),
      )
      const hallazgos = validateFlujo(draft.flujo, { ...compileDeps, llamadas, modo: draft.modo })
      return [
        ...hallazgos,
        ...(await checkSubprocesos(draft, subprocesos, { db, definitions })),
        ...(await checkObjetos(specs, pools)),
      ]
    },
    compile,
    readScope,
    prepareUnstarted,
    recordUnstarted,
    undoesCancelled,
    async runDraft(draft) {
      await definitions.catchUp()
      await world.refreshFilas()
      return runDraft(draft)
    },
    runDurableDraft: afterCatchUp(runDurableDraft),
    async close() {
      await agentes.close()
      seguidas.close()
      presupuesto.close()
      const hearing = Promise.all([definitions.close(), filas.close(), listener.close()])
      await waitAtMost(FAREWELL_MS, hearing)
      await waitAtMost(FAREWELL_MS, cola.close())
      await history.close()
      await exportacion.close()
      await pools.close()
    },
  }
}
