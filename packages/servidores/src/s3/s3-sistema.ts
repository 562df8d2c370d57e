import { posix } from 'node:path'
import type {
  _Object,
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListObjectsV2CommandInput,
  ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3'
import {
  ArchivoExistente,
  CarpetaDemasiadoGrande,
  type Entrada,
  type OpenDeps,
  type SistemaDeArchivos,
} from '../archivos/sistema.ts'
import type { HttpClient } from '../define-servidor.ts'
import { tlsOptions } from '../pem.ts'
import { createGuardedHandler, encodeStrictly } from './guarded-handler.ts'
import { type Lugar, lugarOf, objectOf, prefixOf } from './lugar.ts'
import { presign } from './presign.ts'
import { endpointOf, type S3Config } from './s3-config.ts'
import { classifyS3, statusOf } from './s3-failure.ts'

type Sdk = typeof import('@aws-sdk/client-s3')

/** Sockets of one connection: it asks one thing after another. */
const MAX_SOCKETS = 4
/** A file is read in pieces of so many bytes, whatever its size. */
const PIECE_BYTES = 2_097_152
const NOTHING = new Uint8Array()

export async function openS3(config: S3Config, deps: OpenDeps): Promise<S3Sistema> {
  const { red, tiempoMaximoMs, signal } = deps
  signal.throwIfAborted()
  // Loaded here so that the catalogue can be read without any driver.
  const sdk = await import('@aws-sdk/client-s3')
  const http = red.openHttp({ maxSockets: MAX_SOCKETS, tls: tlsOptions(config.tls) })
  const { region, claveAcceso, claveSecreta, tokenSesion, bucketEnRuta } = config
  // All that the SDK would else look for in the environment and in the files of whoever runs the product (security rule 13).
  const client = new sdk.S3Client({
    region,
    endpoint: endpointOf(config),
    forcePathStyle: bucketEnRuta,
    credentials: {
      accessKeyId: claveAcceso,
      secretAccessKey: claveSecreta,
      ...(tokenSesion !== '' && { sessionToken: tokenSesion }),
    },
    requestHandler: createGuardedHandler(http, tiempoMaximoMs),
    // Who calls decides what is tried again.
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    useArnRegion: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    expectContinueHeader: false,
    // Not every compatible service knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return new S3Sistema(client, sdk, { config, http })
}

/** Buckets and keys as folders and files; what only S3 has stands below. */
export class S3Sistema implements SistemaDeArchivos {
  readonly classify = classifyS3
  readonly #client: S3Client
  readonly #sdk: Sdk
  readonly #config: S3Config
  readonly #http: HttpClient
  readonly #left = new AbortController()

  constructor(client: S3Client, sdk: Sdk, { config, http }: { config: S3Config; http: HttpClient }) {
    this.#client = client
    this.#sdk = sdk
    this.#config = config
    this.#http = http
  }

  async list(ruta: string, maximo: number): Promise<Entrada[]> {
    const { Bucket, Key } = lugarOf(ruta, this.#config.bucket)
    if (Bucket === '') return this.#listBuckets()
    const prefix = prefixOf(Key)
    const entradas: Entrada[] = []
    for await (const { CommonPrefixes = [], Contents = [] } of this.#pages({
      Bucket,
      Prefix: prefix,
      Delimiter: '/',
    })) {
      for (const { Prefix = '' } of CommonPrefixes)
        entradas.push({
          nombre: Prefix.slice(prefix.length, -1),
          clase: 'carpeta',
          bytes: 0,
          modificado: null,
        })
      for (const object of Contents) if (object.Key !== prefix) entradas.push(toEntrada(object, prefix))
      if (entradas.length > maximo) throw new CarpetaDemasiadoGrande(maximo)
    }
    return entradas
  }

  async *read(ruta: string): AsyncGenerator<Buffer, void> {
    const lugar = objectOf(ruta, this.#config.bucket)
    let etag: string | undefined
    let total = Number.POSITIVE_INFINITY
    for (let start = 0; start < total; ) {
      const answer = await this.#readPiece(lugar, start, etag)
      if (answer === null) return
      const { buffer, byteOffset, byteLength } = (await answer.Body?.transformToByteArray()) ?? NOTHING
      const piece = Buffer.from(buffer, byteOffset, byteLength)
      etag = answer.ETag
      total = totalOf(answer.ContentRange)
      start += piece.length
      yield piece
      // Of a total that is not told a piece that is not full is the last.
      if (piece.length === 0 || (total === Number.POSITIVE_INFINITY && piece.length < PIECE_BYTES)) return
    }
  }

  write(ruta: string, bytes: Buffer): Promise<void> {
    return this.writeWhole(ruta, bytes, { sobrescribir: true })
  }

  async writeWhole(ruta: string, bytes: Buffer, { sobrescribir }: { sobrescribir: boolean }): Promise<void> {
    await this.put(ruta, bytes, { sobrescribir })
  }

  async rename(desde: string, hasta: string, { sobrescribir }: { sobrescribir: boolean }): Promise<void> {
    if (!sobrescribir && (await this.head(hasta)) !== null) throw new ArchivoExistente()
    const lugar = objectOf(desde, this.#config.bucket)
    const { Bucket, Key } = objectOf(hasta, this.#config.bucket)
    // Copied onto itself it would then be deleted; whoever renames what is not there is told.
    if (lugar.Bucket === Bucket && lugar.Key === Key) await this.#head(lugar)
    else {
      await this.copy(desde, hasta)
      await this.#delete(lugar)
    }
  }

  /** S3 is content with what is not there; whoever removes a file is told. */
  async remove(ruta: string): Promise<void> {
    const lugar = objectOf(ruta, this.#config.bucket)
    await this.#head(lugar)
    await this.#delete(lugar)
  }

  async makeFolder(ruta: string): Promise<void> {
    const { Bucket, Key } = objectOf(ruta, this.#config.bucket)
    const command = new this.#sdk.PutObjectCommand({ Bucket, Key: prefixOf(Key), Body: Buffer.alloc(0) })
    await this.#client.send(command, this.#options())
  }

  async ping(): Promise<string | undefined> {
    const { bucket } = this.#config
    if (bucket === '') await this.#listBuckets()
    else await this.#client.send(new this.#sdk.HeadBucketCommand({ Bucket: bucket }), this.#options())
    return undefined
  }

  leave(): void {
    this.#left.abort(new Error('left'))
    void this.#http.close()
  }

  /** Null: it is not there. */
  async head(ruta: string): Promise<HeadObjectCommandOutput | null> {
    try {
      return await this.#head(objectOf(ruta, this.#config.bucket))
    } catch (cause) {
      if (statusOf(cause) === 404) return null
      throw cause
    }
  }

  async put(
    ruta: string,
    bytes: Buffer,
    {
      sobrescribir,
      tipoContenido = '',
      metadatos = {},
    }: { sobrescribir: boolean; tipoContenido?: string; metadatos?: Record<string, string> },
  ): Promise<{ etag: string | null; version: string | null }> {
    const command = new this.#sdk.PutObjectCommand({
      ...objectOf(ruta, this.#config.bucket),
      Body: bytes,
      ...(tipoContenido !== '' && { ContentType: tipoContenido }),
      ...(Object.keys(metadatos).length > 0 && { Metadata: metadatos }),
      ...(!sobrescribir && { IfNoneMatch: '*' }),
    })
    try {
      const { ETag, VersionId } = await this.#client.send(command, this.#options())
      return { etag: ETag ?? null, version: VersionId ?? null }
    } catch (cause) {
      if (!sobrescribir && statusOf(cause) === 412) throw new ArchivoExistente()
      throw cause
    }
  }

  /** Within the service: nothing of it comes by here. */
  async copy(desde: string, hasta: string): Promise<void> {
    const { Bucket, Key } = objectOf(desde, this.#config.bucket)
    const command = new this.#sdk.CopyObjectCommand({
      ...objectOf(hasta, this.#config.bucket),
      CopySource: `${Bucket}/${Key.split('/').map(encodeStrictly).join('/')}`,
    })
    await this.#client.send(command, this.#options())
  }

  /** All keys that begin so, with those of inner folders, page by page. */
  async *listKeys(ruta: string): AsyncGenerator<readonly Entrada[], void> {
    const { bucket, carpeta } = this.#config
    const { Bucket, Key } = lugarOf(ruta, bucket)
    // The folder of the servidor is no mere beginning of names.
    const isCarpeta = carpeta !== '' && `${Key}/` === lugarOf(posix.normalize(`${carpeta}/`), bucket).Key
    for await (const { Contents = [] } of this.#pages({ Bucket, Prefix: isCarpeta ? prefixOf(Key) : Key }))
      yield Contents.map((object) => toEntrada(object, ''))
  }

  presign(ruta: string, { metodo, segundos }: { metodo: 'GET' | 'PUT'; segundos: number }): string {
    const config = this.#config
    const lugar = objectOf(ruta, config.bucket)
    return presign(
      { ...config, endpoint: endpointOf(config) },
      { ...lugar, metodo, segundos, now: new Date() },
    )
  }

  async *#pages(input: ListObjectsV2CommandInput): AsyncGenerator<ListObjectsV2CommandOutput, void> {
    let token: string | undefined
    do {
      const command = new this.#sdk.ListObjectsV2Command({
        ...input,
        ...(token !== undefined && { ContinuationToken: token }),
      })
      const page: ListObjectsV2CommandOutput = await this.#client.send(command, this.#options())
      yield page
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  async #listBuckets(): Promise<Entrada[]> {
    const { Buckets = [] } = await this.#client.send(new this.#sdk.ListBucketsCommand({}), this.#options())
    return Buckets.map(({ Name = '', CreationDate }) => ({
      nombre: Name,
      clase: 'carpeta',
      bytes: 0,
      modificado: CreationDate ?? null,
    }))
  }

  /** Null: there is nothing from there on. */
  async #readPiece(
    lugar: Lugar,
    start: number,
    etag: string | undefined,
  ): Promise<GetObjectCommandOutput | null> {
    const command = new this.#sdk.GetObjectCommand({
      ...lugar,
      Range: `bytes=${start}-${start + PIECE_BYTES - 1}`,
      ...(etag !== undefined && { IfMatch: etag }),
    })
    try {
      return await this.#client.send(command, this.#options())
    } catch (cause) {
      // Of an empty file there is no first byte.
      if (statusOf(cause) === 416) return null
      throw cause
    }
  }

  #head(lugar: Lugar): Promise<HeadObjectCommandOutput> {
    return this.#client.send(new this.#sdk.HeadObjectCommand(lugar), this.#options())
  }

  async #delete(lugar: Lugar): Promise<void> {
    await this.#client.send(new this.#sdk.DeleteObjectCommand(lugar), this.#options())
  }

  #options(): { abortSignal: AbortSignal } {
    return { abortSignal: this.#left.signal }
  }
}

/** Bytes of all of it, as a piece tells them; infinite: it does not (RFC 9110, 14.4). */
function totalOf(range: string | undefined): number {
  // A service that knows no ranges gives all of it.
  if (range === undefined) return 0
  return Number(/\/(\d+)$/.exec(range)?.[1] ?? Number.POSITIVE_INFINITY)
}

function toEntrada({ Key = '', Size = 0, LastModified }: _Object, prefix: string): Entrada {
  return {
    nombre: Key.slice(prefix.length),
    clase: Key.endsWith('/') ? 'carpeta' : 'archivo',
    bytes: Size,
    modificado: LastModified ?? null,
  }
}
