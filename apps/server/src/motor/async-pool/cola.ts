import type { Limits } from '@div/contract'
import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Listener } from '../../db/listener.ts'
import type { Database } from '../../db/tables.ts'
import type { Secretos } from '../../secretos/secretos.ts'
import { createEsperas } from '../durables/esperas.ts'
import type { Apartados } from '../history/apartados.ts'
import { createAcceptRuns } from './accept-runs.ts'
import { createAvisos } from './avisos.ts'
import { ALERTAS, createBoss } from './boss.ts'
import { createColaRoom } from './cola-room.ts'
import { createDeliveries } from './deliveries.ts'
import { createEndRuns } from './end-runs.ts'
import { createEsperaDeFin } from './espera-de-fin.ts'
import { createFindRuns } from './find-runs.ts'
import { createPerdidas, type HistoriaDePerdidas } from './perdidas.ts'
import { findRespuesta, purgeRespuestas } from './respuestas-repository.ts'
import { findAsleep } from './situacion.ts'
import { createTakeRuns } from './take-runs.ts'
import { createTellEnds } from './tell-ends.ts'
import { createTellWorkers } from './tell-workers.ts'

export interface ColaDeps {
  db: Kysely<Database>
  databaseUrl: string
  secretos: Pick<Secretos, 'derive' | 'senalesDeAntes'>
  listener: Pick<Listener, 'on'>
  /** In force now. */
  limits(): LimitsOfCola
  /** Canales and procesos of which only so many runs may be under way. */
  acotados(): ReadonlySet<string>
  historia: HistoriaDePerdidas
  apartados: Pick<Apartados, 'putAside'>
  log: Pick<Logger, 'warn'>
}

type LimitsOfCola = Pick<
  Limits,
  | 'colaEjecuciones'
  | 'ejecucionDurableMs'
  | 'compensacionMs'
  | 'puntoDeControlBytes'
  | 'puntoEnFilaBytes'
  | 'respuestaAsincronaHoras'
  | 'intentosPerdidos'
  | 'avisoIntentos'
  | 'avisoMs'
>

/** On which workers hear that something waits. */
const CHANNEL = 'div_cola'

export type Cola = ReturnType<typeof createCola>

/** Runs that wait for a worker: any process accepts them, any worker takes them. It begins with its first use. */
export function createCola({
  db,
  databaseUrl,
  secretos,
  listener,
  limits,
  acotados,
  historia,
  apartados,
  log,
}: ColaDeps) {
  const { boss, prepared, close } = createBoss(databaseUrl, log)
  const inserting = prepared('aceptar')
  let starting: Promise<PgBoss> | undefined
  let awaken: () => void = () => {}
  let heard = 0
  const hear = () => {
    heard++
    awaken()
  }
  listener.on(CHANNEL, { hear, connected: hear })

  function started(): Promise<PgBoss> {
    starting ??= boss.start().catch((error: unknown) => {
      // A database that is away: the next use tries again.
      starting = undefined
      throw error
    })
    return starting
  }

  const tell = createTellWorkers(CHANNEL, { db, log })
  const room = createColaRoom({ db, limits, log })
  const accepting = createAcceptRuns({ db, started, inserting, limits, acotados, room, tell })
  const { acceptIn } = accepting
  const avisos = createAvisos({ db, started, limits })
  const fines = createEsperaDeFin({
    listener,
    find: async (id) => (await findRespuesta(db, id)) ?? ((await findAsleep(db, id)) ? null : undefined),
    log,
  })
  const esperas = createEsperas({ db, secretos, limits: limits(), cola: { acceptIn, tell } })
  const perdidas = createPerdidas({ db, started, acceptIn, announce: avisos.announce, historia })
  const tellEnds = createTellEnds({ avisos, fines, limits })

  return {
    ...accepting,
    ...createTakeRuns({ db, started, esperas, fines, tell, log }),
    ...createEndRuns({ db, started, tellEnds, esperas, apartados, tell, limits, log }),
    ...createFindRuns({ db, started, perdidas }),
    perdidas,
    avisos,
    alertas: createDeliveries<{ entregaId: string }>(ALERTAS, started),
    esperas,
    tell,

    /** The answer of an accepted run once it has ended, undefined: not within so many milliseconds. To be asked for before it is accepted. */
    waitFor: fines.waitFor,

    /** Whenever something may have been accepted. */
    onAccepted(listening: () => void): void {
      awaken = listening
    },

    /** How often something may have been accepted since this process began: another number says that more may wait. */
    countAccepted: () => heard,

    purge: () => purgeRespuestas(db),

    close,
  }
}
