import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  AppError,
  DemasiadasPeticiones,
  monotonicNow,
  parseTraceparent,
  type Respuesta,
  type TrazaW3c,
} from '@div/contract'
import { type RunInput, type RunResult, runPlan } from '@div/engine'
import { hasBody, refuseEncoded } from '../../../http/check-request.ts'
import { type Problem, problemOf } from '../../../http/problem.ts'
import { respuestaAceptada } from '../../async-pool/describe-accepted.ts'
import type { Respuesta as Guardada } from '../../async-pool/respuestas-repository.ts'
import type { Trabajo } from '../../async-pool/trabajo.ts'
import type { SecretScope } from '../../history/secret-scope.ts'
import { newRunId } from '../../runtime/new-run-id.ts'
import type { Work } from '../admission.ts'
import { type Format, negotiate } from './accept.ts'
import { type Answer, etagOf, formatAnswer, matchesEtag } from './answer.ts'
import { chooseBodyParser, readBody } from './body.ts'
import { CallAbort } from './call-abort.ts'
import type { CallParts } from './entry.ts'
import { fingerprintOf, type IdempotentCall, parseIdempotencyKey } from './idempotency.ts'
import { problemOfRun } from './problem-of-run.ts'
import { NO_FIELDS, parseFields } from './query.ts'
import type { RestRoute, RestWorker } from './rest-route.ts'
import { sendAnswer, sendProblem } from './send.ts'

/** Processes that it calls add their secrets to those of the route. */
type RestInput = RunInput & { secretos: SecretScope }

/**
 * One call on its way through a canal: admitted, let in, read, run, answered. It goes on at once where nothing has to be waited for,
 * so that a process without I/O is answered in the turn in which it was read.
 */
export class RestCall implements Work {
  readonly #route: RestRoute
  readonly #worker: RestWorker
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #ruta: CallParts['ruta']
  readonly #rawQuery: string
  #caller = ''
  #format: Format = 'json'
  #bytes: Buffer | null = null
  #idempotent: IdempotentCall | null = null
  #abort: CallAbort | null = null
  /** Nobody waits for the end of an accepted run any more. */
  #forget: (() => void) | null = null
  /** Null before there is a run. */
  #idEjecucion: string | null = null
  #isLeft = false

  constructor(
    { route, worker }: { route: RestRoute; worker: RestWorker },
    { request, response }: { request: IncomingMessage; response: ServerResponse },
    { ruta, rawQuery }: { ruta: CallParts['ruta']; rawQuery: string },
  ) {
    this.#route = route
    this.#worker = worker
    this.#request = request
    this.#response = response
    this.#ruta = ruta
    this.#rawQuery = rawQuery
  }

  start(): void {
    const { gate } = this.#route
    const worker = this.#worker
    const { admission } = worker
    gate.cors?.allow(this.#request, this.#response)
    if (worker.draining) this.#response.shouldKeepAlive = false
    if (!admission.admits(gate)) {
      // Not `fail`: this call was never counted.
      worker.refusals.refuse(this.#request, this.#response)
      return
    }
    admission.enter(gate)
    this.#response.on('close', this.#onClose)
    try {
      const caller = gate.access(this.#request)
      if (typeof caller === 'string') this.#admit(caller)
      else caller.then(this.#admit, this.#fail)
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onClose = (): void => {
    if (!this.#response.writableFinished) this.#abort?.abort()
    this.#forget?.()
    this.#leave()
  }

  #leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    this.#worker.admission.leave(this.#route.gate)
  }

  readonly #admit = (caller: string): void => {
    // Whoever left while it was found out who they are wants nothing any more, and holds no place.
    if (this.#isLeft) return
    try {
      const { gate, fixedTypes, maxCuerpoBytes, entry } = this.#route
      this.#caller = caller
      // Callers without a name are told apart by where they call from.
      if (gate.rate)
        this.#spend(gate.rate(caller || this.#worker.callerAddress(this.#request), monotonicNow()))
      this.#format = negotiate(this.#request.headers.accept, fixedTypes)
      if (entry.readsBody && hasBody(this.#request)) {
        // Refused before it is read.
        refuseEncoded(this.#request)
        chooseBodyParser(this.#request.headers['content-type'], entry.accepted, entry.fallback)
        readBody(this.#request, maxCuerpoBytes, this.#onBody)
      } else this.#worker.admission.begin(this)
    } catch (error) {
      this.#fail(error)
    }
  }

  #spend(verdict: ReturnType<NonNullable<RestRoute['gate']['rate']>>): void {
    const response = this.#response
    response.setHeader('ratelimit-limit', verdict.limit)
    response.setHeader('ratelimit-remaining', verdict.remaining)
    response.setHeader('ratelimit-reset', verdict.retrySeconds)
    if (verdict.allowed) return
    const { retrySeconds: segundos } = verdict
    throw new DemasiadasPeticiones({ segundos }, { extra: { reintentarEnSegundos: segundos } })
  }

  readonly #onBody = (error: Error | null, bytes: Buffer): void => {
    if (error) {
      this.#fail(error)
      return
    }
    this.#bytes = bytes
    this.#worker.admission.begin(this)
  }

  proceed(): void {
    // It may have waited for its turn.
    if (this.#isLeft) return
    try {
      this.#prepare()
    } catch (error) {
      this.#fail(error)
    }
  }

  #parseBody(): unknown {
    if (this.#bytes === null || this.#bytes.length === 0) return undefined
    const { accepted, fallback } = this.#route.entry
    return chooseBodyParser(this.#request.headers['content-type'], accepted, fallback)(this.#bytes)
  }

  /** Reads the entry: everything that the caller did wrong is told here, before a run exists. */
  #prepare(): void {
    const { entry, plan, metodo } = this.#route
    const request = this.#request
    const cuerpo = this.#parseBody()
    const consulta =
      entry.readsQuery && this.#rawQuery !== ''
        ? parseFields(this.#rawQuery, this.#worker.limits.parametrosConsulta)
        : NO_FIELDS
    const raw = entry.read({
      ruta: this.#ruta,
      consulta,
      cabeceras: request.headers,
      cuerpo,
      bytes: this.#bytes,
    })
    const entrada = plan.entrada.coerce(raw)
    const clave = request.headers['idempotency-key']
    if (clave === undefined || metodo === 'GET') this.#begin(entrada)
    else this.#runOnce(parseIdempotencyKey(clave), entrada).catch(this.#fail)
  }

  async #runOnce(clave: string, entrada: Record<string, unknown>): Promise<void> {
    const { canalId, tiempoMaximoMs } = this.#route
    const huella = fingerprintOf({
      caller: this.#caller,
      method: this.#request.method ?? '',
      url: this.#request.url ?? '',
      bytes: this.#bytes,
    })
    const call = { canalId, clave, huella, tiempoMaximoMs }
    const first = await this.#worker.idempotency.claim(call)
    if (this.#isLeft) {
      // Left meanwhile: nothing was begun, and a repeat may begin it.
      if (!first) await this.#worker.idempotency.release(call)
      return
    }
    if (first) {
      const { 'x-ejecucion-id': idEjecucion = null, ...headers } = first.headers
      this.#send({ ...first, headers: { ...headers, 'idempotency-replayed': 'true' } }, idEjecucion)
      return
    }
    this.#idempotent = call
    this.#begin(entrada)
  }

  #begin(entrada: Record<string, unknown>): void {
    const { asincrono } = this.#route
    if (asincrono) this.#accept(entrada, asincrono)
    else this.#run(entrada)
  }

  /** Stored for whichever worker takes it first: its caller asks later what became of it. */
  #accept(
    entrada: Record<string, unknown>,
    { avisa, espera, ...waiting }: NonNullable<RestRoute['asincrono']>,
  ): void {
    const { procesoId, version, canalId, tiempoMaximoMs } = this.#route
    const idEjecucion = newRunId()
    const traza = this.#readTraza()
    const trabajo: Trabajo = {
      procesoId,
      version,
      canalId,
      tareaId: null,
      origen: 'canal',
      entrada,
      formato: this.#format,
      tiempoMaximoMs,
      ...(avisa && { avisa }),
      ...(espera && { espera }),
      ...(traza && { traza }),
    }
    // Before it is accepted: it may end at once.
    const answer = espera ? this.#worker.waitFor(idEjecucion, tiempoMaximoMs) : null
    this.#forget = answer && answer.forget
    const call = this.#idempotent
    const accepted = formatAnswer(respuestaAceptada(idEjecucion), this.#format)
    this.#worker
      .accept(
        { idEjecucion, trabajo, bytes: this.#bytes?.length ?? 0, ...waiting },
        // A repeat is told of this run from the moment on in which there is one.
        call && ((trx) => this.#worker.idempotency.keepIn(trx, call, named(accepted, idEjecucion))),
      )
      .then(() => {
        this.#idEjecucion = idEjecucion
        return answer?.ended
      })
      .then((respuesta) => {
        if (respuesta) this.#passOn(respuesta, idEjecucion)
        // What was accepted goes on: who waited for it asks later.
        else this.#send(accepted, idEjecucion)
      })
      .catch(this.#fail)
  }

  /** The answer of a run that another worker may have run. */
  #passOn({ estado, estadoHttp: status, tipoContenido, cabeceras, cuerpo }: Guardada, id: string): void {
    if (this.#isLeft) return
    if (estado === 'ok')
      this.#answer({ status, contentType: tipoContenido, headers: cabeceras, payload: cuerpo }, id)
    else this.#refuse({ status, body: cuerpo.toString(), retrySeconds: null }, id)
  }

  /** The trace that the call says it belongs to. */
  #readTraza(): TrazaW3c | null {
    const { traceparent } = this.#request.headers
    return typeof traceparent === 'string' ? parseTraceparent(traceparent) : null
  }

  #run(entrada: Record<string, unknown>): void {
    const { plan, secretos, traza, tiempoMaximoMs, procesoId, version, canalId } = this.#route
    const { ports, portsSinPasos } = this.#worker
    const abort = new CallAbort()
    this.#abort = abort
    const input: RestInput = {
      idEjecucion: newRunId(),
      entrada,
      deadline: monotonicNow() + tiempoMaximoMs,
      signal: abort,
      profundidad: 0,
      secretos,
      esperaMs: 0,
    }
    const w3c = this.#readTraza() ?? this.#worker.beginTraza?.(input.idEjecucion)
    if (w3c) input.traza = w3c
    this.#idEjecucion = input.idEjecucion
    const result = runPlan(plan, input, traza.sinPasos ? portsSinPasos : ports)
    if (!(result instanceof Promise)) {
      this.#finish(input, result)
      return
    }
    const { idEjecucion: id } = input
    const run = { id, inicio: monotonicNow(), procesoId, version, canalId, origen: 'canal' } as const
    this.#worker.enCurso.track(run, { input, abort, ended: result })
    result.then((settled) => this.#finish(input, settled)).catch(this.#fail)
  }

  #finish({ idEjecucion, entrada, secretos, esperaMs = 0, traza: w3c }: RestInput, result: RunResult): void {
    const { gate } = this.#route
    const { observe, plan, traza, canalId, procesoId, version } = this.#route
    const { estado, inicio, duracionMs, error, respuesta, pasos, pasosOmitidos, causa } = result
    if (esperaMs < gate.leastWaitMs) {
      gate.leastWaitMs = esperaMs
      // Nodes that wait side by side wait longer than their run lasts.
      gate.workMs = Math.max(0, duracionMs - esperaMs)
    }
    if (error) {
      this.#refuse(problemOfRun(error, idEjecucion), idEjecucion)
      if (!(causa instanceof AppError))
        this.#worker.log.error({ err: causa, idEjecucion }, 'run failed by our fault')
    } else this.#tryAnswer(respuesta, idEjecucion)
    observe({ endMs: inicio + duracionMs, durationMs: duracionMs, failed: estado === 'error' })
    this.#worker.history.record({
      id: idEjecucion,
      inicio,
      duracionMs,
      estado,
      procesoId,
      version,
      canalId,
      origen: 'canal',
      error,
      entrada,
      respuesta,
      pasos,
      pasosOmitidos,
      w3c,
      traza,
      secretos,
      plan,
    })
  }

  #tryAnswer(respuesta: Respuesta | undefined, idEjecucion: string): void {
    try {
      this.#answer(formatAnswer(respuesta, this.#format), idEjecucion)
    } catch (error) {
      // What the process computed cannot be sent; the run itself stands as it is.
      this.#fail(error)
    }
  }

  #answer(answer: Answer, idEjecucion: string): void {
    const call = this.#idempotent
    if (!call) {
      this.#send(answer, idEjecucion)
      return
    }
    // Kept first: a repeat after this answer must find it.
    this.#worker.idempotency
      .keep(call, named(answer, idEjecucion))
      .catch((error: unknown) => this.#worker.log.error({ err: error }, 'first answer not kept'))
      .then(() => this.#send(answer, idEjecucion))
      .catch(this.#fail)
  }

  #send(answer: Answer, idEjecucion: string | null): void {
    const { etag: wantsEtag, metodo, vary } = this.#route
    const etag = wantsEtag && metodo === 'GET' && answer.status === 200 ? etagOf(answer.payload) : null
    const ifNoneMatch = this.#request.headers['if-none-match']
    const isUnchanged = etag !== null && ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)
    sendAnswer(
      this.#response,
      isUnchanged ? { status: 304, contentType: null, headers: answer.headers, payload: '' } : answer,
      { idEjecucion, etag, vary },
    )
  }

  /** A run that failed leaves nothing that a repeat with the same key should get. */
  #refuse(problem: Problem, idEjecucion: string): void {
    const headers = ['x-ejecucion-id', idEjecucion]
    this.#giveUpKey('release')
      .then(() => sendProblem(this.#request, this.#response, problem, headers))
      .catch(this.#fail)
  }

  async #giveUpKey(how: 'release' | 'abandon'): Promise<void> {
    const call = this.#idempotent
    this.#idempotent = null
    try {
      if (call) await this.#worker.idempotency[how](call)
    } catch (error) {
      // It comes free by itself, later; the caller is told what became of the call.
      this.#worker.log.error({ err: error }, 'claim not released')
    }
  }

  readonly #fail = (error: unknown): void => {
    const isExpected = error instanceof AppError
    const idEjecucion = this.#idEjecucion
    if (!isExpected) this.#worker.log.error({ err: error, idEjecucion }, 'call failed')
    // It may have been accepted all the same.
    void this.#giveUpKey('abandon')
    const problem = problemOf(error, idEjecucion === null ? {} : { idEjecucion })
    const headers = problem.status === 401 ? ['www-authenticate', this.#route.gate.challenge] : []
    if (idEjecucion !== null) headers.push('x-ejecucion-id', idEjecucion)
    sendProblem(this.#request, this.#response, problem, headers)
  }
}

/** With the number of its run, as it is kept. */
function named(answer: Answer, idEjecucion: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'x-ejecucion-id': idEjecucion } }
}
