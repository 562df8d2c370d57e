import { setTimeout as delay } from 'node:timers/promises'
import { buildApi } from '../api/api.ts'
import { startHeartbeat } from '../motor/metrics/heartbeat.ts'
import { createNodosRepository } from '../motor/metrics/nodos-repository.ts'
import { emptySample } from '../motor/metrics/rolling-window.ts'
import { createRestartAsker } from './ask-restart.ts'
import { listenOn } from './listen-on.ts'
import { openParts, type PartOptions } from './open-parts.ts'
import type { RunningPart } from './run-child.ts'

/** What an administrator asks for, as a copy or a search, may take some minutes. */
const SILENCE_MS = 600_000

/** The administration API, listening. */
export async function startApi(options: PartOptions): Promise<RunningPart> {
  const { config, log, nodo } = options
  const { db, secretos, runtime, closeDatabase } = await openParts(options, {
    applicationName: 'div-api',
    silenceMs: SILENCE_MS,
  })
  const { app } = await buildApi({ db, config, secretos, runtime, log })
  const puerto = await listenOn({ puerto: config.apiPort, ajuste: 'DIV_API_PORT' }, (port) =>
    app.listen({ host: config.host, port }).then(() => app.server.address()),
  )
  const askRestart = createRestartAsker()
  const heartbeat = startHeartbeat({
    rol: 'api',
    nodo,
    version: config.version,
    // Over those that do not wait long for a database that says nothing: who does not beat is taken for dead.
    nodos: createNodosRepository(runtime.db),
    log,
    measure: () => ({
      activas: 0,
      enCurso: runtime.enCurso.list(),
      ventana: emptySample(),
      pools: runtime.pools.stats(),
      historial: runtime.history.counters(),
      falloDeExportacion: runtime.falloDeExportacion(),
      planes: runtime.definitions.countPlanes(),
    }),
    onPedido: ({ reinicios }) => askRestart(reinicios),
  })
  return {
    puerto,
    async close({ retiradaMs }) {
      // Its part of the product is not ready; browsers that have not noticed are answered all the same.
      await delay(retiradaMs)
      await heartbeat.stop()
      await app.close()
      await runtime.close()
      await closeDatabase()
    },
  }
}
