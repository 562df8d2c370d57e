import { connect as connectTcp } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { Limits } from '@div/contract'
import type { IClientOptions, IClientPublishOptions, IPublishPacket, MqttClient } from 'mqtt'
import { AnswerMeter } from '../answer-meter.ts'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import type { MqttConfig } from './mqtt-config.ts'
import { classifyMqtt } from './mqtt-failure.ts'

/** A message that the server keeps until it is confirmed, if its quality is 1 or 2. None comes after it before that. */
export interface Entrega {
  tema: string
  contenido: Buffer
  packet: IPublishPacket
  confirm(): Promise<void>
}

/** Who listens. */
interface Oyente {
  put(entrega: Entrega): void
  /** Nothing comes any more, for this reason. */
  end(cause: unknown): void
}

/** Seconds for which a server keeps what comes for somebody who is away, where the protocol lets it be told (MQTT 5.0, 3.1.2.11.2). */
const AWAY_S = 7 * 86_400
/** How long a connection may be silent before the system asks whether the other side is there, and then hangs up within seconds. */
const SILENCE_MS = 15_000

/**
 * One session under a name of its own: the connections of a pool do not throw each other out. Nothing outlives it, unless it was given its name.
 */
export class MqttConnection extends LeavableConnection {
  readonly limits: Limits
  readonly #client: MqttClient
  /** Who waits for a confirmation: the driver tells them nothing when the connection ends. */
  readonly #waiting = new Set<(cause: unknown) => void>()
  readonly #meter: AnswerMeter
  #end: unknown = null
  /** What came before anybody listened: where a session goes on, its messages come at once. */
  readonly #early: Entrega[] = []
  #oyente: Oyente | null = null

  private constructor(servidor: string, client: MqttClient, limits: Limits) {
    super(servidor, classifyMqtt)
    this.limits = limits
    this.#client = client
    this.#meter = new AnswerMeter({ servidor, maximoBytes: limits.respuestaBytes })
    const end = (cause: unknown) => {
      this.#end ??= cause
      this.lose()
      for (const reject of this.#waiting) reject(this.#end)
      this.#oyente?.end(this.#end)
    }
    client.on('error', end).on('close', () => end(new Error('closed')))
  }

  static async open(
    config: MqttConfig,
    { servidor, red, limits, signal }: ConnectDeps,
    sesion: string | null = null,
  ): Promise<MqttConnection> {
    const { host, puerto, usuario, contrasena, protocolo } = config
    const { address } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { MqttClient } = await import('mqtt')
    // Of a client that has never connected the driver cannot hang up.
    signal.throwIfAborted()
    const tls = tlsOptionsOf(config)
    const client = new MqttClient(
      () =>
        (tls
          ? connectTls({ host: address, port: puerto, ...tls, ...servernameOf(host) })
          : connectTcp({ host: address, port: puerto })
        ).setKeepAlive(true, SILENCE_MS),
      {
        protocolVersion: protocolo === '5' ? 5 : 4,
        clientId: sesion ?? `div-${crypto.randomUUID().slice(0, 18)}`,
        clean: sesion === null,
        ...(sesion !== null && SESSION),
        connectTimeout: limits.conexionMs,
        // The pool opens another one, and nothing is sent twice.
        reconnectPeriod: 0,
        resubscribe: false,
        queueQoSZero: false,
        manualConnect: true,
        ...(usuario !== '' && { username: usuario, password: contrasena }),
      },
    )
    const connection = new MqttConnection(servidor, client, limits)
    if (sesion !== null) holdMessages(client, (entrega) => connection.#deliver(entrega))
    try {
      await connection.#ask(signal, () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        client.once('connect', () => resolve())
        client.connect()
        return promise
      })
      connection.#meter.watch(client.stream, () => connection.lose())
    } catch (cause) {
      connection.leave()
      throw cause
    }
    return connection
  }

  /** Of quality 1 and 2 it answers when the server has confirmed it. */
  async publish(
    tema: string,
    bytes: string | Buffer,
    options: IClientPublishOptions,
    signal: AbortSignal,
  ): Promise<void> {
    await this.#ask(signal, () => this.#client.publishAsync(tema, bytes, options))
  }

  /** Null: none came in time. */
  readRetained(tema: string, esperaMs: number, signal: AbortSignal): Promise<Buffer | null> {
    return this.#ask(signal, async () => {
      const { promise, resolve } = Promise.withResolvers<Buffer | null>()
      const onMessage = (from: string, payload: Buffer, { retain }: { retain: boolean }) => {
        if (from === tema && retain) resolve(payload)
      }
      this.#client.on('message', onMessage)
      const timer = setTimeout(resolve, esperaMs, null)
      try {
        await this.#client.subscribeAsync(tema, { qos: 1 })
        const found = await promise
        await this.#client.unsubscribeAsync(tema)
        return found
      } finally {
        clearTimeout(timer)
        this.#client.off('message', onMessage)
      }
    })
  }

  /** Of a session: each message is given to who listens, from the first one on; the next one when it is confirmed. */
  async listen(tema: string, qos: 1 | 2, oyente: Oyente, signal: AbortSignal): Promise<void> {
    this.#oyente = oyente
    for (const entrega of this.#early.splice(0)) oyente.put(entrega)
    if (this.#end !== null) oyente.end(this.#end)
    // Not what the topics have retained from before.
    await this.#ask(signal, () => this.#client.subscribeAsync(tema, { qos, rh: 2 }))
  }

  #deliver(entrega: Entrega): void {
    this.#meter.begin()
    const confirm = async () => {
      // The server delivers it again.
      if (!this.usable) throw this.#end
      await entrega.confirm()
      // On its way by then, whatever becomes of the connection.
      await nextTurn()
    }
    if (this.#oyente) this.#oyente.put({ ...entrega, confirm })
    else this.#early.push({ ...entrega, confirm })
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    await this.#ask(signal, () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#client.once('packetreceive', () => resolve())
      this.#client.sendPing()
      return promise
    })
  }

  async close(): Promise<void> {
    // What is held keeps a session from its farewell.
    if (this.usable && this.#oyente === null) await this.#client.endAsync()
    else this.leave()
  }

  protected leave(): void {
    this.#client.end(true)
  }

  #ask<Answer>(signal: AbortSignal, start: () => Promise<Answer>): Promise<Answer> {
    return this.within(signal, () => {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      if (this.#end !== null) reject(this.#end)
      this.#waiting.add(reject)
      start()
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject))
      return this.#meter.measure(() => promise)
    })
  }
}

/**
 * Of a session that the server keeps while nobody is connected. Nothing is read beyond a message that is held, not even the answer to the
 * driver's question whether the other side is there: it does not ask, the system does.
 */
const SESSION: IClientOptions = {
  keepalive: 0,
  properties: { sessionExpiryInterval: AWAY_S, receiveMaximum: 16 },
}

/** No message is confirmed, and none is read after it, until whoever it is delivered to says so. */
function holdMessages(client: MqttClient, deliver: (entrega: Entrega) => void): void {
  const hold = (packet: IPublishPacket, confirm: () => void) => {
    const { topic: tema, payload } = packet
    deliver({ tema, contenido: Buffer.from(payload), packet, confirm: async () => confirm() })
  }
  // Given to the driver itself it would be heard in MQTT 5 alone.
  client.options.customHandleAcks = (_tema, _contenido, packet, done) => hold(packet, () => done(0))
  // One of quality 0 has nothing to be confirmed.
  client.handleMessage = (packet, done) => (packet.qos === 0 ? hold(packet, () => done()) : done())
}
