import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'
import type { Entrega } from '../async-pool/deliveries.ts'
import { startPump } from '../async-pool/pump.ts'
import { touchDeliveries } from '../async-pool/touch-deliveries.ts'
import type { Runtime } from '../runtime.ts'

export interface StartAlertasDeps {
  runtime: Pick<Runtime, 'alertas' | 'cola' | 'limites'>
  /** Somebody else is to do what comes. */
  isDraining(): boolean
  log: Pick<Logger, 'warn'>
}

/** Messages that one worker sends at the same time. */
const AT_ONCE = 4
/** How often messages are looked for that another worker has left, and that are tried again. */
const LOOK_EVERY_MS = 5_000
/** After how long it is seen again whether a message may leave that waits for the one before it. */
const PUT_OFF_SECONDS = 5

/** Looks at the rules and sends what is to be told, until it is stopped. Every worker has one: whoever comes first looks. */
export function startAlertas({ runtime: { alertas, cola, limites }, isDraining, log }: StartAlertasDeps) {
  let evaluating: Promise<void> | null = null

  async function evaluate(): Promise<void> {
    try {
      if (await alertas.evaluate()) pump.wake()
    } catch (error) {
      // A database that is away: the next look finds what stands then.
      log.warn({ err: error }, 'alertas not looked at')
    }
  }

  const pump = startPump<JobWithMetadata<{ entregaId: string }>, Entrega | 'despues'>({
    most: () => (isDraining() ? 0 : AT_ONCE),
    fetch: cola.alertas.fetch,
    giveBack: cola.alertas.giveBack,
    async run(job) {
      try {
        return await alertas.deliver(job)
      } catch (error) {
        return { mensaje: String(error) }
      }
    },
    async settle(ended) {
      // Not written: the queue gives it out again, and what stands in its row keeps it from being told twice.
      const tried = ended.flatMap(({ job, outcome }) => (outcome === 'despues' ? [] : { job, outcome }))
      const early = ended.flatMap(({ job, outcome }) => (outcome === 'despues' ? job : []))
      await Promise.all([
        cola.alertas.settle(tried),
        cola.alertas.putOff(early, { seconds: PUT_OFF_SECONDS }),
      ]).catch((error: unknown) => log.warn({ err: error }, 'messages of alertas not written'))
    },
    onError: (error) => log.warn({ err: error }, 'messages of alertas not read'),
    lookEveryMs: LOOK_EVERY_MS,
  })
  const stopTouching = touchDeliveries({ active: pump.active, touch: cola.alertas.touch, log })
  // Twice as often as they are due: a turn that was missed by a little is not late by a whole one.
  const timer = setInterval(() => {
    evaluating ??= evaluate().finally(() => {
      evaluating = null
    })
  }, limites().alertasSegundos * 500)
  timer.unref()

  return {
    /** Looks no more; resolves when what is under way has ended, or after so long. */
    async stop(waitMs: number): Promise<void> {
      clearInterval(timer)
      await waitAtMost(waitMs, Promise.all([evaluating, pump.stop()])).finally(stopTouching)
    },
  }
}
