import type { Socket } from 'node:net'
import type {
  Aislamiento,
  ContratoDeTipo,
  ContratoLeido,
  DetalleDeObjeto,
  ErrorDeCampo,
  EsperaPedida,
  HerramientaDeMcp,
  Limits,
  LlamadaContext,
  LlamadaSpec,
  ObjetoDeServidor,
  Parametro,
} from '@div/contract'
import type { RequestInit, Response } from 'undici'
import type { z } from 'zod'
import type { PeticionDeConversacion, PiezaDeRespuesta } from './conversacion.ts'
import type { TipoEvento } from './eventos/define-evento.ts'
import type { Consumos } from './ia/consumos.ts'
import type { Guardadas } from './ia/guardadas.ts'
import type { InternoPorts } from './interno/interno-ports.ts'
import type { Autorizacion } from './mcp/oauth/autorizacion.ts'

export type { ColumnaDeObjeto, DetalleDeObjeto, ObjetoDeServidor } from '@div/contract'

/** What every connection of every type offers the pool manager. */
export interface Connection {
  /** False after a failure that leaves it in an unknown state: the pool closes it instead of keeping it. */
  readonly usable: boolean
  /** A cheap round trip; what the connection test calls *consulta*. Answers the other side's version when it tells one. */
  ping(signal: AbortSignal): Promise<string | undefined>
  /** What some of its settings may be, by their names, of what the other side told when it was asked last. */
  suggest?(): Readonly<Record<string, readonly string[]>>
  close(): Promise<void>
  /** Only where the system has transactions. */
  begin?(aislamiento: Aislamiento): Promise<void>
  commit?(): Promise<void>
  rollback?(): Promise<void>
}

/** What connecting may use of the outside: the guarded network is the only way out (security rule 8). */
export interface ConnectDeps {
  /** Name of the server record, for errors. */
  servidor: string
  red: Red
  /** Milliseconds that one call may take when nothing stricter applies. */
  tiempoMaximoMs: number
  signal: AbortSignal
  limits: Limits
  /** The product itself, for the type `interno`. */
  interno?: InternoPorts
  /** Who keeps account of what models cost. Absent: nobody does. */
  consumos?: Consumos
  /** Who keeps answers of models. Absent: nobody does. */
  guardadas?: Guardadas
  /** What a person allowed this product to do there, where the type asks for that. Absent: nobody can. */
  autorizacion?: Autorizacion
  /** Folders where an admin may name files (security rule 2); names without a folder are of the first. Absent: nowhere. */
  carpetaArchivos?: readonly string[]
}

/** The guarded network: resolves once, checks every address, connects to the checked one. */
export interface Red {
  /** The address to connect to. Throws DireccionNoPermitida or ServidorNoResponde. */
  resolve(host: string): Promise<{ address: string; family: 4 | 6 }>
  /** fetch of undici through the guard, for types that speak HTTP: re-checks every redirect and leaves body and headers to the first origin. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>
  /** Kept-alive connections for many calls, under the same guard; cheaper a call than fetch. */
  openHttp(options: HttpOptions): HttpClient
}

export interface HttpOptions {
  /** Sockets to one origin. */
  maxSockets: number
  /** PEM texts. Absent: the authorities that the runtime trusts. */
  tls?: { ca?: string; cert?: string; key?: string }
  /** Of one answer. Absent: the limit `respuestaBytes`. */
  maximoBytes?: number
  /** Absent: the limit `redirecciones`. */
  maxRedirects?: number
  /** Told of each connection once it can be used. */
  onConnected?(): void
}

export interface HttpRequest {
  /** `https://host:port`, without path. */
  origin: string
  /** Path and query, already encoded. */
  path: string
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array | null
  signal?: AbortSignal
  /** Milliseconds that the other side may be silent. */
  tiempoMaximoMs: number
  /** Told when the answer begins; again after a redirect. */
  onHeaders?(): void
}

export interface HttpResponse {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[]>>
  /** Decompressed, within the limit `respuestaBytes`. */
  body: Buffer
}

/** An answer that is read while it comes. */
export interface HttpStream extends Omit<HttpResponse, 'body'> {
  /** As it was sent, within the same limit. Throws as `request` does; leaving it unread closes the connection. */
  body: AsyncIterable<Buffer>
}

export interface HttpClient {
  /** Any status is an answer. Throws DireccionNoPermitida, ServidorNoResponde, TiempoAgotado, RespuestaDemasiadoGrande or the signal's reason. */
  request(request: HttpRequest): Promise<HttpResponse>
  /** The same, answered as soon as the answer begins. It is asked for as it is, and refused if it comes compressed. */
  stream(request: HttpRequest): Promise<HttpStream>
  close(): Promise<void>
}

/** One operation of one object, resolved at publish. */
export interface Operation<Conn extends Connection> {
  efecto: 'lectura' | 'escritura'
  /** See LlamadaPreparada. */
  repetible?: boolean
  /** See LlamadaPreparada. */
  reversible?: boolean
  /** Absent means true. */
  admiteTransaccion?: boolean
  /** See LlamadaPreparada. */
  waitFor?(parametros: Readonly<Record<string, unknown>>): EsperaPedida | null
  /** See LlamadaPreparada. */
  soloDurable?: boolean
  /** See LlamadaPreparada. */
  direccionDe?: string
  /** See LlamadaPreparada. */
  esSenal?: boolean
  /** See LlamadaPreparada. */
  aviso?: ErrorDeCampo
  /**
   * A reading that calls nothing which could write, on a connection that takes statements before it has answered those ahead: while it is
   * short it may share one with others, and be made again on another one. Absent: each call has a connection to itself.
   */
  encadenable?: boolean
  run(
    connection: Conn,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
  ): Promise<unknown>
  stream?(
    connection: Conn,
    parametros: Readonly<Record<string, unknown>>,
    context: LlamadaContext,
  ): AsyncIterable<readonly unknown[]>
}

/** A kind of object of a server: `consulta`, `tabla`, `procedimiento`, `operacion` … Its schema draws the form of the node. */
export interface TipoObjeto<Conn extends Connection, Schema extends z.ZodObject = z.ZodObject> {
  label: string
  summary: string
  /** A field with `.meta({ enCatalogo: true })` names an object that `listObjetos` tells: it is picked among them. */
  /** A list with `.meta({ declara: 'datos' })` declares, as an entrada does, the fields of what is answered as `datos`. */
  objeto: Schema
  /** What it answers, where that is always the same. */
  salida?: readonly Parametro[]
  /** Pure: parses SQL names, builds statements. Throws an AppError that names the field. */
  prepare(
    objeto: z.output<Schema>,
    parametros: readonly string[],
    deps: Pick<ConnectDeps, 'limits'>,
  ): Operation<Conn>
}

export interface Destino {
  host: string
  puerto: number
  tls: boolean
  /** What its protocol says on a new socket before TLS begins; whether the other side agrees. Absent: TLS comes first. */
  startTls?(socket: Socket): Promise<boolean>
}

export interface ServidorDefinition<
  Config extends z.ZodObject = z.ZodObject,
  Conn extends Connection = Connection,
> {
  tipoServidor: string
  label: string
  grupo: 'base-de-datos' | 'servicio' | 'inteligencia-artificial' | 'interno'
  summary: string
  /** Secret fields carry `.meta({ secret: true })`; they are sealed at rest and write-only in the API. */
  config: Config
  objetos: Readonly<Record<string, TipoObjeto<Conn, z.ZodObject>>>
  /** What it tells by itself, so that a tarea may begin with it. */
  eventos?: Readonly<Record<string, TipoEvento<Conn, z.ZodObject>>>
  /** One connection carries many calls at once (HTTP); the pool then counts calls, not connections. */
  compartida?: boolean
  /** Where the layered test looks for name, TCP and TLS before signing in. Null: nothing to reach (a file, the product itself). */
  destino(config: z.output<Config>): Destino | null
  connect(config: z.output<Config>, deps: ConnectDeps): Promise<Conn>
  /** Asked before the settings are stored. Throws DatosInvalidos for what they name and this installation does not allow. */
  checkConfig?(config: z.output<Config>, deps: Pick<ConnectDeps, 'carpetaArchivos'>): void
  /**
   * What of the settings is read elsewhere when they are stored, over them. Asked after `checkConfig`, of whoever may store them; the only
   * time that it may reach the network.
   */
  completeConfig?(
    config: z.output<Config>,
    deps: Pick<ConnectDeps, 'servidor' | 'red' | 'limits' | 'signal'>,
  ): Promise<Partial<z.output<Config>>>
  /** How its contract is come by, where it has one that `readContrato` reads. */
  contrato?: ContratoDeTipo
  /** Reads the contract of the service anew, for whoever edits the settings; `before` are the stored ones. */
  readContrato?(
    config: z.output<Config>,
    deps: Pick<ConnectDeps, 'servidor' | 'red' | 'limits' | 'signal'>,
    before: z.output<Config> | null,
  ): Promise<ContratoLeido>
  /**
   * What is wrong with an object that a node names and with the parameters that it passes, by what is stored of the contract: nothing is asked
   * over the network. `campo` is the node's: `objeto.nombre`, `parametros[0].nombre`.
   */
  checkObjeto?(
    config: z.output<Config>,
    call: Pick<LlamadaSpec, 'tipoObjeto' | 'objeto' | 'parametros'>,
    deps: Pick<ConnectDeps, 'limits'>,
  ): Promise<ErrorDeCampo[]>
  listObjetos?(connection: Conn, filtro: FiltroDeObjetos, signal: AbortSignal): Promise<ObjetoDeServidor[]>
  describeObjeto?(
    connection: Conn,
    buscado: ObjetoBuscado,
    signal: AbortSignal,
  ): Promise<DetalleDeObjeto | undefined>
  /** Of a server of MCP: what it offers now, beside what was allowed of it. */
  listHerramientas?(connection: Conn, signal: AbortSignal): Promise<HerramientaDeMcp[]>
  /** Of a service of models: what it answers, while it is being said. Ending early leaves the service. */
  converse?(
    connection: Conn,
    peticion: PeticionDeConversacion,
    context: LlamadaContext,
  ): AsyncIterable<PiezaDeRespuesta>
}

/** What is listed of a server: by kind and by words of its name. */
export interface FiltroDeObjetos {
  tipoObjeto?: string
  q?: string
  limite: number
}

/** The one object that is described. */
export interface ObjetoBuscado {
  nombre: string
  tipoObjeto?: string
}

/** Declares a server type. The types tie config, connection and operations together. */
export function defineServidor<Config extends z.ZodObject, Conn extends Connection>(
  definition: ServidorDefinition<Config, Conn>,
): ServidorDefinition<Config, Conn> {
  return definition
}

/** Declares a kind of object. The types tie its schema to what `prepare` reads. */
export function defineTipoObjeto<Conn extends Connection, Schema extends z.ZodObject>(
  tipoObjeto: TipoObjeto<Conn, Schema>,
): TipoObjeto<Conn, Schema> {
  return tipoObjeto
}
