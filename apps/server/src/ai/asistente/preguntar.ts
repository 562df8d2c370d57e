import {
  EjecucionCancelada,
  type Limits,
  type LlamadaContext,
  monotonicNow,
  ServidorRechaza,
  TiempoAgotado,
} from '@div/contract'
import type { PeticionDeConversacion } from '@div/servidores'
import { NO_SECRETS } from '../../motor/history/secret-scope.ts'
import type { Pools } from '../../motor/pools/pools.ts'
import { newRunId } from '../../motor/runtime/new-run-id.ts'
import type { ModeloDelAsistente } from './modelo-repository.ts'

export interface Tokens {
  entrada: number | null
  salida: number | null
}

interface Contestado {
  texto: string
  /** It had more to say than it was given room for. */
  isCut: boolean
}

export interface Pregunta {
  instrucciones: string
  mensajes: PeticionDeConversacion['mensajes']
  /** The shape of the answer, for services that hold models to one. */
  esquema: object
}

/** One talk of the assistant with its model: asked as often as it takes, within one time, and charged to whoever asked. */
export class Charla {
  /** Of whoever answered last. */
  modelo: string
  readonly tokens: Tokens = { entrada: 0, salida: 0 }
  rondas = 0
  readonly #pools: Pick<Pools, 'converse'>
  readonly #asked: ModeloDelAsistente
  readonly #limits: Pick<Limits, 'asistenteTokens' | 'asistenteMs'>
  readonly #timeout: AbortSignal
  readonly #context: LlamadaContext
  /** The service refuses to be asked for a shape: then words alone ask for it. */
  #isShapeless = false

  constructor(
    pools: Pick<Pools, 'converse'>,
    asked: ModeloDelAsistente,
    {
      limits,
      usuarioId,
      signal,
    }: { limits: Pick<Limits, 'asistenteMs' | 'asistenteTokens'>; usuarioId: string; signal: AbortSignal },
  ) {
    const id = newRunId()
    this.modelo = asked.modelo
    this.#pools = pools
    this.#asked = asked
    this.#limits = limits
    this.#timeout = AbortSignal.timeout(limits.asistenteMs)
    this.#context = {
      idEjecucion: id,
      claveIdempotencia: `${id}/asistente/1`,
      signal: AbortSignal.any([signal, this.#timeout]),
      deadline: monotonicNow() + limits.asistenteMs,
      profundidad: 0,
      savepoint: false,
      caller: { secretos: NO_SECRETS, consumidor: { usuarioId } },
    }
  }

  /** Throws an AppError: of the servidor, or of a budget. */
  async ask(pregunta: Pregunta): Promise<Contestado> {
    this.rondas++
    try {
      return await this.#askShaped(pregunta)
    } catch (cause) {
      const { asistenteMs: limiteMs } = this.#limits
      if (this.#timeout.aborted)
        throw new TiempoAgotado({ que: 'La respuesta del asistente', limiteMs }, { cause })
      if (this.#context.signal.aborted) throw new EjecucionCancelada(undefined, { cause })
      throw cause
    }
  }

  async #askShaped(pregunta: Pregunta): Promise<Contestado> {
    if (this.#isShapeless) return this.#listen(pregunta, false)
    try {
      return await this.#listen(pregunta, true)
    } catch (cause) {
      if (!isAboutShape(cause)) throw cause
      this.#isShapeless = true
      return this.#listen(pregunta, false)
    }
  }

  async #listen({ instrucciones, mensajes, esquema }: Pregunta, isShaped: boolean): Promise<Contestado> {
    const { servidorId, modelo } = this.#asked
    const peticion: PeticionDeConversacion = {
      modelo,
      instrucciones,
      mensajes,
      maxTokens: this.#limits.asistenteTokens,
      ...(isShaped && { esquema }),
    }
    const said: Contestado = { texto: '', isCut: false }
    for await (const pieza of this.#pools.converse(servidorId, peticion, this.#context)) {
      if (pieza.tipo === 'modelo') this.modelo = pieza.modelo
      else if (pieza.tipo === 'texto') said.texto += pieza.texto
      else if (pieza.tipo === 'fin') {
        said.isCut = pieza.motivo === 'longitud'
        this.tokens.entrada = add(this.tokens.entrada, pieza.tokens.entrada)
        this.tokens.salida = add(this.tokens.salida, pieza.tokens.salida)
      }
    }
    return said
  }
}

/** Services that know no shapes refuse the whole request. */
function isAboutShape(cause: unknown): boolean {
  if (!(cause instanceof ServidorRechaza)) return false
  return cause.extra.estado === 400 || cause.extra.estado === 422
}

function add(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right
}
