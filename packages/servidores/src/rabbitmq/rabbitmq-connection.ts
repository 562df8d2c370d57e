import { Socket } from 'node:net'
import { type Limits, type ObjetoDeServidor, ServidorRechaza } from '@div/contract'
import type { Channel, ChannelModel, ConfirmChannel, GetMessage, Options, Replies } from 'amqplib'
import { AnswerMeter } from '../answer-meter.ts'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection, openUnlessAborted } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { codeOf, errorOfFallo } from '../sql/failure.ts'
import type { RabbitmqConfig } from './rabbitmq.ts'
import { classifyRabbitmq } from './rabbitmq-failure.ts'

/** Seconds: a peer that is silent for two of them is gone. */
const HEARTBEAT_S = 20
/** A queue that does not exist. */
const NOT_FOUND = '404'

interface Publicacion {
  exchange: string
  clave: string
  content: Buffer
  options: Options.Publish
}

/** One connection, one question after another. What the server refuses ends a channel, so each reading has its own. */
export class RabbitmqConnection extends LeavableConnection {
  readonly limits: Limits
  readonly #model: ChannelModel
  readonly #meter: AnswerMeter
  #publisher: ConfirmChannel | null = null

  private constructor(servidor: string, model: ChannelModel, limits: Limits) {
    super(servidor, classifyRabbitmq)
    this.limits = limits
    this.#model = model
    this.#meter = new AnswerMeter({ servidor, maximoBytes: limits.respuestaBytes })
    const lose = () => this.lose()
    model.on('error', lose).on('close', lose)
    const socket = socketOf(model)
    if (socket) this.#meter.watch(socket, lose)
  }

  /** Of many messages each has the size of an answer for itself. */
  beginMessage(): void {
    this.#meter.begin()
  }

  static async open(
    config: RabbitmqConfig,
    { servidor, red, limits, signal }: ConnectDeps,
  ): Promise<RabbitmqConnection> {
    const { host, puerto, usuario, contrasena, hostVirtual } = config
    const { address } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const { connect } = await import('amqplib')
    const tls = tlsOptionsOf(config)
    const start = () =>
      connect(
        {
          protocol: tls ? 'amqps' : 'amqp',
          hostname: address,
          port: puerto,
          username: usuario,
          password: contrasena,
          // The driver takes it as a piece of an address.
          vhost: encodeURIComponent(hostVirtual),
          heartbeat: HEARTBEAT_S,
        },
        {
          noDelay: true,
          timeout: limits.conexionMs,
          clientProperties: { connection_name: 'div' },
          ...(tls && { ...tls, ...servernameOf(host) }),
        },
      )
    try {
      const model = await openUnlessAborted(signal, start, hangUp)
      return new RabbitmqConnection(servidor, model, limits)
    } catch (cause) {
      throw errorOfFallo(servidor, classifyRabbitmq(cause), cause)
    }
  }

  /** Answers when the server has confirmed that the message is its own now. */
  async publish({ exchange, clave, content, options }: Publicacion, signal: AbortSignal): Promise<void> {
    const returned = await this.within(signal, async () => {
      this.#publisher ??= await this.#openPublisher()
      const channel = this.#publisher
      const { promise, resolve, reject } = Promise.withResolvers<boolean>()
      let isReturned = false
      // The server returns a message before it confirms it.
      const onReturn = () => {
        isReturned = true
      }
      channel.on('return', onReturn).on('error', reject)
      try {
        channel.publish(exchange, clave, content, options, (cause) =>
          cause ? reject(cause) : resolve(isReturned),
        )
        return await promise
      } finally {
        channel.off('return', onReturn).off('error', reject)
      }
    })
    if (returned)
      throw new ServidorRechaza(
        {
          servidor: this.servidor,
          motivo: `ninguna cola recibe el mensaje (exchange «${exchange}», clave «${clave}»)`,
        },
        { extra: { codigoNativo: 'NO_ROUTE', reintentable: false, sinEfecto: true } },
      )
  }

  /**
   * Messages that wait in a queue, read and then acknowledged together; until then all are still of the queue. Fewer than asked for when they
   * would hold more than an answer may.
   */
  take<Read>(
    { cola, maximo }: { cola: string; maximo: number },
    read: (message: GetMessage) => Read,
    signal: AbortSignal,
  ): Promise<Read[]> {
    return this.#onChannel(signal, async (channel) => {
      const taken: Read[] = []
      let last: GetMessage | null = null
      for (let bytes = 0; taken.length < maximo && bytes < this.limits.respuestaBytes; ) {
        this.#meter.begin()
        const message = await channel.get(cola)
        if (message === false) break
        taken.push(read(message))
        last = message
        bytes += message.content.length
      }
      if (last) channel.ack(last, true)
      return taken
    })
  }

  /** Null: there is no such queue. */
  async describeCola(cola: string, signal: AbortSignal): Promise<Replies.AssertQueue | null> {
    try {
      return await this.#onChannel(signal, (channel) => channel.checkQueue(cola))
    } catch (cause) {
      if (cause instanceof ServidorRechaza && codeOf(cause.cause) === NOT_FOUND) return null
      throw cause
    }
  }

  /** AMQP has no list of queues: only the one of exactly that name can be told. */
  async listColas(
    { q = '', tipoObjeto = 'lectura' }: { q?: string; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    if (q === '' || (await this.describeCola(q, signal)) === null) return []
    return [{ nombre: q, tipoObjeto, clase: 'cola' }]
  }

  /** A channel of its own for who listens; it ends with the connection. */
  openChannel(signal: AbortSignal): Promise<Channel> {
    return this.within(signal, () => this.#model.createChannel())
  }

  async ping(signal: AbortSignal): Promise<string> {
    await this.#onChannel(signal, async () => {})
    return this.#model.connection.serverProperties.version
  }

  async close(): Promise<void> {
    try {
      if (this.usable) await this.#model.close()
    } catch {
      // It was closed already.
    } finally {
      this.leave()
    }
  }

  protected leave(): void {
    hangUp(this.#model)
  }

  /** Closing it answers only after the server has taken what was said on it, acknowledgements as well. */
  #onChannel<Answer>(signal: AbortSignal, ask: (channel: Channel) => Promise<Answer>): Promise<Answer> {
    return this.within(signal, async () => {
      const channel = await this.#model.createChannel()
      let isOpen = true
      // The driver tells nothing to whoever waits for a message of which a part has come.
      const { promise: ended, reject } = Promise.withResolvers<never>()
      const end = (cause: unknown) => {
        isOpen = false
        reject(cause)
      }
      channel.on('error', end).on('close', () => end(new Error('channel closed')))
      try {
        const answer = await this.#meter.measure(() => Promise.race([ask(channel), ended]))
        await channel.close()
        return answer
      } finally {
        if (isOpen) await channel.close().catch(() => {})
      }
    })
  }

  async #openPublisher(): Promise<ConfirmChannel> {
    const channel = await this.#model.createConfirmChannel()
    const forget = () => {
      this.#publisher = null
    }
    return channel.on('error', forget).on('close', forget)
  }
}

/** The driver only says goodbye, which a silent peer never answers. */
function hangUp(model: ChannelModel): void {
  // Without an error the driver does not notice that its socket is gone, and with nobody listening its heartbeat would end the process.
  model.on('error', () => {})
  socketOf(model)?.destroy(new Error('left'))
}

function socketOf({ connection }: ChannelModel): Socket | null {
  return 'stream' in connection && connection.stream instanceof Socket ? connection.stream : null
}
