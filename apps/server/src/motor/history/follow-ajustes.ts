import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { History } from './history.ts'

/** How long the history is kept holds as soon as somebody changes it. */
export function followAjustes({
  listener,
  history,
  log,
}: {
  listener: Pick<Listener, 'on'>
  history: Pick<History, 'maintain'>
  log: Logger
}): void {
  const follow = () => {
    history.maintain().catch((error: unknown) => {
      // The next hour tries again.
      log.warn({ err: error }, 'history not kept as the settings say')
    })
  }
  // Also what was changed while nobody listened.
  listener.on('div_configuracion', { hear: follow, connected: follow })
}
