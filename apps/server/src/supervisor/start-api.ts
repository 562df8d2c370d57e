import { buildApi } from '../api/api.ts'
import { startHeartbeat } from '../motor/metrics/heartbeat.ts'
import { createNodosRepository } from '../motor/metrics/nodos-repository.ts'
import { emptySample } from '../motor/metrics/rolling-window.ts'
import { listenOn } from './listen-on.ts'
import { openParts, type PartOptions } from './open-parts.ts'
import type { RunningPart } from './run-child.ts'

/** The administration API, listening. */
export async function startApi(options: PartOptions): Promise<RunningPart> {
  const { config, log } = options
  const { db, secretos, runtime, closeDatabase } = await openParts(options, 'div-api')
  const { app } = await buildApi({ db, config, secretos, runtime, log })
  const puerto = await listenOn({ puerto: config.apiPort, ajuste: 'DIV_API_PORT' }, (port) =>
    app.listen({ host: config.host, port }).then(() => app.server.address()),
  )
  const heartbeat = startHeartbeat({
    rol: 'api',
    version: config.version,
    nodos: createNodosRepository(db),
    log,
    measure: () => ({
      activas: 0,
      enCurso: runtime.enCurso.list(),
      ventana: emptySample(),
      pools: runtime.pools.stats(),
      historial: runtime.history.counters(),
    }),
  })
  return {
    puerto,
    async close() {
      await heartbeat.stop()
      await app.close()
      await runtime.close()
      await closeDatabase()
    },
  }
}
