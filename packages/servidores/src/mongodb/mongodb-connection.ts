import {
  LimiteSuperado,
  type LlamadaContext,
  monotonicNow,
  type ObjetoDeServidor,
  RespuestaDemasiadoGrande,
} from '@div/contract'
import type { AbstractCursor, Collection, Db, Document, MongoClient, MongoClientOptions } from 'mongodb'
import type { ConnectDeps, DetalleDeObjeto, ObjetoBuscado } from '../define-servidor.ts'
import { LeavableConnection } from '../leavable-connection.ts'
import { servernameOf, tlsOptionsOf } from '../network-fields.ts'
import { type Bson, fromBson, fromDocumento } from './bson-values.ts'
import { describeColeccion } from './describe-coleccion.ts'
import type { MongodbConfig } from './mongodb.ts'
import { classifyMongodb } from './mongodb-failure.ts'

/** Documents that one batch of a cursor carries. */
const BATCH = 500
/** Documents that describing a collection looks at. */
const SAMPLE = 100
/** What the server has beyond the call's own time: the call is given up first, and says that it was its time. */
const GRACE_MS = 1_000
/** The longest that the server takes (32 bits). */
const MAX_TIME_MS = 2_147_483_647
/** How often a client that waits looks whether its server is there; a connection that breaks is told at once. */
const HEARTBEAT_MS = 60_000

type Driver = typeof import('mongodb')
type Fila = Record<string, unknown>
type Context = Pick<LlamadaContext, 'signal' | 'deadline'>

export interface Busqueda {
  filtro: Document
  /** None: all of each document. */
  campos: readonly string[]
  orden: readonly (readonly [string, 1 | -1])[]
  limite: number | null
  saltar: number
}

export interface Cambio {
  filtro: Document
  cambios: Document
  soloUno: boolean
  /** Makes the document that the filter describes where there is none. */
  crear: boolean
}

export interface Cambiados {
  afectadas: number
  modificadas: number
  /** Of the document that was made. */
  id: unknown
}

/** One client with one connection: what a call leaves is not another's. */
export class MongodbConnection extends LeavableConnection {
  readonly bson: Bson
  readonly maximoFilas: number
  readonly maximoElementos: number
  readonly #driver: Driver
  readonly #client: MongoClient
  readonly #db: Db
  readonly #maximoBytes: number
  readonly #cancelacionMs: number

  private constructor(
    { servidor, limits }: ConnectDeps,
    { driver, client, baseDatos }: { driver: Driver; client: MongoClient; baseDatos: string },
  ) {
    super(servidor, classifyMongodb)
    this.bson = driver
    this.maximoFilas = limits.filas
    this.maximoElementos = limits.elementos
    this.#driver = driver
    this.#client = client
    this.#db = client.db(baseDatos)
    this.#maximoBytes = limits.respuestaBytes
    this.#cancelacionMs = limits.cancelacionMs
  }

  static async open(config: MongodbConfig, deps: ConnectDeps): Promise<MongodbConnection> {
    const { host, puerto, baseDatos } = config
    const { address, family } = await deps.red.resolve(host)
    // Loaded here so that the catalogue can be read without any driver.
    const driver = await import('mongodb')
    const client = new driver.MongoClient(
      `mongodb://${family === 6 ? `[${address}]` : address}:${puerto}/`,
      optionsOf(config, deps),
    )
    const connection = new MongodbConnection(deps, { driver, client, baseDatos })
    const { promise: refused, reject } = Promise.withResolvers<never>()
    // It may fail when nobody waits for it any more.
    refused.catch(() => {})
    // The driver would try again until its time is over.
    client.once('serverHeartbeatFailed', ({ failure }) => reject(failure))
    client.on('serverHeartbeatFailed', () => connection.lose())
    client.on('connectionClosed', () => connection.lose())
    try {
      await connection.within(deps.signal, () => Promise.race([client.connect(), refused]))
    } catch (cause) {
      connection.leave()
      throw cause
    }
    return connection
  }

  /** All that is found. Throws LimiteSuperado or RespuestaDemasiadoGrande. */
  searchAll(coleccion: string, busqueda: Busqueda, context: Context): Promise<Fila[]> {
    return this.#gather(this.#find(coleccion, busqueda, context))
  }

  search(coleccion: string, busqueda: Busqueda, context: Context): AsyncGenerator<Fila[]> {
    return this.#readEach(this.#find(coleccion, busqueda, context))
  }

  aggregateAll(coleccion: string, etapas: Document[], context: Context): Promise<Fila[]> {
    return this.#gather(this.#aggregate(coleccion, etapas, context))
  }

  aggregate(coleccion: string, etapas: Document[], context: Context): AsyncGenerator<Fila[]> {
    return this.#readEach(this.#aggregate(coleccion, etapas, context))
  }

  /** The ids of the documents, in their order. */
  async insert(coleccion: string, documentos: Document[], context: Context): Promise<unknown[]> {
    const { insertedIds } = await this.within(context.signal, () =>
      this.#collection(coleccion).insertMany(documentos, timeLimit(context)),
    )
    return documentos.map((_, index) => fromBson(insertedIds[index]))
  }

  async update(
    coleccion: string,
    { filtro, cambios, soloUno, crear }: Cambio,
    context: Context,
  ): Promise<Cambiados> {
    const collection = this.#collection(coleccion)
    const options = { ...timeLimit(context), upsert: crear }
    const { matchedCount, modifiedCount, upsertedCount, upsertedId } = await this.within(
      context.signal,
      () =>
        soloUno
          ? collection.updateOne(filtro, cambios, options)
          : collection.updateMany(filtro, cambios, options),
    )
    return {
      afectadas: matchedCount + upsertedCount,
      modificadas: modifiedCount,
      id: fromBson(upsertedId),
    }
  }

  async remove(
    coleccion: string,
    { filtro, soloUno }: { filtro: Document; soloUno: boolean },
    context: Context,
  ): Promise<number> {
    const collection = this.#collection(coleccion)
    const { deletedCount } = await this.within(context.signal, () =>
      soloUno
        ? collection.deleteOne(filtro, timeLimit(context))
        : collection.deleteMany(filtro, timeLimit(context)),
    )
    return deletedCount
  }

  async ping(signal: AbortSignal): Promise<string | undefined> {
    const { version } = await this.within(signal, () => this.#db.command({ buildInfo: 1 }))
    return typeof version === 'string' ? version : undefined
  }

  async listColecciones(
    { q = '', limite, tipoObjeto = 'coleccion' }: { q?: string; limite: number; tipoObjeto?: string },
    signal: AbortSignal,
  ): Promise<ObjetoDeServidor[]> {
    const found = await this.within(signal, () =>
      this.#db.listCollections({}, { nameOnly: true, authorizedCollections: true }).toArray(),
    )
    return found
      .filter(({ name }) => !name.startsWith('system.') && name.toLowerCase().includes(q.toLowerCase()))
      .sort((one, other) => one.name.localeCompare(other.name))
      .slice(0, limite)
      .map(({ name, type }) => ({ nombre: name, tipoObjeto, clase: type === 'view' ? 'vista' : 'coleccion' }))
  }

  /** Its fields, as some of its documents have them. Absent: it has no document. */
  async describe(
    { nombre, tipoObjeto = 'coleccion' }: ObjetoBuscado,
    signal: AbortSignal,
  ): Promise<DetalleDeObjeto | undefined> {
    const sample = await this.within(signal, () =>
      this.#collection(nombre)
        .find({}, { ...EXACT, limit: SAMPLE })
        .toArray(),
    )
    return sample.length === 0 ? undefined : { ...describeColeccion(nombre, sample), tipoObjeto }
  }

  async close(): Promise<void> {
    this.lose()
    const timer = Promise.withResolvers<void>()
    const timeout = setTimeout(timer.resolve, this.#cancelacionMs)
    // One that cannot say goodbye is already gone.
    await Promise.race([this.#client.close(true).catch(() => {}), timer.promise])
    clearTimeout(timeout)
  }

  protected leave(): void {
    // It ends what is under way at once, and what it says goodbye to may be gone.
    this.#client.close(true).catch(() => {})
  }

  #collection(coleccion: string): Collection<Document> {
    return this.#db.collection(coleccion)
  }

  #find(coleccion: string, busqueda: Busqueda, context: Context): Batches {
    const { filtro, campos, orden, limite, saltar } = busqueda
    return this.#batchesOf(context, () =>
      this.#collection(coleccion).find(filtro, {
        ...readingOptions(context),
        ...(campos.length > 0 && { projection: projectionOf(campos) }),
        ...(orden.length > 0 && {
          sort: orden.map(([campo, sentido]): [string, 1 | -1] => [campo, sentido]),
        }),
        ...(limite !== null && { limit: limite }),
        ...(saltar > 0 && { skip: saltar }),
      }),
    )
  }

  #aggregate(coleccion: string, etapas: Document[], context: Context): Batches {
    return this.#batchesOf(context, () =>
      this.#collection(coleccion).aggregate(etapas, readingOptions(context)),
    )
  }

  async #gather(batches: Batches): Promise<Fila[]> {
    const filas: Fila[] = []
    let bytes = 0
    for await (const batch of batches) {
      for (const documento of batch) {
        bytes += documento.length
        filas.push(this.#read(documento))
      }
      if (filas.length > this.maximoFilas)
        throw new LimiteSuperado({ limite: 'filas', maximo: this.maximoFilas })
      if (bytes > this.#maximoBytes)
        throw new RespuestaDemasiadoGrande({ servidor: this.servidor, maximoBytes: this.#maximoBytes })
    }
    return filas
  }

  async *#readEach(batches: Batches): AsyncGenerator<Fila[]> {
    for await (const batch of batches) yield batch.map((documento) => this.#read(documento))
  }

  #read(documento: Uint8Array): Fila {
    return fromDocumento(this.#driver.BSON.deserialize(documento, EXACT))
  }

  /** As the server gives them, none larger than it sends at once. */
  async *#batchesOf(context: Context, open: () => AbstractCursor<Document>): Batches {
    const cursor = open()
    try {
      for (;;) {
        const first = await this.within(context.signal, () => cursor.next())
        if (first === null) return
        // Asked for as they are, documents are their bytes, whatever the types of the driver say.
        yield [first, ...cursor.readBufferedDocuments()] as unknown as Uint8Array[]
      }
    } finally {
      // Of one that was left nothing is there any more.
      if (this.usable) await this.within(AbortSignal.timeout(this.#cancelacionMs), () => cursor.close())
    }
  }
}

type Batches = AsyncGenerator<Uint8Array[]>

/** Long numbers and bytes keep their types, which say what they are. */
const EXACT = { promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const

function readingOptions(context: Context) {
  return { ...timeLimit(context), raw: true, batchSize: BATCH }
}

function timeLimit({ deadline }: Context): { maxTimeMS?: number } {
  const leftMs = Math.ceil(deadline - monotonicNow()) + GRACE_MS
  return leftMs > MAX_TIME_MS ? {} : { maxTimeMS: Math.max(1, leftMs) }
}

/** The key comes only where it is asked for. */
function projectionOf(campos: readonly string[]): Document {
  return { _id: 0, ...Object.fromEntries(campos.map((campo) => [campo, 1])) }
}

function optionsOf(config: MongodbConfig, { limits: { conexionMs } }: ConnectDeps): MongoClientOptions {
  const { host, usuario, contrasena, baseAutenticacion } = config
  const tls = tlsOptionsOf(config)
  return {
    // The others of its cluster have addresses that nobody has checked.
    directConnection: true,
    maxPoolSize: 1,
    serverMonitoringMode: 'poll',
    heartbeatFrequencyMS: HEARTBEAT_MS,
    serverSelectionTimeoutMS: conexionMs,
    connectTimeoutMS: conexionMs,
    waitQueueTimeoutMS: conexionMs,
    // The pool opens another one, and nothing is sent twice.
    retryReads: false,
    retryWrites: false,
    appName: 'div',
    ...(usuario !== '' && {
      auth: { username: usuario, password: contrasena },
      authSource: baseAutenticacion,
    }),
    ...(tls && { tls: true, ...tls, ...servernameOf(host) }),
  }
}
