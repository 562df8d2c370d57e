import {
  DatosInvalidos,
  type EventoDeTarea,
  type Limits,
  MAX_POSEEDORES,
  type PoolStats,
  type Poseedor,
  ServidorInactivo,
} from '@div/contract'
import {
  type Autorizacion,
  type Consumos,
  type Guardadas,
  type InternoPorts,
  SERVIDORES,
  type ServidorDefinition,
} from '@div/servidores'
import type { Lookup } from '../../red/resolve-host.ts'
import { RollingWindow } from '../metrics/rolling-window.ts'
import { type ConnectOptions, createConnect } from './connect-servidor.ts'
import { LiveServidor } from './live-servidor.ts'
import { type EventoAbierto, openEvento } from './open-evento.ts'
import type { Slot } from './pool.ts'
import { readWith } from './read-with.ts'
import type { ServidorActivo } from './servidor-activo.ts'

export interface ServidorHandleDeps {
  loadServidor(id: string): ServidorActivo | undefined
  interno: InternoPorts
  /** Who keeps account of what the models of a servidor cost. Absent: nobody does. */
  consumosOf?: ((servidorId: string) => Consumos) | undefined
  guardadasOf?: ((servidorId: string) => Guardadas) | undefined
  autorizacionOf?: ((servidorId: string) => Autorizacion) | undefined
  limits: Limits
  log: { warn(entry: object, message: string): void }
  now(): number
  /** The first call to a servidor under its settings: from here on its secrets are in use. */
  onStart?: ((servidor: ServidorActivo) => void) | undefined
  /** Folders where an admin may name files; see ConnectDeps. */
  carpetaArchivos?: readonly string[]
  lookup?: Lookup
}

/** What else is known of a run that is under way. */
export type DescribeRun = (idEjecucion: string) => Omit<Poseedor, 'nodo' | 'idEjecucion' | 'desdeMs'>

/** What prepared calls hold on to: the servidor whatever its settings become. Nothing is opened before the first call. */
export class ServidorHandle {
  readonly id: string
  readonly #deps: ServidorHandleDeps
  readonly #window = new RollingWindow()
  readonly #retiring = new Set<Promise<void>>()
  readonly #retired = new Set<LiveServidor>()
  readonly #listening = new Set<AbortController>()
  #live: LiveServidor | null = null
  #isClosed = false

  constructor(id: string, deps: ServidorHandleDeps) {
    this.id = id
    this.#deps = deps
  }

  /** Throws ServidorInactivo or, when its stored settings do not fit its type, DatosInvalidos. */
  live(): LiveServidor {
    return this.#live ?? this.#start()
  }

  /** A connection apart from the pool, until it is closed. Throws an AppError. */
  async openEvento(
    evento: Pick<EventoDeTarea, 'tipoEvento' | 'opciones'>,
    nombre: string,
  ): Promise<EventoAbierto> {
    const changed = new AbortController()
    const { servidor } = this.live()
    this.#listening.add(changed)
    try {
      const { close, ...abierto } = await openEvento(this.#optionsOf(servidor), evento, {
        nombre,
        changed: changed.signal,
      })
      return {
        ...abierto,
        close: () => {
          this.#listening.delete(changed)
          return close()
        },
      }
    } catch (error) {
      this.#listening.delete(changed)
      throw error
    }
  }

  /** Its settings changed or it is gone: what runs ends on the old connections, what comes next uses new ones. */
  renew(): void {
    if (this.#live !== null && this.#deps.loadServidor(this.id) !== this.#live.servidor) this.#retire()
  }

  sweep(): void {
    this.#live?.pool.sweep()
    for (const live of this.#retired) live.pool.sweep()
  }

  /** Waits for what is leased, at most so long, then closes it. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    this.#retire()
    if (this.#retiring.size === 0) return
    const timer = setTimeout(() => {
      for (const live of this.#retired) live.pool.closeAll()
    }, patienceMs)
    await Promise.all(this.#retiring)
    clearTimeout(timer)
  }

  /** Null before the first call, and for the product itself. What is told of who holds and waits is found out here, not by calls. */
  stats(describeRun: DescribeRun): PoolStats | null {
    const live = this.#live
    if (live === null || live.circuit === null) return null
    const { pool, servidor, circuit } = live
    const now = this.#deps.now()
    const { requests, errors, totalMs } = this.#window.sample(now)
    const pools = [live, ...this.#retired].map((each) => each.pool)
    const leased = pools
      .flatMap((each) => each.leased())
      .toSorted((left, right) => left.leasedAt - right.leasedAt)
    return {
      id: servidor.id,
      nombre: servidor.nombre,
      tipoServidor: servidor.tipoServidor,
      activeConnections: pool.active,
      idleConnections: pool.idle,
      maxConnections: servidor.pool.max,
      waiting: pool.waiting,
      reuseRate: percent(pool.reused, pool.leases),
      avgLatencyMs: requests === 0 ? null : totalMs / requests,
      errorRate: percent(errors, requests),
      circuito: circuit.estado,
      circuitoDesdeMs: circuit.desdeMs,
      retenidas: leased
        .filter(({ isReported }) => isReported)
        .map(({ nodo, idEjecucion, leasedAt }) => ({ nodo, idEjecucion, desdeMs: now - leasedAt })),
      poseedores: leased.slice(0, MAX_POSEEDORES).map(({ nodo, idEjecucion, leasedAt }) => ({
        nodo,
        idEjecucion,
        desdeMs: now - leasedAt,
        ...describeRun(idEjecucion),
      })),
      enEspera: pools
        .flatMap((each) => each.queued(MAX_POSEEDORES))
        .slice(0, MAX_POSEEDORES)
        .map(({ nodo, idEjecucion, sinceMs }) => ({
          nodo,
          idEjecucion,
          desdeMs: sinceMs,
          ...describeRun(idEjecucion),
        })),
    }
  }

  #start(): LiveServidor {
    const { loadServidor, limits, now, log, onStart } = this.#deps
    const servidor = loadServidor(this.id)
    if (this.#isClosed || !servidor?.activo)
      throw new ServidorInactivo({ servidor: servidor?.nombre ?? this.id })
    const options = this.#optionsOf(servidor)
    const live = new LiveServidor({
      servidor,
      definition: options.definition,
      limits,
      now,
      window: this.#window,
      connect: createConnect(options),
      onRetained: ({ nodo, idEjecucion, leasedAt }: Slot) =>
        log.warn(
          { servidor: servidor.nombre, nodo, idEjecucion, desdeMs: now() - leasedAt },
          'a node holds a connection for too long',
        ),
    })
    this.#live = live
    if (live.circuit !== null) onStart?.(servidor)
    return live
  }

  #optionsOf(servidor: ServidorActivo): ConnectOptions {
    const { limits, interno, consumosOf, guardadasOf, autorizacionOf, carpetaArchivos, lookup } = this.#deps
    const definition = findDefinition(servidor.tipoServidor)
    return {
      definition,
      servidor,
      config: readWith(definition.config, servidor.config, 'config'),
      limits,
      interno,
      ...(consumosOf && { consumos: consumosOf(servidor.id) }),
      ...(guardadasOf && { guardadas: guardadasOf(servidor.id) }),
      ...(autorizacionOf && { autorizacion: autorizacionOf(servidor.id) }),
      ...(carpetaArchivos && { carpetaArchivos }),
      ...(lookup && { lookup }),
    }
  }

  #retire(): void {
    for (const changed of this.#listening) changed.abort()
    const live = this.#live
    if (live === null) return
    this.#live = null
    this.#retired.add(live)
    const retiring = live.pool.retire().then(() => {
      this.#retired.delete(live)
      this.#retiring.delete(retiring)
    })
    this.#retiring.add(retiring)
  }
}

/** Throws DatosInvalidos when there is no such type. */
export function findDefinition(tipoServidor: string): ServidorDefinition {
  const definition = Object.hasOwn(SERVIDORES, tipoServidor) ? SERVIDORES[tipoServidor] : undefined
  if (definition) return definition
  throw new DatosInvalidos(undefined, {
    errores: [{ campo: 'tipoServidor', mensaje: `No existe el tipo de servidor «${tipoServidor}».` }],
  })
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100
}
