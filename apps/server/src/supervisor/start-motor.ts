import { setTimeout as delay } from 'node:timers/promises'
import { monotonicNow } from '@div/contract'
import { createSessions } from '../api/access/session.ts'
import { createPoolAsincrono } from '../api/pool-asincrono/pool-asincrono.ts'
import { createTokenVerifier } from '../api/tokens/token-verifier.ts'
import { waitAtMost } from '../db/wait-at-most.ts'
import { registerAdmin } from '../motor/admin/register-admin.ts'
import { registerWs } from '../motor/en-vivo/register-ws.ts'
import { gaugeEspera } from '../motor/metrics/espera-gauge.ts'
import { startHeartbeat } from '../motor/metrics/heartbeat.ts'
import { createNodosRepository, type Pedido } from '../motor/metrics/nodos-repository.ts'
import { registerHealth } from '../motor/metrics/register-health.ts'
import { createRunMeter } from '../motor/metrics/run-meter.ts'
import { buildMotor, type Motor } from '../motor/motor.ts'
import { createRestartAsker } from './ask-restart.ts'
import { listenOn } from './listen-on.ts'
import { openParts, type PartOptions } from './open-parts.ts'
import type { RunningPart } from './run-child.ts'

/** Of tokens, when they were used last: not worth waiting for a database that says nothing. */
const LAST_USES_MS = 1_000

/** A worker of the motor, listening on the port that all of them share. */
export async function startMotor(options: PartOptions): Promise<RunningPart> {
  const { config, log, nodo } = options
  const { db, secretos, runtime, closeDatabase } = await openParts(options, { applicationName: 'div-motor' })
  const nodos = createNodosRepository(db)
  const tokens = createTokenVerifier({ db, log })
  const meter = createRunMeter({
    activas: () => motor.active(),
    historial: runtime.history.counters,
    pools: runtime.pools.stats,
  })
  gaugeEspera(meter.registry, db)
  const sessions = createSessions({ db, secretos })
  const motor: Motor = await buildMotor({
    runtime,
    meter,
    tokens,
    limits: config.limits,
    trustedProxies: config.trustedProxies,
    mcpOrigins: config.mcpOrigins,
    log,
    registers: [
      registerHealth,
      registerAdmin({
        sessions,
        nodos,
        poolAsincrono: createPoolAsincrono({ db, limits: config.limits }),
        webOrigins: config.webOrigins,
      }),
      registerWs({ sessions, limits: config.limits, log }),
    ],
  })
  let isClosing = false
  const askRestart = createRestartAsker()
  function follow({ drenar, reinicios }: Pedido) {
    askRestart(reinicios)
    if (!isClosing) motor.leave({ isLeaving: drenar, isReady: !drenar })
  }
  // A worker that takes the place of another one in a node that is drained takes nothing either.
  follow(await nodos.readPedido(nodo))
  const puerto = await listenOn({ puerto: config.motorPort, ajuste: 'DIV_MOTOR_PORT' }, async (port) => {
    await motor.listen({ host: config.host, port })
    return motor.app.server.address()
  })
  const heartbeat = startHeartbeat({
    rol: 'motor',
    nodo,
    version: config.version,
    nodos,
    log,
    measure: () => ({
      activas: motor.active(),
      enCurso: runtime.enCurso.list(),
      ventana: meter.sample(monotonicNow()),
      pools: runtime.pools.stats(),
      historial: runtime.history.counters(),
      falloDeExportacion: runtime.falloDeExportacion(),
      planes: runtime.definitions.countPlanes(),
    }),
    onPedido: follow,
  })
  return {
    puerto,
    async close({ retiradaMs, isReady }) {
      isClosing = true
      motor.leave({ isLeaving: true, isReady })
      await delay(retiradaMs)
      await heartbeat.stop()
      await motor.close()
      await waitAtMost(LAST_USES_MS, tokens.close())
      await closeDatabase()
    },
  }
}
