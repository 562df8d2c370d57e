import { LimiteSuperado, type Limits } from '@div/contract'
import type { ConnectDeps, Connection } from '../define-servidor.ts'
import type { HttpService } from '../http/http-service.ts'
import { refuse } from '../refuse.ts'
import { type Consumos, SIN_CUENTA } from './consumos.ts'
import { type Guardadas, huellaOf } from './guardadas.ts'
import type { IaConfig } from './ia-config.ts'
import type { Modelo, Proveedor } from './proveedor.ts'

/** Of a servidor whose type has models for vectors. */
type Config = IaConfig & { modeloEmbeddings?: string }

type Deps = Pick<ConnectDeps, 'servidor' | 'limits' | 'consumos' | 'guardadas'>

/** Some services list thousands. */
const MAX_SUGERIDOS = 500

/** One service of models: which are asked, in which order, and how often. */
export class IaConnection implements Connection {
  readonly usable = true
  readonly servidor: string
  readonly limits: Limits
  readonly reintentos: IaConfig['reintentos']
  readonly consumos: Consumos
  /** Null: nobody keeps answers. */
  readonly guardadas: Guardadas | null
  /** Another one under other settings. */
  readonly huella: string
  readonly proveedor: Proveedor
  readonly ai: typeof import('ai')
  readonly #config: Config
  readonly #http: HttpService
  /** As it was asked for them last. */
  #modelos: readonly Modelo[] = []

  private constructor(
    config: Config,
    { servidor, limits, consumos = SIN_CUENTA, guardadas }: Deps,
    parts: { http: HttpService; proveedor: Proveedor; ai: typeof import('ai') },
  ) {
    this.servidor = servidor
    this.limits = limits
    this.reintentos = config.reintentos
    this.consumos = consumos
    this.guardadas = guardadas ?? null
    this.huella = huellaOf(config)
    this.proveedor = parts.proveedor
    this.ai = parts.ai
    this.#config = config
    this.#http = parts.http
  }

  static async open(
    config: Config,
    deps: Deps,
    { http, proveedor }: { http: HttpService; proveedor: Proveedor },
  ): Promise<IaConnection> {
    const ai = await import('ai')
    // What a service does not take of what it is told is written to the console otherwise.
    globalThis.AI_SDK_LOG_WARNINGS = false
    return new IaConnection(config, deps, { http, proveedor, ai })
  }

  /** The models to ask, in their order. Throws DatosInvalidos where nobody has said any. */
  modelosFor(wanted: string, campo = 'objeto.modelo'): [string, ...string[]] {
    const first = wanted || this.#config.modelo
    if (first === '') throw refuse(campo, 'Elija un modelo, aquí o en el servidor.')
    return [first, ...this.#config.alternativas.filter((each) => each !== first)]
  }

  /** The model to ask for vectors: there is no other, as those of two models cannot be compared. */
  modeloOfVectores(wanted: string): string {
    const modelo = wanted || (this.#config.modeloEmbeddings ?? '')
    if (modelo === '') throw refuse('objeto.modelo', 'Elija un modelo de vectores, aquí o en el servidor.')
    return modelo
  }

  /** Throws LimiteSuperado for more than a service of models is sent. */
  checkSize(...texts: readonly string[]): void {
    const { iaEntradaBytes: maximo } = this.limits
    let bytes = 0
    for (const text of texts) bytes += Buffer.byteLength(text)
    if (bytes > maximo) throw new LimiteSuperado({ limite: 'iaEntradaBytes', maximo })
  }

  checkTokens(maxTokens: number): void {
    const { iaTokensSalida: maximo } = this.limits
    if (maxTokens > maximo) throw new LimiteSuperado({ limite: 'iaTokensSalida', maximo })
  }

  listModelos(signal: AbortSignal): Promise<Modelo[]> {
    return this.proveedor.listModelos(signal)
  }

  /** The list of its models is what any service answers to whoever may use it, and costs nothing. */
  async ping(signal: AbortSignal): Promise<string> {
    this.#modelos = await this.listModelos(signal)
    const { length } = this.#modelos
    return length === 1 ? '1 modelo' : `${length} modelos`
  }

  suggest(): Readonly<Record<string, readonly string[]>> {
    const ofClase = (wanted: Modelo['clase']) =>
      this.#modelos
        .filter(({ clase }) => clase === wanted)
        .map(({ nombre }) => nombre)
        .toSorted()
        .slice(0, MAX_SUGERIDOS)
    const textos = ofClase('texto')
    return {
      modelo: textos,
      alternativas: textos,
      conImagenes: textos,
      modeloEmbeddings: ofClase('vectores'),
    }
  }

  close(): Promise<void> {
    return this.#http.close()
  }
}
