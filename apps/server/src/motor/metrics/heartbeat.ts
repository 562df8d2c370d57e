import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { waitAtMost } from '../../db/wait-at-most.ts'
import { type Latido, type NodoVivo, sampleCluster } from './cluster.ts'
import { createLoadMeter, type Load } from './load-meter.ts'
import type { NodosRepository, Pedido } from './nodos-repository.ts'

const BEAT_MS = 1_000
const SAMPLE_EVERY_BEATS = 30
const PRUNE_EVERY_BEATS = 600
/** Whoever is not taken out within it is missed soon after. */
const FAREWELL_MS = 1_000

export interface HeartbeatOptions {
  rol: NodoVivo['rol']
  version: string
  nodo: string
  nodos: NodosRepository
  log: Logger
  /** What this process knows of itself at the moment of a beat. */
  measure(): Omit<Latido, 'version' | 'nodo' | 'host' | 'pid' | keyof Load>
  /** What is asked of its node, once a beat. */
  onPedido(pedido: Pedido): void
}

/** Writes this process into `nodos_motor` once a second until it is stopped; then takes it out. */
export function startHeartbeat({ rol, version, nodo, nodos, log, measure, onPedido }: HeartbeatOptions) {
  const id = uuid()
  const inicio = new Date()
  const identity = { version, nodo, host: hostname(), pid: process.pid }
  const load = createLoadMeter()
  let beats = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let beating: Promise<void> = Promise.resolve()

  async function beat() {
    try {
      onPedido(await nodos.beat({ id, rol, inicio, datos: { ...measure(), ...load.read(), ...identity } }))
      if (beats % SAMPLE_EVERY_BEATS === 0) {
        await nodos.storeSample(sampleCluster(await nodos.listAlive(), await nodos.countActiveCanales()))
      }
      if (beats % PRUNE_EVERY_BEATS === 0) await nodos.prune()
      beats++
    } catch (error) {
      // A database that is away must not end the process: the next beat tries again and readiness tells of it.
      log.warn({ err: error }, 'heartbeat not written')
    }
  }

  function schedule() {
    if (stopped) return
    timer = setTimeout(() => {
      beating = beat().then(schedule)
    }, BEAT_MS)
    timer.unref()
  }

  beating = beat().then(schedule)

  const takeOut = () =>
    nodos.remove(id).catch((error: unknown) => log.warn({ err: error }, 'heartbeat not removed'))

  return {
    id,
    async stop() {
      stopped = true
      clearTimeout(timer)
      load.stop()
      await waitAtMost(FAREWELL_MS, beating.then(takeOut))
    },
  }
}
