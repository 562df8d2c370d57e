import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import type { Limits } from '@div/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import { answerBrokenRequest } from '../http/answer-broken-request.ts'
import { CONNECTION_TIMES } from '../http/connection-times.ts'
import { registerHttp } from '../http/register-http.ts'
import { purgeAlertas } from './alertas/alertas-repository.ts'
import { startAlertas } from './alertas/start-alertas.ts'
import { registerEjecuciones } from './async-pool/register-ejecuciones.ts'
import { runAccepted } from './async-pool/run-accepted.ts'
import { runAvisos } from './async-pool/run-avisos.ts'
import { registerSenales } from './durables/register-senales.ts'
import { startWaking } from './durables/start-waking.ts'
import { purgeApartados } from './eventos/apartados-repository.ts'
import { startEscuchas } from './eventos/start-escuchas.ts'
import type { RunMeter } from './metrics/run-meter.ts'
import type { TokenVerifier } from './publishing/access.ts'
import { createPublisher, type Publisher } from './publishing/publisher.ts'
import type { Runtime } from './runtime.ts'
import { purgeDisparos } from './scheduler/disparos-repository.ts'
import { startScheduler } from './scheduler/scheduler.ts'

/** How long runs in flight may go on when the worker stops. */
const DRAIN_MS = 20_000
const DRAIN_POLL_MS = 20
/** Of a connection that was taken right before the worker stopped to listen the first call may still be on its way. */
const FIRST_CALL_MS = 1_000
/**
 * Where the system spreads connections over several sockets of one port, each worker has its own: handed over by the supervisor, those on
 * their way to a worker that is killed would hang.
 */
const SHARES_PORT = cluster.isWorker && process.platform === 'linux'
const PURGE_MS = 600_000

/** Adds routes to the motor's port beside the canales: health, metrics, administration. */
export type MotorRegister = (app: FastifyInstance, motor: MotorParts) => void | Promise<void>

interface MotorParts {
  runtime: Runtime
  meter: RunMeter
  /** Calls of canales and accepted runs under way in this worker. */
  active(): number
  /** The worker is stopping, or its node is drained: a load balancer should send nothing more. */
  draining(): boolean
  canales: Pick<Publisher, 'findings' | 'gateOf'>
}

export interface MotorDeps {
  runtime: Runtime
  meter: RunMeter
  tokens: TokenVerifier
  limits: Limits
  trustedProxies: readonly string[]
  mcpOrigins: readonly string[]
  log: Logger
  registers: readonly MotorRegister[]
}

export interface Motor {
  app: FastifyInstance
  /** Calls of canales and accepted runs under way. */
  active(): number
  /** Answers the port that it got. */
  listen(options: { host: string; port: number }): Promise<number>
  /**
   * While it lasts it takes nothing of the queue and ends the connection of each call, which it answers all the same. `isReady`: balancers
   * are told nothing.
   */
  leave(how: { isLeaving: boolean; isReady: boolean }): void
  /** Takes no new connections, lets the runs in flight end, writes the history and closes the pools. */
  close(): Promise<void>
}

/**
 * One worker of the motor. Calls of canales go straight from node's server to their route; the framework serves everything else.
 */
export async function buildMotor(deps: MotorDeps): Promise<Motor> {
  const { runtime, meter, limits, log } = deps
  const canales = createPublisher(deps)
  const { isDraining } = canales
  let isUnready = false
  const accepted = runAccepted({ ...deps, isDraining })
  const avisos = runAvisos({ ...deps, isDraining })
  const { db, cola, durables, cancelRun, limites } = runtime
  const waking = startWaking({ wakeDue: cola.esperas.wakeDue, hearAnswers: durables.hearAnswers, log })
  const alertas = startAlertas({ runtime, isDraining, log })
  const scheduler = startScheduler({ db, cola, cancelRun, limits: limites, log })
  const { definitions, pools, nodoMotor: nodo } = runtime
  const escuchas = startEscuchas({ db, cola, definitions, pools, limits: limites, nodo, isDraining, log })
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerBrokenRequest,
    serverFactory: (handler) => createMotorServer({ limits, canales: canales.handle, others: handler }),
  })
  // Deny by default (security rule 6); what CORS answers for itself tells nothing.
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access && method !== 'OPTIONS')
      throw new Error(`${String(method)} ${url} declares no access`)
  })
  registerHttp(app, { limits })
  const active = () => canales.active() + accepted.active()
  const parts: MotorParts = { runtime, meter, active, draining: () => isUnready, canales }
  for (const register of [registerEjecuciones, registerSenales, ...deps.registers]) await register(app, parts)
  const purge = setInterval(() => {
    Promise.all([
      canales.purge(),
      runtime.definitions.purge(),
      cola.purge(),
      durables.purge(),
      runtime.valoresDePrueba.purge(),
      purgeDisparos(db, { dias: limits.disparosDias }),
      purgeApartados(db, { dias: limits.disparosDias }),
      purgeAlertas(db, { dias: limits.alertasDias }),
    ]).catch((error: unknown) => log.warn({ err: error }, 'what is old was not purged'))
  }, PURGE_MS)
  purge.unref()

  return {
    app,
    active,
    leave({ isLeaving, isReady }) {
      isUnready = !isReady
      canales.leave(isLeaving)
    },
    async listen({ host, port }) {
      await app.listen({
        host,
        port,
        backlog: limits.conexionesPorTomar,
        ...(SHARES_PORT && port !== 0 && { exclusive: true, reusePort: true }),
      })
      canales.open()
      const address = app.server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    async close() {
      clearInterval(purge)
      isUnready = true
      canales.drain()
      const closed = app.close()
      await Promise.all([scheduler.stop(), escuchas.stop(), waking.stop()])
      await Promise.all([
        drainConnections(app.server, canales.active),
        accepted.stop(DRAIN_MS),
        avisos.stop(DRAIN_MS),
        alertas.stop(DRAIN_MS),
      ])
      await closed
      await runtime.close()
    },
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

function createMotorServer({
  limits,
  canales,
  others,
}: {
  limits: Limits
  canales: Handler
  others: Handler
}): Server {
  const server = createServer(
    {
      maxHeaderSize: limits.cabecerasBytes,
      ...CONNECTION_TIMES,
      noDelay: true,
      // Node would answer with an empty page; whoever reads the request says what is missing.
      requireHostHeader: false,
      // What else asks for another protocol (Java's client for HTTP/2, at every call) is answered as the call that it is.
      shouldUpgradeCallback: isWebSocket,
    },
    (request, response) => {
      if (/^\/(?:(?:rest|soap)\/|mcp(?:\?|$))/.test(request.url ?? '')) canales(request, response)
      else others(request, response)
    },
  )
  return server
}

function isWebSocket({ url = '', headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && /^\/ws(\?|$)/.test(url)
}

/** A connection that is kept alive ends once it is idle; what is still busy at the end of the time is cut. */
async function drainConnections(server: Server, active: () => number): Promise<void> {
  const begun = performance.now()
  const isWaitedFor = async () => {
    const waitedMs = performance.now() - begun
    if (active() > 0) return waitedMs < DRAIN_MS
    return waitedMs < FIRST_CALL_MS && (await promisify(server.getConnections).call(server)) > 0
  }
  do {
    server.closeIdleConnections()
    await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
  } while (await isWaitedFor())
  // The last answers leave before their connections are cut.
  await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
  server.closeAllConnections()
}
