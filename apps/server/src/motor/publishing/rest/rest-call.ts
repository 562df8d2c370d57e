import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Respuesta } from '@div/contract'
import { hasBody, refuseEncoded } from '../../../http/check-request.ts'
import type { Problem } from '../../../http/problem.ts'
import { respuestaAceptada } from '../../async-pool/describe-accepted.ts'
import type { Respuesta as Guardada } from '../../async-pool/respuestas-repository.ts'
import type { CallWorker } from '../call-worker.ts'
import { CanalCall } from '../canal-call.ts'
import { problemOfSaturation } from '../saturation.ts'
import { type Answer, sendAnswer, sendProblem } from '../send.ts'
import { type Format, negotiate } from './accept.ts'
import { etagOf, formatAnswer, matchesEtag } from './answer.ts'
import { type BodyParser, chooseBodyParser } from './body.ts'
import type { CallParts } from './entry.ts'
import { NO_FIELDS, parseFields } from './query.ts'
import type { RestRoute } from './rest-route.ts'

/** One call of a REST canal: its entry from path, query, headers and body, its answer in the type that it asks for. */
export class RestCall extends CanalCall {
  readonly #route: RestRoute
  readonly #ruta: CallParts['ruta']
  readonly #rawQuery: string
  protected readonly gate: RestRoute['gate']
  protected formato: Format = 'json'
  #parse: BodyParser | null = null

  constructor(
    { route, worker }: { route: RestRoute; worker: CallWorker },
    wire: { request: IncomingMessage; response: ServerResponse },
    { ruta, rawQuery }: { ruta: CallParts['ruta']; rawQuery: string },
  ) {
    super(worker, wire)
    this.#route = route
    this.gate = route.gate
    this.#ruta = ruta
    this.#rawQuery = rawQuery
  }

  protected refuseSaturated(request: IncomingMessage, response: ServerResponse, retrySeconds: number): void {
    sendProblem(request, response, problemOfSaturation(retrySeconds))
  }

  protected receive(): void {
    const { fixedTypes, maxCuerpoBytes, entry } = this.#route
    this.formato = negotiate(this.request.headers.accept, fixedTypes)
    if (entry.readsBody && hasBody(this.request)) {
      // Refused before it is read.
      refuseEncoded(this.request)
      this.#parse = chooseBodyParser(this.request.headers['content-type'], entry.accepted, entry.fallback)
      this.readBody(maxCuerpoBytes)
    } else this.awaitTurn()
  }

  protected prepare(): void {
    const { entry, plan, metodo } = this.#route
    const cuerpo = this.bytes && this.bytes.length > 0 ? this.#parse?.(this.bytes) : undefined
    const consulta =
      entry.readsQuery && this.#rawQuery !== ''
        ? parseFields(this.#rawQuery, this.worker.limits.parametrosConsulta)
        : NO_FIELDS
    const raw = entry.read({
      ruta: this.#ruta,
      consulta,
      cabeceras: this.request.headers,
      cuerpo,
      bytes: this.bytes,
    })
    this.enter(this.#route, { entrada: plan.entrada.coerce(raw), repeats: metodo !== 'GET' })
  }

  protected formatAnswer(respuesta: Respuesta | undefined): Answer {
    return formatAnswer(respuesta, this.formato)
  }

  protected formatAccepted(idEjecucion: string): Answer {
    return formatAnswer(respuestaAceptada(idEjecucion), this.formato)
  }

  protected formatKept({ estadoHttp: status, tipoContenido, cabeceras, cuerpo }: Guardada): Answer {
    return { status, contentType: tipoContenido, headers: cabeceras, payload: cuerpo }
  }

  protected sendAnswer(answer: Answer, idEjecucion: string | null): void {
    const { etag: wantsEtag, metodo, vary } = this.#route
    const etag = wantsEtag && metodo === 'GET' && answer.status === 200 ? etagOf(answer.payload) : null
    const ifNoneMatch = this.request.headers['if-none-match']
    const isUnchanged = etag !== null && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)
    sendAnswer(
      this.response,
      isUnchanged ? { status: 304, contentType: null, headers: answer.headers, payload: '' } : answer,
      { idEjecucion, etag, vary },
    )
  }

  protected sendProblem(problem: Problem, headers: readonly string[]): void {
    sendProblem(this.request, this.response, problem, headers)
  }
}
