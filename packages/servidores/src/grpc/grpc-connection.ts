import { isIP } from 'node:net'
import {
  AppError,
  isPlainObject,
  LimiteSuperado,
  type Limits,
  type LlamadaContext,
  monotonicNow,
  RespuestaDemasiadoGrande,
} from '@div/contract'
import type { Client, ClientReadableStream, Metadata } from '@grpc/grpc-js'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import { tlsOptionsOf } from '../network-fields.ts'
import { refuse } from '../refuse.ts'
import { errorOfFallo } from '../sql/failure.ts'
import { decodeMensaje } from './decode-mensaje.ts'
import { encodeMensaje } from './encode-mensaje.ts'
import type { GrpcConfig } from './grpc-config.ts'
import { classifyGrpc, codeOfStatus, NOT_FOUND, RESOURCE_EXHAUSTED, UNIMPLEMENTED } from './grpc-failure.ts'
import type { Metodo, Protos } from './model.ts'
import { readStored } from './stored-protos.ts'

type Grpc = typeof import('@grpc/grpc-js')

/** What many services answer to whether they are well (gRPC, Health checking). */
const HEALTH = '/grpc.health.v1.Health/Check'
/** A parameter of this name alone is the whole message, where the message has no such field. */
const MENSAJE = 'mensaje'
/** Messages of a stream that a cursor gives at once. */
const BATCH = 500

interface Llamada {
  metodo: string
  valores: Readonly<Record<string, unknown>>
  cabeceras: readonly (readonly [string, string])[]
}

interface Prepared {
  metodo: Metodo
  bytes: Buffer
  metadata: Metadata
  options: { deadline: number }
}

const asBytes = (bytes: Buffer) => bytes

/** One channel of HTTP/2, which carries many calls at once and mends itself, always to the address that was checked. */
export class GrpcConnection implements Connection {
  readonly usable = true
  readonly protos: Protos
  readonly #servidor: string
  readonly #limits: Limits
  readonly #grpc: Grpc
  readonly #client: Client
  readonly #token: string

  private constructor(
    { servidor, limits }: ConnectDeps,
    { grpc, client, protos, token }: { grpc: Grpc; client: Client; protos: Protos; token: string },
  ) {
    this.protos = protos
    this.#servidor = servidor
    this.#limits = limits
    this.#grpc = grpc
    this.#client = client
    this.#token = token
  }

  static async open(config: GrpcConfig, deps: ConnectDeps): Promise<GrpcConnection> {
    const { host, puerto, autoridad, token, documentos } = config
    const { red, limits, signal } = deps
    const protos = await readStored(documentos, limits)
    const { address, family } = await red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const grpc = await import('@grpc/grpc-js')
    signal.throwIfAborted()
    const tls = tlsOptionsOf(config)
    const credentials = tls
      ? grpc.credentials.createSsl(toBytes(tls.ca), toBytes(tls.key), toBytes(tls.cert), {
          rejectUnauthorized: tls.rejectUnauthorized,
        })
      : grpc.credentials.createInsecure()
    const name = autoridad.replace(/:\d+$/, '') || host
    const client = new grpc.Client(
      family === 6 ? `ipv6:[${address}]:${puerto}` : `ipv4:${address}:${puerto}`,
      credentials,
      {
        'grpc.default_authority': autoridad || `${isIP(host) === 6 ? `[${host}]` : host}:${puerto}`,
        ...(tls && isIP(name) === 0 && { 'grpc.ssl_target_name_override': name }),
        'grpc.max_receive_message_length': limits.respuestaBytes,
        'grpc.max_send_message_length': limits.respuestaBytes,
        // Nothing of the environment leads elsewhere than the address that was checked.
        'grpc.enable_http_proxy': 0,
        'grpc.service_config_disable_resolution': 1,
        // Who calls decides what is tried again.
        'grpc.enable_retries': 0,
        'grpc.use_local_subchannel_pool': 1,
        'grpc.initial_reconnect_backoff_ms': 100,
        'grpc.primary_user_agent': 'div',
      },
    )
    return new GrpcConnection(deps, { grpc, client, protos, token })
  }

  async call(llamada: Llamada, context: LlamadaContext): Promise<Record<string, unknown>> {
    const prepared = this.#prepare(llamada, context, { flujo: false })
    const { metodo } = prepared
    const { signal } = context
    try {
      const { bytes, metadata } = await this.#send(`/${metodo.nombre}`, prepared, signal)
      return { mensaje: this.#read(metodo, bytes), metadatos: readMetadata(metadata) }
    } catch (cause) {
      throw this.#failureOf(cause, signal)
    }
  }

  /** All messages of a stream, within the limit of a list. */
  async gather(llamada: Llamada, context: LlamadaContext): Promise<Record<string, unknown>> {
    const { elementos: maximo } = this.#limits
    const mensajes: unknown[] = []
    for await (const batch of this.stream(llamada, context)) {
      for (const mensaje of batch) mensajes.push(mensaje)
      if (mensajes.length > maximo) throw new LimiteSuperado({ limite: 'elementos', maximo })
    }
    return { mensajes, total: mensajes.length }
  }

  /** As they come, in flat memory: the service waits for whoever reads. */
  async *stream(llamada: Llamada, context: LlamadaContext): AsyncGenerator<readonly unknown[], void> {
    const { signal } = context
    const { metodo, bytes, metadata, options } = this.#prepare(llamada, context, { flujo: true })
    signal.throwIfAborted()
    const answer: ClientReadableStream<Buffer> = this.#client.makeServerStreamRequest(
      `/${metodo.nombre}`,
      asBytes,
      asBytes,
      bytes,
      metadata,
      options,
    )
    const cancel = () => answer.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      let batch: unknown[] = []
      for await (const piece of answer) {
        batch.push(this.#read(metodo, piece))
        if (batch.length < BATCH && answer.readableLength > 0) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    } catch (cause) {
      throw this.#failureOf(cause, signal)
    } finally {
      signal.removeEventListener('abort', cancel)
      cancel()
    }
  }

  /** Any answer of gRPC says that it is there; only one that does not admit whoever asks is a refusal. */
  async ping(signal: AbortSignal): Promise<undefined> {
    try {
      await this.#send(HEALTH, this.#healthRequest(), signal)
    } catch (cause) {
      const code = codeOfStatus(cause)
      if (code !== UNIMPLEMENTED && code !== NOT_FOUND) throw this.#failureOf(cause, signal)
    }
  }

  async close(): Promise<void> {
    this.#client.close()
  }

  #healthRequest(): Pick<Prepared, 'bytes' | 'metadata' | 'options'> {
    return {
      bytes: Buffer.alloc(0),
      metadata: this.#writeMetadata([]),
      options: { deadline: Date.now() + this.#limits.conexionMs },
    }
  }

  #prepare(
    { metodo: nombre, valores, cabeceras }: Llamada,
    { deadline }: LlamadaContext,
    { flujo }: { flujo: boolean },
  ): Prepared {
    const metodo = this.protos.metodos.get(nombre)
    if (!metodo) throw refuse('objeto.nombre', `Sus .proto no tienen el método «${nombre}».`)
    if (metodo.flujo !== flujo)
      throw refuse(
        'objeto.flujo',
        flujo ? `«${nombre}» contesta un solo mensaje.` : `«${nombre}» contesta un flujo: márquelo.`,
      )
    const whole = valores[MENSAJE]
    const isWhole =
      Object.keys(valores).length === 1 && isPlainObject(whole) && !metodo.pide.porNombre.has(MENSAJE)
    return {
      metodo,
      bytes: encodeMensaje(metodo.pide, isWhole ? whole : { ...valores }),
      metadata: this.#writeMetadata(cabeceras),
      // The service is told how long somebody waits for it.
      options: { deadline: Date.now() + Math.max(0, deadline - monotonicNow()) },
    }
  }

  #writeMetadata(cabeceras: Llamada['cabeceras']): Metadata {
    const metadata = new this.#grpc.Metadata()
    for (const [nombre, value] of cabeceras) {
      try {
        metadata.set(nombre, nombre.toLowerCase().endsWith('-bin') ? Buffer.from(value, 'base64') : value)
      } catch (cause) {
        // Only the driver knows which characters it takes.
        throw refuse(`objeto.cabeceras.${nombre}`, `No se puede enviar: ${String(cause)}.`)
      }
    }
    if (this.#token !== '') metadata.set('authorization', `Bearer ${this.#token}`)
    return metadata
  }

  #send(
    path: string,
    { bytes, metadata, options }: Pick<Prepared, 'bytes' | 'metadata' | 'options'>,
    signal: AbortSignal,
  ): Promise<{ bytes: Buffer; metadata: Metadata }> {
    signal.throwIfAborted()
    return new Promise((resolve, reject) => {
      let told = new this.#grpc.Metadata()
      const cancel = () => call.cancel()
      const call = this.#client.makeUnaryRequest(
        path,
        asBytes,
        asBytes,
        bytes,
        metadata,
        options,
        (cause, answer = Buffer.alloc(0)) => {
          signal.removeEventListener('abort', cancel)
          if (cause) reject(cause)
          else resolve({ bytes: answer, metadata: told })
        },
      )
      call.on('metadata', (metadata) => {
        told = metadata
      })
      signal.addEventListener('abort', cancel, { once: true })
    })
  }

  #read({ contesta }: Metodo, bytes: Buffer): unknown {
    return decodeMensaje(contesta, bytes, this.#limits)
  }

  #failureOf(cause: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    if (cause instanceof AppError) return cause
    // The driver refuses what is larger itself, with the status of a service that is full.
    if (codeOfStatus(cause) === RESOURCE_EXHAUSTED && /larger than max/.test(String(cause)))
      return new RespuestaDemasiadoGrande(
        { servidor: this.#servidor, maximoBytes: this.#limits.respuestaBytes },
        { cause },
      )
    return errorOfFallo(this.#servidor, classifyGrpc(cause), cause)
  }
}

function toBytes(pem: string | undefined): Buffer | null {
  return pem === undefined ? null : Buffer.from(pem)
}

/** A name may stand several times; bytes are base64. */
function readMetadata(metadata: Metadata): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(metadata.getMap()).map((nombre) => {
      const values = metadata
        .get(nombre)
        .map((value) => (typeof value === 'string' ? value : value.toString('base64')))
      return [nombre, values.length === 1 ? values[0] : values]
    }),
  )
}
