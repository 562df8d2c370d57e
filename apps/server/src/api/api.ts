import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { answerBrokenRequest } from '../http/answer-broken-request.ts'
import { CONNECTION_TIMES } from '../http/connection-times.ts'
import { answerError, registerHttp } from '../http/register-http.ts'
import { translateError } from '../http/translate-error.ts'
import { registerAccess } from './access/register-access.ts'
import { createSessions, type Sessions } from './access/session.ts'
import { registerAsistente } from './ai/asistente/routes.ts'
import { registerPresupuestos } from './ai/budget/routes.ts'
import { registerChatAgent } from './ai/chat-agent/routes.ts'
import { registerConsumos } from './ai/consumos/routes.ts'
import { registerConversaciones } from './ai/conversaciones/routes.ts'
import { registerPrecios } from './ai/pricing/routes.ts'
import { registerAiAgents } from './ai-agents/routes.ts'
import { registerAiCapabilities } from './ai-capabilities/routes.ts'
import { registerAiContexts } from './ai-contexts/routes.ts'
import { registerAlertas } from './alertas/routes.ts'
import type { ApiDeps } from './api-deps.ts'
import { registerAprobaciones } from './aprobaciones/routes.ts'
import { registerAuditoria } from './auditoria/routes.ts'
import { registerAuth } from './auth/routes.ts'
import { registerCalendarios } from './calendarios/routes.ts'
import { registerCanales } from './canales/routes.ts'
import { registerCategorias } from './categorias/routes.ts'
import { registerConfiguracion } from './configuracion/routes.ts'
import { registerConsecutivos } from './consecutivos/routes.ts'
import { registerAvisosFallidos } from './ejecuciones/perdidas/avisos-fallidos-routes.ts'
import { registerEjecucionesPerdidas } from './ejecuciones/perdidas/routes.ts'
import { registerEjecuciones } from './ejecuciones/routes.ts'
import { registerEntornosDiv } from './entornos/routes.ts'
import { registerMcpServers } from './mcp-servers/routes.ts'
import { registerMetricas } from './metricas/routes.ts'
import { registerNodos } from './nodos/routes.ts'
import { registerNotificaciones } from './notificaciones/routes.ts'
import { collectRoutes, type DeclaredRoute } from './openapi/declared-route.ts'
import { registerOpenApi } from './openapi/routes.ts'
import { registerParametros } from './parametros/routes.ts'
import { registerPlantillas } from './plantillas/routes.ts'
import { registerPoolAsincrono } from './pool-asincrono/routes.ts'
import { registerPrimerosPasos } from './primeros-pasos/routes.ts'
import { registerProcesos } from './procesos/routes.ts'
import { registerRag } from './rag/routes.ts'
import { registerSearch } from './search/routes.ts'
import { registerServidores } from './servidores/routes.ts'
import { registerSistema } from './sistema/routes.ts'
import { registerTablas } from './tablas/routes.ts'
import { registerTareasProgramadas } from './tareas-programadas/routes.ts'
import { registerColecciones } from './test-cliente/colecciones.ts'
import { registerTestCliente } from './test-cliente/routes.ts'
import { registerTokens } from './tokens/routes.ts'
import { registerTrazabilidad } from './trazabilidad/routes.ts'
import { registerUsuarios } from './usuarios/routes.ts'
import { registerWeb } from './web/routes.ts'

/** One line a room of the API. */
const ROOMS: readonly ((app: FastifyInstance, deps: ApiDeps, sessions: Sessions) => void)[] = [
  registerAuth,
  registerUsuarios,
  registerTokens,
  registerAuditoria,
  registerServidores,
  registerMcpServers,
  registerPoolAsincrono,
  registerTrazabilidad,
  registerProcesos,
  registerPlantillas,
  registerEntornosDiv,
  registerCanales,
  registerCalendarios,
  registerTareasProgramadas,
  registerAlertas,
  registerParametros,
  registerTablas,
  registerCategorias,
  registerConsecutivos,
  registerEjecuciones,
  registerEjecucionesPerdidas,
  registerAvisosFallidos,
  registerAprobaciones,
  registerMetricas,
  registerNodos,
  registerNotificaciones,
  registerPrimerosPasos,
  registerSearch,
  registerConfiguracion,
  registerSistema,
  registerColecciones,
  registerTestCliente,
  registerAiCapabilities,
  registerAiContexts,
  registerAiAgents,
  registerChatAgent,
  registerRag,
  registerPresupuestos,
  registerPrecios,
  registerConsumos,
  registerAsistente,
  registerConversaciones,
]

/**
 * Scripts of this origin only (security rule 10). Swagger UI and the web app set styles on elements: styles may stand inline. The web app
 * calls this API, the motor beside it and, when it is told to by its settings, the product's public address.
 */
const describeCsp = ({ motorPort, urlBase }: Config) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'", motorOrigin(motorPort, 'http'), motorOrigin(motorPort, 'ws'), ...originOf(urlBase)],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
})

/** The motor is reached by the name that the API was reached by. */
function motorOrigin(port: number, scheme: string) {
  return ({ headers }: IncomingMessage) => `${scheme}://${(headers.host ?? '').replace(/:\d+$/, '')}:${port}`
}

const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin])

export interface Api {
  app: FastifyInstance
  /** What is served and who may call it. */
  routes: readonly DeclaredRoute[]
}

/** The administration API, ready to listen. Fails when a route does not say who may call it. */
export async function buildApi(deps: ApiDeps): Promise<Api> {
  const { limits, trustedProxies } = deps.config
  const { requestTimeout, headersTimeout, keepAliveTimeout } = CONNECTION_TIMES
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.cuerpoBytes,
    requestTimeout,
    keepAliveTimeout,
    // Without a host, node would answer an empty page; registerHttp says what is missing.
    http: { maxHeaderSize: limits.cabecerasBytes, headersTimeout, requireHostHeader: false },
    // Nobody else is believed about who calls: each failed sign-in would come from another address.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) =>
      answerError(translateError(error, request, limits), request, reply),
  })
  const sessions = createSessions(deps)
  const routes = collectRoutes(app)
  registerHttp(app, { limits })
  registerAccess(app, sessions)
  await app.register(helmet, {
    // What is served over plain HTTP on a private network must stay so: no upgrade, no HSTS.
    contentSecurityPolicy: { useDefaults: false, directives: describeCsp(deps.config) },
    strictTransportSecurity: false,
  })
  for (const register of ROOMS) register(app, deps, sessions)
  registerOpenApi(app, routes)
  registerWeb(app, deps.config)
  await app.ready()
  return { app, routes }
}
