import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import {
  type Limits,
  monotonicNow,
  type ObjetoDeServidor,
  RespuestaDemasiadoGrande,
  ServidorRechaza,
} from '@div/contract'
import type { Connection as BrokerConnection, ConnectionOptions, MessageRecord } from '@platformatic/kafka'
import { AnswerMeter } from '../answer-meter.ts'
import type { ConnectDeps } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { tlsOptionsOf } from '../network-fields.ts'
import { type Broker, parseBrokers } from './brokers.ts'
import { boundInflation, inflateWithin } from './inflate.ts'
import type { KafkaConfig } from './kafka.ts'
import { classifyKafka, outOfRangeIn, protocolErrorOf } from './kafka-failure.ts'
import { type MensajeLeido, readLotes } from './lote.ts'

type Sdk = typeof import('@platformatic/kafka')

/** What one broker understands, by the number of each request. */
type Versions = ReadonlyMap<number, { minVersion: number; maxVersion: number }>

interface Known {
  connection: BrokerConnection
  versions: Versions
  meter: AnswerMeter
}

interface Tema {
  /** Who leads each partition, by its number; null: nobody now. */
  lideres: ReadonlyMap<number, Broker | null>
  knownAt: number
}

export interface Leidos {
  /** In the order of each partition. */
  mensajes: readonly MensajeLeido[]
  /** After all that was read. */
  siguientes: ReadonlyMap<number, bigint>
}

export interface Mensaje {
  tema: string
  /** Null: by the key, and without one any. */
  particion: number | null
  clave: Buffer | null
  /** Null: a message without content, which says of its key that it is gone. */
  valor: Buffer | null
  cabeceras: readonly (readonly [string, string])[]
}

/** Milliseconds for which it is not asked again who leads the partitions of a topic. */
const TEMA_MS = 60_000
/** The protocol's numbers of requests. */
const PRODUCE = 0
const FETCH = 1
const LIST_OFFSETS = 2
const METADATA = 3
/** Only what no transaction may take back any more. */
const READ_COMMITTED = 1
/** Of an offset: the oldest that is kept, and the one that comes next. */
const EARLIEST = -2n
const LATEST = -1n
/** Milliseconds that a broker waits for something to come. */
const FETCH_WAIT_MS = 500
const FETCH_BYTES = 8_388_608
const PARTITION_BYTES = 1_048_576
/** All replicas that are in step have it before the broker answers. */
const ALL = -1
/** What a broker answers who does not lead the partition any more: it has kept nothing. */
const MOVED = new Set(['NOT_LEADER_OR_FOLLOWER', 'LEADER_NOT_AVAILABLE', 'FENCED_LEADER_EPOCH'])

/**
 * One session with a cluster: a connection to each broker that is needed, all to addresses that were checked, whatever the cluster tells
 * of itself (security rule 8). The requests are the driver's; its own clients open addresses by themselves.
 */
export class KafkaConnection extends LeavableConnection {
  readonly limits: Limits
  readonly #sdk: Sdk
  readonly #config: KafkaConfig
  readonly #deps: ConnectDeps
  readonly #fetchApi: Sdk['fetchV4']['api']
  readonly #brokers = new Map<string, Promise<Known>>()
  readonly #temas = new Map<string, Tema>()
  /** One of those that the settings name. */
  #first: Broker = { host: '', port: 0 }

  private constructor(sdk: Sdk, config: KafkaConfig, deps: ConnectDeps) {
    super(deps.servidor, classifyKafka)
    this.limits = deps.limits
    this.#sdk = sdk
    this.#config = config
    this.#deps = deps
    const { fetchV4, createAPI } = sdk
    const bound = {
      maximoBytes: deps.limits.respuestaBytes,
      refuse: () =>
        new RespuestaDemasiadoGrande({
          servidor: deps.servidor,
          maximoBytes: deps.limits.respuestaBytes,
        }),
    }
    this.#fetchApi = createAPI(
      FETCH,
      fetchV4.api.version,
      fetchV4.createRequest,
      (...answer: Parameters<typeof fetchV4.parseResponse>) =>
        inflateWithin(bound, () => fetchV4.parseResponse(...answer)),
      false,
      false,
    )
  }

  static async open(config: KafkaConfig, deps: ConnectDeps): Promise<KafkaConnection> {
    // Loaded here so that the catalogue can be read without any driver.
    const sdk = await import('@platformatic/kafka')
    boundInflation(sdk.compressionsAlgorithms)
    const connection = new KafkaConnection(sdk, config, deps)
    try {
      await connection.within(deps.signal, () => connection.#reachFirst())
    } catch (cause) {
      connection.leave()
      throw cause
    }
    return connection
  }

  /** Answers when all replicas that are in step have it. */
  publish(mensaje: Mensaje, deadline: number, signal: AbortSignal): Promise<Record<string, unknown>> {
    return this.within(signal, async () => {
      try {
        return await this.#publish(mensaje, deadline)
      } catch (cause) {
        if (!MOVED.has(protocolErrorOf(cause)?.apiId ?? '')) throw cause
        // Somebody else leads it since it was asked: once more, to whom the cluster names now.
        this.#temas.delete(mensaje.tema)
        return this.#publish(mensaje, deadline)
      }
    })
  }

  /** Without those that the cluster keeps for itself. */
  listTemas(
    { q = '', limite, tipoObjeto = 'publicacion' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    return this.within(signal, async () => {
      const { topics } = await this.#askMetadata(null)
      const wanted = q.toLowerCase()
      return topics
        .flatMap(({ name, isInternal, partitions: { length } }) =>
          !name || isInternal || !name.toLowerCase().includes(wanted)
            ? []
            : [{ nombre: name, tipoObjeto, clase: length === 1 ? '1 partición' : `${length} particiones` }],
        )
        .sort((one, other) => (one.nombre < other.nombre ? -1 : 1))
        .slice(0, limite)
    })
  }

  /** Where to go on in each partition there is: where it was, else at one end of what is kept. */
  findPosiciones(
    tema: string,
    { known, nuevas }: { known: ReadonlyMap<number, bigint>; nuevas: 'principio' | 'fin' },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<number, bigint>> {
    return this.within(signal, async () => {
      const { lideres } = await this.#findTema(tema)
      const missing = [...lideres.keys()].filter((particion) => !known.has(particion))
      const found = missing.length === 0 ? known : await this.#askOffsets(tema, missing, nuevas)
      return new Map([...known, ...found].filter(([particion]) => lideres.has(particion)))
    })
  }

  /** What comes after these places, of all partitions; nothing, where nothing comes for a while. */
  fetch(tema: string, posiciones: ReadonlyMap<number, bigint>, signal: AbortSignal): Promise<Leidos> {
    return this.within(signal, async () => {
      try {
        return await this.#fetch(tema, posiciones)
      } catch (cause) {
        if (protocolErrorOf(cause)?.apiId !== 'OFFSET_OUT_OF_RANGE') throw cause
        const siguientes = await this.#leaveGone(tema, posiciones, outOfRangeIn(cause))
        return { mensajes: [], siguientes }
      }
    })
  }

  async ping(signal: AbortSignal): Promise<undefined> {
    await this.within(signal, () => this.#askMetadata([]))
  }

  async close(): Promise<void> {
    this.leave()
  }

  protected leave(): void {
    this.lose()
    for (const broker of this.#brokers.values())
      broker.then(({ connection }) => connection.socket.destroy()).catch(() => {})
  }

  async #publish(mensaje: Mensaje, deadline: number): Promise<Record<string, unknown>> {
    const { tema, clave, valor, cabeceras } = mensaje
    const { lideres } = await this.#findTema(tema)
    const particion = this.#choosePartition(mensaje, lideres)
    const lider = lideres.get(particion)
    if (!lider) {
      this.#temas.delete(tema)
      const motivo = lideres.has(particion)
        ? `la partición ${particion} de «${tema}» no tiene ahora quien la dirija`
        : `«${tema}» no tiene la partición ${particion}: tiene ${lideres.size}`
      const sinEfecto = lideres.has(particion)
      throw new ServidorRechaza(
        { servidor: this.servidor, motivo },
        { extra: { reintentable: sinEfecto, ...(sinEfecto && { sinEfecto }) } },
      )
    }
    const known = await this.#reach(lider)
    const { produceV3, produceV7, produceV9 } = this.#sdk
    const api = this.#choose(known, PRODUCE, [produceV9.api, produceV7.api, produceV3.api])
    const record: MessageRecord = {
      topic: tema,
      partition: particion,
      ...(clave && { key: clave }),
      // The driver writes what is missing as null; its type does not say so.
      value: valor as Buffer,
      headers: new Map(cabeceras.map(([nombre, value]) => [Buffer.from(nombre), Buffer.from(value)])),
    }
    const timeoutMs = Math.max(1, Math.floor(Math.min(deadline - monotonicNow(), this.#deps.tiempoMaximoMs)))
    const answer = await known.meter.measure(() => api.async(known.connection, ALL, timeoutMs, [record], {}))
    const [partition] = typeof answer === 'boolean' ? [] : (answer.responses[0]?.partitionResponses ?? [])
    return { tema, particion, desplazamiento: partition ? String(partition.baseOffset) : null }
  }

  async #fetch(tema: string, posiciones: ReadonlyMap<number, bigint>): Promise<Leidos> {
    const mensajes: MensajeLeido[] = []
    const siguientes = new Map(posiciones)
    const read = async (known: Known, particiones: readonly number[]) => {
      const api = this.#choose(known, FETCH, [this.#fetchApi])
      const partitions = particiones.map((partition) => ({
        partition,
        fetchOffset: posiciones.get(partition) ?? 0n,
        partitionMaxBytes: PARTITION_BYTES,
        currentLeaderEpoch: -1,
        lastFetchedEpoch: -1,
      }))
      const { responses } = await known.meter.measure(() =>
        api.async(
          known.connection,
          ...([FETCH_WAIT_MS, 1, FETCH_BYTES, READ_COMMITTED, 0, -1] as const),
          [{ topicId: tema, partitions }],
          [],
          '',
        ),
      )
      for (const { partitionIndex, records, abortedTransactions } of responses[0]?.partitions ?? []) {
        const leido = readLotes({
          particion: partitionIndex,
          desde: posiciones.get(partitionIndex) ?? 0n,
          lotes: records ?? [],
          abortadas: abortedTransactions ?? [],
        })
        mensajes.push(...leido.mensajes)
        siguientes.set(partitionIndex, leido.siguiente)
      }
    }
    await this.#ofLideres(tema, [...posiciones.keys()], read)
    return { mensajes, siguientes }
  }

  /** What stood at a place is not kept any more, or its topic was made anew: it goes on with the oldest that there is. */
  async #leaveGone(
    tema: string,
    posiciones: ReadonlyMap<number, bigint>,
    gone: readonly number[],
  ): Promise<ReadonlyMap<number, bigint>> {
    const oldest = await this.#askOffsets(tema, gone, 'principio')
    const newest = await this.#askOffsets(tema, gone, 'fin')
    const siguientes = new Map(posiciones)
    for (const particion of gone) {
      const posicion = posiciones.get(particion) ?? 0n
      const first = oldest.get(particion) ?? posicion
      const isBeyond = posicion > (newest.get(particion) ?? posicion)
      if (isBeyond || first > posicion) siguientes.set(particion, first)
    }
    return siguientes
  }

  async #askOffsets(
    tema: string,
    particiones: readonly number[],
    end: 'principio' | 'fin',
  ): Promise<ReadonlyMap<number, bigint>> {
    const found = new Map<number, bigint>()
    await this.#ofLideres(tema, particiones, async (known, led) => {
      const api = this.#choose(known, LIST_OFFSETS, [this.#sdk.listOffsetsV1.api])
      const partitions = led.map((partitionIndex) => ({
        partitionIndex,
        currentLeaderEpoch: -1,
        timestamp: end === 'principio' ? EARLIEST : LATEST,
      }))
      const { topics } = await known.meter.measure(() =>
        api.async(known.connection, -1, 0, [{ name: tema, partitions }]),
      )
      for (const { partitionIndex, offset } of topics[0]?.partitions ?? []) found.set(partitionIndex, offset)
    })
    return found
  }

  /** Asks each broker for the partitions that it leads, all at once. */
  async #ofLideres(
    tema: string,
    particiones: readonly number[],
    ask: (known: Known, led: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const { lideres } = await this.#findTema(tema)
    const led = Map.groupBy(particiones, (particion) => {
      const lider = lideres.get(particion)
      if (lider) return lider
      this.#temas.delete(tema)
      throw new ServidorRechaza({
        servidor: this.servidor,
        motivo: `la partición ${particion} de «${tema}» no tiene ahora quien la dirija`,
      })
    })
    await Promise.all([...led].map(async ([lider, group]) => ask(await this.#reach(lider), group)))
  }

  /** As the clients of Kafka do: the same key always goes to the same partition. */
  #choosePartition({ particion, clave }: Mensaje, lideres: Tema['lideres']): number {
    if (particion !== null) return particion
    if (clave) return (this.#sdk.murmur2(clave) & 0x7fff_ffff) % lideres.size
    const led = [...lideres].filter(([, lider]) => lider !== null).map(([each]) => each)
    return led[led.length === 0 ? 0 : randomInt(led.length)] ?? 0
  }

  async #findTema(tema: string): Promise<Tema> {
    const known = this.#temas.get(tema)
    if (known && monotonicNow() - known.knownAt < TEMA_MS) return known
    const { brokers, topics } = await this.#askMetadata([tema])
    const byId = new Map(brokers.map(({ nodeId, host, port }) => [nodeId, { host, port }]))
    const partitions = topics.find(({ name }) => name === tema)?.partitions ?? []
    if (partitions.length === 0)
      throw new ServidorRechaza({ servidor: this.servidor, motivo: `no existe el tema «${tema}»` })
    const found: Tema = {
      lideres: new Map(
        partitions.map(({ partitionIndex, leaderId }) => [partitionIndex, byId.get(leaderId) ?? null]),
      ),
      knownAt: monotonicNow(),
    }
    this.#temas.set(tema, found)
    return found
  }

  /** Null: all topics. It makes none, where the broker lets who asks say so. */
  async #askMetadata(temas: string[] | null) {
    const known = await this.#reach(this.#first)
    const { metadataV1, metadataV4, metadataV9, metadataV12 } = this.#sdk
    const api = this.#choose(known, METADATA, [
      metadataV12.api,
      metadataV9.api,
      metadataV4.api,
      metadataV1.api,
    ])
    return known.meter.measure(() => api.async(known.connection, temas, false, false))
  }

  /** The newest request that this broker understands too. */
  #choose<Api extends { version: number }>({ versions }: Known, key: number, apis: readonly Api[]): Api {
    const { minVersion = 0, maxVersion = 0 } = versions.get(key) ?? {}
    const api = apis.find(({ version }) => version >= minVersion && version <= maxVersion)
    if (api) return api
    throw new ServidorRechaza({
      servidor: this.servidor,
      motivo: `es de una versión que no se admite (petición ${key}: de ${minVersion} a ${maxVersion})`,
    })
  }

  async #reachFirst(): Promise<void> {
    let failure: unknown
    for (const broker of parseBrokers(this.#config.brokers) ?? []) {
      try {
        await this.#reach(broker)
        this.#first = broker
        return
      } catch (cause) {
        // Any of those that are named will do; of none the last says why.
        failure = cause
      }
    }
    throw failure
  }

  #reach(broker: Broker): Promise<Known> {
    const key = `${broker.host}:${broker.port}`
    const known = this.#brokers.get(key)
    if (known) return known
    const reaching = this.#connect(broker)
    this.#brokers.set(key, reaching)
    reaching.catch(() => this.#brokers.delete(key))
    return reaching
  }

  async #connect({ host, port }: Broker): Promise<Known> {
    const { red, limits, tiempoMaximoMs, servidor } = this.#deps
    const { address } = await red.resolve(host)
    const tls = tlsOptionsOf(this.#config)
    const sasl = this.#saslOptions()
    const connection = new this.#sdk.Connection('div', {
      connectTimeout: limits.conexionMs,
      requestTimeout: tiempoMaximoMs,
      ...(tls && { tls, ...(isIP(host) === 0 && { tlsServerName: host }) }),
      ...(sasl && { sasl }),
    })
    let isReached = false
    // A broker that could not be reached is not missed: another one may answer.
    const lose = () => {
      if (isReached) this.lose()
    }
    connection.on('error', lose).on('close', lose)
    const meter = new AnswerMeter({ servidor, maximoBytes: limits.respuestaBytes })
    try {
      await connection.connect(address, port)
      meter.watch(connection.socket, lose)
      const { apiKeys } = await this.#sdk.apiVersionsV0.api.async(connection, '', '')
      isReached = true
      return { connection, meter, versions: new Map(apiKeys.map((each) => [each.apiKey, each])) }
    } catch (cause) {
      // A port that is none has no socket either.
      connection.socket?.destroy()
      throw cause
    }
  }

  #saslOptions(): ConnectionOptions['sasl'] | null {
    const { autenticacion } = this.#config
    if (autenticacion.tipo === 'ninguna') return null
    const { tipo, usuario, contrasena } = autenticacion
    return { mechanism: MECHANISMS[tipo], username: usuario, password: contrasena }
  }
}

const MECHANISMS = {
  plain: 'PLAIN',
  scram256: 'SCRAM-SHA-256',
  scram512: 'SCRAM-SHA-512',
} as const
