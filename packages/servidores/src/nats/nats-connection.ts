import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Limits, monotonicNow, type ObjetoDeServidor, ServidorRechaza } from '@div/contract'
import type { Consumer, ConsumerMessages, JsMsg, PubAck } from '@nats-io/jetstream'
import type { Msg, MsgHdrs, NatsConnection } from '@nats-io/transport-node'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection, openUnlessAborted } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { errorOfFallo } from '../sql/failure.ts'
import type { NatsConfig } from './nats.ts'
import { classifyNats } from './nats-failure.ts'

interface Mensaje {
  asunto: string
  bytes: string | Buffer
  cabeceras: readonly (readonly [string, string])[]
}

interface Toma {
  flujo: string
  consumidor: string
  maximo: number
  esperaMs: number
}

interface Tomado {
  mensaje: JsMsg
  confirmado: boolean
}

/** The driver asks no server to wait less. */
const MINIMUM_WAIT_MS = 1_000

/** One connection to one server: it follows no other that the first names, and is not mended when it breaks. */
export class NatsServerConnection extends LeavableConnection {
  readonly #driver: NatsConnection
  readonly limits: Limits
  readonly #tiempoMaximoMs: number
  /** What the server refused of what nobody answers to. */
  #refused: Error | null = null

  private constructor(
    servidor: string,
    driver: NatsConnection,
    { limits, tiempoMaximoMs }: Pick<ConnectDeps, 'limits' | 'tiempoMaximoMs'>,
  ) {
    super(servidor, classifyNats)
    this.#driver = driver
    this.limits = limits
    this.#tiempoMaximoMs = tiempoMaximoMs
    void driver.closed().then(() => this.lose())
    void this.#listen()
  }

  static async open(
    config: NatsConfig,
    { servidor, red, limits, signal, tiempoMaximoMs }: ConnectDeps,
  ): Promise<NatsServerConnection> {
    const { host, puerto, usuario, contrasena, token } = config
    const { address, family } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { connect } = await import('@nats-io/transport-node')
    const tls = tlsOptionsOf(config)
    const start = () =>
      connect({
        servers: family === 6 ? `[${address}]:${puerto}` : `${address}:${puerto}`,
        resolve: false,
        ignoreClusterUpdates: true,
        reconnect: false,
        timeout: limits.conexionMs,
        name: 'div',
        ...(token !== '' && { token }),
        ...(usuario !== '' && { user: usuario, pass: contrasena }),
        ...(tls && { tls: { ...tls, ...servernameOf(host) } }),
      })
    try {
      const driver = await openUnlessAborted(signal, start, (late) => void late.close())
      return new NatsServerConnection(servidor, driver, { limits, tiempoMaximoMs })
    } catch (cause) {
      throw errorOfFallo(servidor, classifyNats(cause), cause)
    }
  }

  /** Answers when the server has read it. */
  async publish({ asunto, bytes, cabeceras }: Mensaje, signal: AbortSignal): Promise<void> {
    await this.within(signal, async () => {
      this.#refused = null
      this.#driver.publish(asunto, bytes, { headers: await writeCabeceras(cabeceras) })
      await this.#driver.flush()
      // The server says what it refuses before it answers the flush; whoever listens here hears it a turn later.
      await nextTurn()
      if (this.#refused) throw this.#refused
    })
  }

  request({ asunto, bytes, cabeceras }: Mensaje, esperaMs: number, signal: AbortSignal): Promise<Msg> {
    return this.within(signal, async () => {
      const headers = await writeCabeceras(cabeceras)
      try {
        return await this.#driver.request(asunto, bytes, { headers, timeout: esperaMs })
      } catch (cause) {
        if (!(cause instanceof Error) || cause.name !== 'TimeoutError') throw cause
        // The server is there: only whoever attends the subject is silent.
        const motivo = `nadie contestó en ${esperaMs} ms`
        throw new ServidorRechaza({ servidor: this.servidor, motivo }, { cause })
      }
    })
  }

  /** Answers when a stream has kept it; the same `id` again within its window changes nothing. */
  async store(
    { asunto, bytes, cabeceras }: Mensaje,
    id: string,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    const { stream, seq, duplicate } = await this.within(signal, async (): Promise<PubAck> => {
      const { jetstream } = await import('@nats-io/jetstream')
      return jetstream(this.#driver).publish(asunto, bytes, {
        msgID: id,
        headers: await writeCabeceras(cabeceras),
        timeout: this.#tiempoMaximoMs,
      })
    })
    return { flujo: stream, secuencia: seq, duplicado: duplicate ?? false }
  }

  /**
   * Messages of a consumer, acknowledged once they are here. Fewer than asked for when they would hold more than an answer may. One of which
   * the server does not say that it has taken the acknowledgement is told too: it will be delivered again.
   */
  take({ flujo, consumidor, maximo, esperaMs }: Toma, signal: AbortSignal): Promise<Tomado[]> {
    return this.within(signal, async () => {
      const { AckPolicy, jetstream } = await import('@nats-io/jetstream')
      const consumer = await jetstream(this.#driver).consumers.get(flujo, consumidor)
      const { config } = await consumer.info(true)
      // What came first must not be delivered to somebody else while the last is waited for.
      const esperaMaximaMs = Math.min(esperaMs, (config.ack_wait ?? Infinity) / 1e6 / 2)
      const mensajes = await this.#fetch(consumer, maximo, monotonicNow() + esperaMaximaMs)
      if (config.ack_policy === AckPolicy.None)
        return mensajes.map((mensaje) => ({ mensaje, confirmado: true }))
      const options = { timeout: this.#tiempoMaximoMs }
      return Promise.all(
        mensajes.map(async (mensaje) => ({
          mensaje,
          confirmado: await mensaje.ackAck(options).catch(() => false),
        })),
      )
    })
  }

  /** What a consumer has and what comes to it, so many at a time; it ends with the connection. */
  consume(
    { flujo, consumidor, maximo }: Pick<Toma, 'flujo' | 'consumidor' | 'maximo'>,
    signal: AbortSignal,
  ): Promise<ConsumerMessages> {
    return this.within(signal, async () => {
      const { jetstream } = await import('@nats-io/jetstream')
      const consumer = await jetstream(this.#driver).consumers.get(flujo, consumidor)
      return consumer.consume({ max_messages: maximo })
    })
  }

  async #fetch(consumer: Consumer, maximo: number, deadline: number): Promise<JsMsg[]> {
    const mensajes: JsMsg[] = []
    let room = this.limits.respuestaBytes
    const largest = this.#driver.info?.max_payload ?? room
    for (;;) {
      // No more than fit, however large they are: what a consumer may deliver only once cannot be given back.
      const asked = Math.min(maximo - mensajes.length, Math.max(1, Math.floor(room / largest)))
      const expires = Math.max(MINIMUM_WAIT_MS, Math.floor(deadline - monotonicNow()))
      let count = 0
      for await (const mensaje of await consumer.fetch({ max_messages: asked, expires })) {
        mensajes.push(mensaje)
        room -= mensaje.data.length
        count++
      }
      if (count < asked || mensajes.length === maximo || room < largest) return mensajes
    }
  }

  listFlujos(
    { q = '', limite, tipoObjeto = 'lectura' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.within(signal, async () => {
      const { jetstreamManager } = await import('@nats-io/jetstream')
      const { streams } = await jetstreamManager(this.#driver)
      const found: ObjetoDeServidor[] = []
      for await (const nombre of streams.names()) {
        if (found.length === limite) break
        if (nombre.toLowerCase().includes(q.toLowerCase())) found.push({ nombre, tipoObjeto, clase: 'flujo' })
      }
      return found
    })
  }

  async ping(signal: AbortSignal): Promise<string | undefined> {
    await this.within(signal, () => this.#driver.flush())
    return this.#driver.info?.version
  }

  async close(): Promise<void> {
    await this.#driver.close()
  }

  protected leave(): void {
    void this.#driver.close()
  }

  async #listen(): Promise<void> {
    for await (const status of this.#driver.status()) {
      if (status.type === 'error') this.#refused = status.error
    }
  }
}

/** A name may stand several times; then it has a list. */
export function readCabeceras(headers: MsgHdrs | undefined): Record<string, unknown> {
  return Object.fromEntries(
    [...(headers ?? [])].map(([nombre, values]) => [nombre, values.length === 1 ? values[0] : values]),
  )
}

async function writeCabeceras(cabeceras: Mensaje['cabeceras']): Promise<MsgHdrs> {
  const { headers } = await import('@nats-io/transport-node')
  const written = headers()
  for (const [nombre, value] of cabeceras) written.set(nombre, value)
  return written
}
