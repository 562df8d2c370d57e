import { AppError, type Canal, type Limits } from '@div/contract'
import type { Job } from 'pg-boss'
import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'
import type { Runtime } from '../runtime.ts'
import type { Aviso } from './avisos.ts'
import type { Entrega } from './deliveries.ts'
import { describeSituacion } from './describe-accepted.ts'
import { startPump } from './pump.ts'
import { signAviso } from './sign-aviso.ts'
import { touchDeliveries } from './touch-deliveries.ts'

interface AvisosRunnerDeps {
  runtime: Pick<Runtime, 'cola' | 'definitions' | 'createRed' | 'limites' | 'tellUse'>
  limits: Pick<Limits, 'avisosALaVez'>
  isDraining(): boolean
  log: Logger
}

/** Tells the ends of runs to whom their canales name, until it is stopped: what polling answers, signed. */
export function runAvisos({ runtime, limits, isDraining, log }: AvisosRunnerDeps) {
  const { cola, definitions, limites } = runtime
  const redes = {
    publica: runtime.createRed({ permitirRedPrivada: false }),
    privada: runtime.createRed({ permitirRedPrivada: true }),
  }

  async function deliver({ idEjecucion, canalId }: Aviso): Promise<Entrega> {
    const canal = definitions.current().findCanal(canalId)?.canal
    if (!canal) return { mensaje: 'El canal ya no existe, o no se puede abrir.' }
    const { nombre, aviso } = canal
    if (!aviso) return { mensaje: `El canal «${nombre}» ya no dice a quién se avisa.` }
    const situacion = await cola.find(idEjecucion)
    if (!situacion) return { mensaje: 'La respuesta de la ejecución ya no se guarda.' }
    runtime.tellUse({ recurso: 'canales', id: canalId, nombre }, aviso.secreto)
    const cuerpo = JSON.stringify(describeSituacion(idEjecucion, situacion))
    const status = await send(aviso, { id: idEjecucion, cuerpo })
    return status >= 200 && status < 300
      ? null
      : { mensaje: `${new URL(aviso.url).host} contestó ${status}.` }
  }

  async function send(
    { url, secreto, permitirRedPrivada }: NonNullable<Canal['aviso']>,
    { id, cuerpo }: { id: string; cuerpo: string },
  ): Promise<number> {
    const segundos = Math.floor(Date.now() / 1_000)
    const red = permitirRedPrivada ? redes.privada : redes.publica
    const { status } = await red.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signAviso({ id, segundos, cuerpo }, secreto) },
      body: cuerpo,
      // A redirect would be told to somebody whom the canal does not name.
      redirect: 'manual',
      signal: AbortSignal.timeout(limites().avisoMs),
    })
    return status
  }

  const pump = startPump<Job<Aviso>, Entrega>({
    most: () => (isDraining() ? 0 : limits.avisosALaVez),
    fetch: cola.avisos.fetch,
    giveBack: cola.avisos.giveBack,
    async run({ data }) {
      try {
        return await deliver(data)
      } catch (error) {
        return { mensaje: error instanceof AppError ? error.message : String(error) }
      }
    },
    async settle(ended) {
      for (const { job, outcome } of ended) {
        if (outcome) log.warn({ ...job.data, ...outcome }, 'end of a run not delivered')
      }
      // Not written: the queue gives it out again, and its id tells whoever gets it twice.
      await cola.avisos
        .settle(ended)
        .catch((error: unknown) => log.warn({ err: error }, 'deliveries not written'))
    },
    onError: (error) => log.warn({ err: error }, 'deliveries not read'),
  })

  const stopTouching = touchDeliveries({ active: pump.active, touch: cola.avisos.touch, log })

  return {
    /** Takes no more; resolves when what is under way has ended, or after so long. */
    async stop(waitMs: number): Promise<void> {
      await waitAtMost(waitMs, pump.stop()).finally(stopTouching)
    },
  }
}
