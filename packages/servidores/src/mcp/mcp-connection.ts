import {
  HerramientaCambiada,
  HerramientaFallida,
  HerramientaNoPermitida,
  HerramientaRetirada,
  isPlainObject,
  type Limits,
  monotonicNow,
  motivoOf,
  type RespuestaDeHerramienta,
  ServidorNoResponde,
  ServidorRechaza,
} from '@div/contract'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import type { HttpService } from '../http/http-service.ts'
import type { TraceHeaders } from '../trace-headers.ts'
import { type HerramientaOfrecida, readDefinicion } from './definicion.ts'
import { Secretos } from './hide-secretos.ts'
import { findPermitida, listSecretos, type McpConfig } from './mcp-config.ts'
import { type Credencial, McpWire, type Peticion, type Sesion, SesionTerminada } from './mcp-wire.ts'
import { SharedWork } from './shared-work.ts'

/** Revisions of the protocol that are spoken here, the latest first: of what this client does they differ in nothing. */
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
const KNOWN: ReadonlySet<unknown> = new Set(VERSIONS)
/** A page of tools holds what its server likes; of one that has no end enough is seen. */
const MAX_PAGES = 100
const FAREWELL_MS = 1_000
interface Llamada {
  nombre: string
  argumentos: Readonly<Record<string, unknown>>
  clase: 'consulta' | 'accion'
  /** What the tool itself says went wrong is an answer. */
  tolerante: boolean
  /** As whoever asks for it was shown it; absent: as it is allowed now. */
  huella: string | undefined
  signal: AbortSignal
  traza: TraceHeaders
}

interface Vistas {
  herramientas: Map<string, HerramientaOfrecida>
  /** How many are not told as the protocol says. */
  ilegibles: number
  at: number
}

/** One session with a server of MCP, for many calls at once. */
export class McpConnection implements Connection {
  readonly config: McpConfig
  readonly #servidor: string
  readonly #limits: Limits
  readonly #http: HttpService
  readonly #wire: McpWire
  readonly #beginning: SharedWork<Sesion>
  readonly #looking: SharedWork<Vistas>
  #sesion: Sesion | null = null
  /** Null: they are to be looked at before the next call. */
  #vistas: Vistas | null = null

  constructor(
    config: McpConfig,
    { servidor, limits }: Pick<ConnectDeps, 'servidor' | 'limits'>,
    { http, credencial }: { http: HttpService; credencial: Credencial },
  ) {
    this.config = config
    this.#servidor = servidor
    this.#limits = limits
    this.#http = http
    const late = () => new ServidorNoResponde({ servidor, motivo: `no contestó en ${limits.conexionMs} ms` })
    this.#beginning = new SharedWork(limits.conexionMs, late)
    this.#looking = new SharedWork(limits.conexionMs, late)
    this.#wire = new McpWire({
      servidor,
      url: config.url,
      http,
      credencial,
      secretos: new Secretos(listSecretos(config)),
      limits,
      onToolsChanged: () => {
        this.#vistas = null
      },
    })
  }

  /** A session that ends is begun anew. */
  get usable(): boolean {
    return true
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#begun(signal)
  }

  /** What the server offers, asked anew. */
  async listHerramientas(signal: AbortSignal): Promise<Vistas> {
    const herramientas = new Map<string, HerramientaOfrecida>()
    const vistas: Vistas = { herramientas, ilegibles: 0, at: 0 }
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === null ? {} : { cursor }
      const { tools, nextCursor } = await this.#ask({ method: 'tools/list', params }, signal)
      if (!Array.isArray(tools)) throw this.#refuse('su lista de herramientas no es de MCP')
      const room = this.#limits.mcpHerramientas - herramientas.size
      for (const told of tools.slice(0, room)) this.#add(vistas, told)
      if (typeof nextCursor !== 'string' || tools.length >= room) break
      cursor = nextCursor
    }
    vistas.at = monotonicNow()
    this.#vistas = vistas
    return vistas
  }

  /** Of two with one name nobody could say which is called: the first is. */
  #add(vistas: Vistas, told: unknown): void {
    const read = readDefinicion(told, { url: this.config.url, limits: this.#limits })
    if (read && !vistas.herramientas.has(read.definicion.nombre))
      vistas.herramientas.set(read.definicion.nombre, read)
    else vistas.ilegibles++
  }

  /** Only what somebody allowed, and as it was then. */
  async call({
    nombre,
    argumentos,
    clase,
    tolerante,
    huella,
    signal,
    traza,
  }: Llamada): Promise<RespuestaDeHerramienta> {
    const servidor = this.#servidor
    const permitida = findPermitida(this.config, nombre)
    if (!permitida) throw new HerramientaNoPermitida({ herramienta: nombre, servidor })
    if (permitida.escribe && clase === 'consulta')
      throw new HerramientaNoPermitida({ herramienta: nombre, servidor }, { extra: { escribe: true } })
    if (huella !== undefined && huella !== permitida.huella)
      throw new HerramientaCambiada({ herramienta: nombre, servidor })
    // What a server says of its tools may be something else in the next session.
    const result = await this.#withinSession(async () => {
      const ofrecida = (await this.#current(signal)).herramientas.get(nombre)
      if (!ofrecida) throw new HerramientaRetirada({ herramienta: nombre, servidor })
      if (ofrecida.huella !== permitida.huella)
        throw new HerramientaCambiada({ herramienta: nombre, servidor })
      const params = { name: nombre, arguments: argumentos }
      return this.#askOnce({ method: 'tools/call', params }, { signal, traza })
    })
    const respuesta = readRespuesta(result)
    if (respuesta.esError && !tolerante) {
      const motivo = motivoOf(respuesta)
      throw new HerramientaFallida({ herramienta: nombre, servidor, motivo }, { extra: { respuesta } })
    }
    return respuesta
  }

  async ping(signal: AbortSignal): Promise<string> {
    const { herramientas, ilegibles } = await this.listHerramientas(signal)
    const told = herramientas.size === 1 ? '1 herramienta' : `${herramientas.size} herramientas`
    return ilegibles === 0 ? told : `${told} y ${ilegibles} que no se entienden`
  }

  async close(): Promise<void> {
    const sesion = this.#sesion
    this.#sesion = null
    try {
      if (sesion?.id) await this.#wire.end(sesion, AbortSignal.timeout(FAREWELL_MS))
    } catch {
      // It runs out by itself.
    } finally {
      await this.#http.close()
    }
  }

  async #current(signal: AbortSignal): Promise<Vistas> {
    const vistas = this.#vistas
    if (vistas && monotonicNow() - vistas.at < this.#limits.mcpRevisionMs) return vistas
    return this.#looking.join((own) => this.listHerramientas(own), signal)
  }

  #ask(peticion: Peticion, signal: AbortSignal): Promise<Record<string, unknown>> {
    return this.#withinSession(() => this.#askOnce(peticion, { signal }))
  }

  /** Once more in a new session where the one of before has ended: of what was asked in it nothing was done. */
  async #withinSession<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (cause) {
      if (!(cause instanceof SesionTerminada)) throw cause
    }
    try {
      return await work()
    } catch (cause) {
      throw cause instanceof SesionTerminada ? this.#refuse('termina cada sesión en cuanto comienza') : cause
    }
  }

  /** Throws SesionTerminada, besides what asking throws. */
  async #askOnce(
    peticion: Peticion,
    { signal, traza = {} }: { signal: AbortSignal; traza?: TraceHeaders },
  ): Promise<Record<string, unknown>> {
    const sesion = await this.#begun(signal)
    try {
      return (await this.#wire.ask(peticion, { sesion, signal, traza })).result
    } catch (cause) {
      if (cause instanceof SesionTerminada && this.#sesion === sesion) {
        this.#sesion = null
        this.#vistas = null
      }
      throw cause
    }
  }

  /** However many wait for it, one session is begun. */
  #begun(signal: AbortSignal): Promise<Sesion> | Sesion {
    return this.#sesion ?? this.#beginning.join((own) => this.#initialize(own), signal)
  }

  async #initialize(signal: AbortSignal): Promise<Sesion> {
    const { result, sesionId } = await this.#wire.ask(
      {
        method: 'initialize',
        params: { protocolVersion: VERSIONS[0], capabilities: {}, clientInfo: { name: 'div', version: '1' } },
      },
      { sesion: null, signal },
    )
    const { protocolVersion, capabilities } = result
    if (typeof protocolVersion !== 'string' || !KNOWN.has(protocolVersion))
      throw this.#refuse(
        `habla la revisión «${String(protocolVersion).slice(0, 40)}» de MCP, que aquí no se habla`,
      )
    if (!isPlainObject(capabilities) || capabilities.tools === undefined)
      throw this.#refuse('no ofrece herramientas')
    const sesion = { id: sesionId, version: protocolVersion }
    await this.#wire.tell({ method: 'notifications/initialized' }, { sesion, signal })
    this.#sesion = sesion
    return sesion
  }

  #refuse(motivo: string): Error {
    return new ServidorRechaza({ servidor: this.#servidor, motivo })
  }
}

/** What a tool answered, told so that a node and a model can use it. */
function readRespuesta({
  content,
  structuredContent,
  isError,
}: Record<string, unknown>): RespuestaDeHerramienta {
  const contenido = Array.isArray(content) ? content : []
  const textos = contenido.flatMap((each) =>
    isPlainObject(each) && each.type === 'text' && typeof each.text === 'string' ? [each.text] : [],
  )
  return {
    texto: textos.join('\n'),
    datos: structuredContent ?? null,
    contenido,
    esError: isError === true,
  }
}
