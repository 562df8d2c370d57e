import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type Limits } from '@div/contract'
import type { Logger } from 'pino'
import { waitAtMost } from '../../db/wait-at-most.ts'
import type { Cola } from '../async-pool/cola.ts'
import type { Pools } from '../pools/pools.ts'
import { type AcceptDeps, acceptTanda, EscuchaAjena } from './accept-tanda.ts'
import { createRoom, type Estado, type RoomDeps } from './create-room.ts'
import { type Oyente, readCursor, type TareaConEvento, writeEstado } from './escuchas-repository.ts'
import { mapEntrada } from './map-entrada.ts'

export interface ListenDeps extends Omit<AcceptDeps, 'cola' | 'limits'>, Omit<RoomDeps, 'cola' | 'limits'> {
  limits(): Pick<Limits, 'tareaMs' | 'eventosApartados'>
  cola: Pick<Cola, 'acceptIn' | 'tell' | 'hasRoom' | 'listUnended'>
  pools: Pick<Pools, 'openEvento'>
  log: Pick<Logger, 'warn'>
}

/** After the first failure, and twice as long after each further one, up to so long. */
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** How long what is to be told again waits for that. */
const RETURN_MS = 1_000
const CLOSE_MS = 2_000

/** Milliseconds until the next attempt. */
export function retryDelay(failures: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)
}

/** Begins a run with each event of a tarea until its signal aborts; a source that fails is tried again. Never rejects. */
export async function listenTarea(
  deps: ListenDeps,
  tarea: TareaConEvento,
  { oyente, signal }: { oyente: Oyente; signal: AbortSignal },
): Promise<void> {
  const { db, log } = deps
  let failures = 0
  let told: Estado | null = null
  let telling: Promise<void> = Promise.resolve()

  function tell(estado: Estado): void {
    if (estado.estado === 'escuchando') failures = 0
    if (told?.estado === estado.estado && told.detalle === estado.detalle) return
    told = estado
    telling = telling
      .then(() => writeEstado(db, { tareaId: tarea.id, dueno: oyente.dueno, ...estado }))
      .catch((error: unknown) => {
        // A database that is away: it is told when there is something else to tell.
        log.warn({ err: error, tarea: tarea.nombre }, 'state of listening not written')
        told = null
      })
  }

  while (!signal.aborted) {
    try {
      await listenOnce(deps, tarea, { oyente, signal, tell })
    } catch (error) {
      if (signal.aborted || error instanceof EscuchaAjena) break
      failures++
      if (!(error instanceof AppError)) log.warn({ err: error, tarea: tarea.nombre }, 'listening failed')
      tell({ estado: 'sin_conexion', detalle: error instanceof AppError ? error.message : 'Error interno.' })
      await sleep(retryDelay(failures), undefined, { signal }).catch(() => {})
    }
  }
  await telling
}

interface Listening {
  oyente: Oyente
  signal: AbortSignal
  tell(estado: Estado): void
}

/** Resolves when the settings of the servidor are not what they were. */
async function listenOnce(
  deps: ListenDeps,
  tarea: TareaConEvento,
  { oyente, signal, tell }: Listening,
): Promise<void> {
  const { db, definitions, pools } = deps
  const { evento, procesoId } = tarea
  const map = mapEntrada(tarea)
  const abierto = await pools.openEvento(evento, `div-${tarea.id}`)
  try {
    const either = AbortSignal.any([signal, abierto.changed])
    const room = await createRoom(deps, tarea, { signal: either, tell })
    const tandas = abierto.listen({
      cursor: await readCursor(db, tarea, oyente),
      maximo: evento.enVuelo,
      signal: either,
      opened: () => tell({ estado: 'escuchando', detalle: null }),
      room: room.wait,
    })
    for await (const tanda of tandas) {
      // There was room when it was asked for; hours may have gone by until this came.
      await room.wait()
      const plan = (await definitions.find(procesoId, null))?.outcome.plan
      const toEntrada = (datos: Readonly<Record<string, unknown>>) => {
        const entrada = map(datos)
        plan?.entrada.coerce(entrada)
        return entrada
      }
      const { suertes, aceptadas } = await acceptTanda(deps, { tarea, dueno: oyente.dueno, toEntrada }, tanda)
      room.take(aceptadas)
      // What is accepted is told to its source whatever happens meanwhile: it would begin again.
      if (suertes.includes('devuelto')) await sleep(RETURN_MS, undefined, { signal: either }).catch(() => {})
      await tanda.settle(suertes)
    }
  } catch (error) {
    if (!abierto.changed.aborted) throw error
  } finally {
    // Whoever does not say goodbye keeps nobody waiting.
    await waitAtMost(CLOSE_MS, abierto.close())
  }
}
