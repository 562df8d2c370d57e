import { AppError, type Limits, ServidorNoResponde } from '@div/contract'
import type {
  Autorizacion,
  Connection,
  Consumos,
  Guardadas,
  InternoPorts,
  ServidorDefinition,
} from '@div/servidores'
import { describeCause } from '../../red/describe-cause.ts'
import { createRed } from '../../red/red.ts'
import type { Lookup } from '../../red/resolve-host.ts'
import type { ServidorActivo } from './servidor-activo.ts'

export interface ConnectOptions {
  definition: ServidorDefinition
  servidor: ServidorActivo
  /** Parsed by the definition's schema. */
  config: Record<string, unknown>
  limits: Limits
  interno: InternoPorts
  /** Who keeps account of what its models cost. Absent: nobody does. */
  consumos?: Consumos
  /** Who keeps answers of its models. Absent: nobody does. */
  guardadas?: Guardadas
  /** What people allowed this product to do there. Absent: nobody can. */
  autorizacion?: Autorizacion
  /** Folders where an admin may name files; see ConnectDeps. */
  carpetaArchivos?: readonly string[]
  lookup?: Lookup
}

/** A connection as one lease of it sees it. */
export interface Opened {
  connection: Connection
  close(): Promise<void>
}

/**
 * How connections of one servidor are opened. Each attempt is given the limit `conexionMs`; a connection that comes later is closed.
 * What it throws is always an AppError.
 */
export function createConnect(options: ConnectOptions): () => Promise<Opened> {
  const { definition, servidor, config, limits, interno, consumos, guardadas, autorizacion } = options
  const { carpetaArchivos, lookup } = options
  const limitMs = Math.min(limits.conexionMs, servidor.resiliencia.tiempoMaximoMs)
  const red = createRed({
    permitirRedPrivada: servidor.permitirRedPrivada,
    limits: { ...limits, conexionMs: limitMs },
    servidor: servidor.nombre,
    ...(lookup && { lookup }),
  })
  const connect = async (): Promise<Connection> => {
    const signal = AbortSignal.timeout(limitMs)
    const attempt = definition.connect(config, {
      servidor: servidor.nombre,
      red,
      tiempoMaximoMs: servidor.resiliencia.tiempoMaximoMs,
      signal,
      limits,
      interno,
      ...(consumos && { consumos }),
      ...(guardadas && { guardadas }),
      ...(autorizacion && { autorizacion }),
      ...(carpetaArchivos && { carpetaArchivos }),
    })
    try {
      return await orTimeout(attempt, { signal, servidor: servidor.nombre, limitMs })
    } catch (cause) {
      const failure =
        cause instanceof AppError
          ? cause
          : new ServidorNoResponde({ servidor: servidor.nombre, motivo: describeCause(cause) }, { cause })
      // Nothing was asked of it yet.
      throw failure instanceof ServidorNoResponde ? failure.with({ sinEfecto: true }) : failure
    }
  }
  if (definition.compartida) return shareConnection(connect)
  return async () => {
    const connection = await connect()
    return { connection, close: () => connection.close() }
  }
}

function orTimeout(
  attempt: Promise<Connection>,
  { signal, servidor, limitMs }: { signal: AbortSignal; servidor: string; limitMs: number },
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new ServidorNoResponde({ servidor, motivo: `no aceptó la conexión en ${limitMs} ms` }))
      attempt.then((late) => late.close()).catch(() => {})
    }
    signal.addEventListener('abort', giveUp, { once: true })
    attempt.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

interface Shared {
  opening: Promise<Connection>
  /** Null until it is open. */
  connection: Connection | null
  users: number
}

/** One connection under many leases (HTTP): opened by the first, closed by the last. */
function shareConnection(connect: () => Promise<Connection>): () => Promise<Opened> {
  let current: Shared | null = null

  return async () => {
    if (current?.connection?.usable === false) current = null
    const shared: Shared = current ?? { opening: connect(), connection: null, users: 0 }
    current = shared
    shared.users++
    const forget = () => {
      if (current === shared) current = null
    }
    try {
      const connection = await shared.opening
      shared.connection = connection
      return {
        connection,
        async close() {
          shared.users--
          if (shared.users > 0) return
          forget()
          await connection.close()
        },
      }
    } catch (error) {
      forget()
      throw error
    }
  }
}
