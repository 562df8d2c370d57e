import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { LimitesVivos } from '../async-pool/limites-asincronos.ts'
import type { ExportacionViva } from '../otel/exportacion-viva.ts'
import type { History } from './history.ts'
import type { TrazasVivas } from './trazas-vivas.ts'

/** What an admin changes holds as soon as it is stored. */
export function followAjustes({
  listener,
  history,
  limites,
  trazas,
  exportacion,
  log,
}: {
  listener: Pick<Listener, 'on'>
  history: Pick<History, 'maintain' | 'follow'>
  limites: Pick<LimitesVivos, 'refresh'>
  trazas: Pick<TrazasVivas, 'refresh'>
  exportacion: Pick<ExportacionViva, 'refresh'>
  log: Logger
}): void {
  const follow = () => {
    void limites.refresh()
    void exportacion.refresh()
    trazas
      .refresh()
      .then(() => {
        history.follow()
        return history.maintain()
      })
      .catch((error: unknown) => {
        // The next hour tries again.
        log.warn({ err: error }, 'history not kept as the settings say')
      })
  }
  // Also what was changed while nobody listened.
  listener.on('div_configuracion', { hear: follow, connected: follow })
}
