import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  AppError,
  DemasiadasPeticiones,
  monotonicNow,
  PeticionLenta,
  type Respuesta,
  readTraza,
} from '@div/contract'
import { type RunInput, type RunResult, runPlan } from '@div/engine'
import { type Problem, problemOf } from '../../http/problem.ts'
import type { Respuesta as Guardada } from '../async-pool/respuestas-repository.ts'
import type { Trabajo } from '../async-pool/trabajo.ts'
import type { SecretScope } from '../history/secret-scope.ts'
import { newRunId } from '../runtime/new-run-id.ts'
import { CallAbort } from './call-abort.ts'
import type { CallWorker } from './call-worker.ts'
import type { CanalRoute } from './canal-route.ts'
import { fingerprintOf, type IdempotentCall, parseIdempotencyKey } from './idempotency.ts'
import { problemOfRun } from './problem-of-run.ts'
import type { RateLimiter } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import type { Answer } from './send.ts'
import type { Reading } from './slow-bodies.ts'
import type { Work } from './turns.ts'

/** Processes that it calls add their secrets to those of the route. */
type CallInput = RunInput & { secretos: SecretScope }

/**
 * One call on its way through a canal: admitted, let in, read, run, answered. It goes on at once where nothing has to be waited for,
 * so that a process without I/O is answered in the turn in which it was read. What a call looks like on the wire, its kind of canal says.
 */
export abstract class CanalCall implements Work, Reading {
  protected readonly worker: CallWorker
  protected readonly request: IncomingMessage
  protected readonly response: ServerResponse
  /** Null: it has none, or none is read. */
  protected bytes: Buffer | null = null
  /** Of the calls that wait for their turn. */
  earlier: Work | null = null
  later: Work | null = null
  comingIn = 0
  #caller = ''
  #idempotent: IdempotentCall | null = null
  #abort: CallAbort | null = null
  /** Nobody waits for the end of an accepted run any more. */
  #forget: (() => void) | null = null
  /** Null before there is a run. */
  #idEjecucion: string | null = null
  #isLeft = false
  #holdsPlace = false
  #awaitsBody = false

  constructor(
    worker: CallWorker,
    { request, response }: { request: IncomingMessage; response: ServerResponse },
  ) {
    this.worker = worker
    this.request = request
    this.response = response
  }

  protected abstract readonly gate: CanalRoute['gate']
  /** In which an accepted run keeps its answer. */
  protected abstract readonly formato: Trabajo['formato']

  /** Says that there is no place for it, and when to come back. */
  protected abstract refuseSaturated(
    request: IncomingMessage,
    response: ServerResponse,
    retrySeconds: number,
  ): void
  /** Who calls is known: `readBody` or `awaitTurn` goes on. */
  protected abstract receive(): void
  /** Its turn has come, and its body is there: `enter` goes on. */
  protected abstract prepare(): void
  protected abstract formatAnswer(respuesta: Respuesta | undefined): Answer
  /** The run is accepted, and this says where to ask for it. */
  protected abstract formatAccepted(idEjecucion: string): Answer
  /** What another worker has kept of a run that ended well. */
  protected abstract formatKept(guardada: Guardada): Answer
  protected abstract sendAnswer(answer: Answer, idEjecucion: string | null): void
  protected abstract sendProblem(problem: Problem, headers: readonly string[]): void

  /** Where its runs come from. */
  protected get origen(): 'canal' | 'mcp' {
    return 'canal'
  }

  /** What two calls have alike that are the same. */
  protected contentOf(_entrada: Readonly<Record<string, unknown>>): Buffer | string | null {
    return this.bytes
  }

  start(): void {
    this.gate.cors?.allow(this.request, this.response)
    if (this.worker.draining) this.response.shouldKeepAlive = false
    if (!this.#takePlace()) return
    this.response.on('close', this.#onClose)
    this.guard(() => this.identify())
  }

  /** Whether there was one; else the caller is told. */
  #takePlace(): boolean {
    const { worker, gate, request, response } = this
    this.#holdsPlace = worker.admission.admits(gate, this)
    if (this.#holdsPlace) worker.admission.enter(gate)
    // Not `fail`: this call is not counted.
    else {
      const retrySeconds = worker.admission.retrySeconds(gate)
      const tell = this.refuseSaturated
      worker.refusals.refuse({ request, response, retrySeconds, tell }, worker.admission.isPressed)
    }
    return this.#holdsPlace
  }

  yieldPlace(): void {
    this.#holdsPlace = false
    this.worker.admission.leave(this.gate)
  }

  refuseSlow(): void {
    this.#stopReading()
    this.response.shouldKeepAlive = false
    this.fail(new PeticionLenta())
  }

  /** Whatever is thrown is how the call ends. */
  protected guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.fail(error)
    }
  }

  protected identify(): void {
    this.letIn(this.gate.access(this.request), () => this.receive())
  }

  /** Goes on once it is known who calls, within what they may call. */
  protected letIn(caller: string | Promise<string>, goOn: () => void): void {
    const admit = (known: string) => {
      // Whoever left while it was found out who they are wants nothing any more, and holds no place.
      if (this.#isLeft) return
      this.guard(() => {
        this.#caller = known
        this.spend(known)
        goOn()
      })
    }
    if (typeof caller === 'string') admit(caller)
    else caller.then(admit, this.fail)
  }

  readonly #onClose = (): void => {
    if (!this.response.writableFinished) this.#abort?.abort()
    this.#forget?.()
    this.#leave()
  }

  #leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    this.#stopReading()
    if (this.#holdsPlace) this.yieldPlace()
  }

  /** Callers without a name are told apart by where they call from. `cost` 0: only whether there is any left. */
  protected spend(caller: string, cost: 0 | 1 = 1): void {
    if (this.gate.rate) this.spendOf(this.gate.rate, caller, cost)
  }

  protected spendOf(rate: RateLimiter, caller: string, cost: 0 | 1 = 1): void {
    const verdict = rate(caller || this.worker.callerAddress(this.request), monotonicNow(), cost)
    const { response } = this
    response.setHeader('ratelimit-limit', verdict.limit)
    response.setHeader('ratelimit-remaining', verdict.remaining)
    response.setHeader('ratelimit-reset', verdict.retrySeconds)
    if (verdict.allowed) return
    const { retrySeconds: segundos } = verdict
    throw new DemasiadasPeticiones({ segundos }, { extra: { reintentarEnSegundos: segundos } })
  }

  protected readBody(maxBytes: number): void {
    this.#awaitsBody = true
    this.worker.slowBodies.begin(this)
    readBody(this.request, maxBytes, this.#onBody)
  }

  #stopReading(): void {
    if (!this.#awaitsBody) return
    this.#awaitsBody = false
    this.worker.slowBodies.end(this)
  }

  readonly #onBody = (error: Error | null, bytes: Buffer): void => {
    if (!this.#awaitsBody) return
    this.#stopReading()
    if (error) {
      this.fail(error)
      return
    }
    this.bytes = bytes
    if (this.#holdsPlace || this.#takePlace()) this.awaitTurn()
  }

  protected awaitTurn(): void {
    this.worker.admission.begin(this)
  }

  proceed(): void {
    // It may have waited for its turn.
    if (!this.#isLeft) this.guard(() => this.prepare())
  }

  /** Everything that the caller did wrong was told before: there will be a run. `repeats`: its Idempotency-Key counts. */
  protected enter(
    route: CanalRoute,
    { entrada, repeats }: { entrada: Record<string, unknown>; repeats: boolean },
  ): void {
    const clave = this.request.headers['idempotency-key']
    const { canalId } = route
    if (clave === undefined || !repeats || canalId === null) this.#begin(route, entrada)
    else this.#runOnce(route, { canalId, clave: parseIdempotencyKey(clave) }, entrada).catch(this.fail)
  }

  async #runOnce(
    route: CanalRoute,
    key: Pick<IdempotentCall, 'canalId' | 'clave'>,
    entrada: Record<string, unknown>,
  ): Promise<void> {
    const { idempotency } = this.worker
    const huella = fingerprintOf({
      caller: this.#caller,
      method: this.request.method ?? '',
      url: this.request.url ?? '',
      content: this.contentOf(entrada),
    })
    const call = { ...key, huella, tiempoMaximoMs: route.tiempoMaximoMs }
    const first = await idempotency.claim(call)
    if (this.#isLeft) {
      // Left meanwhile: nothing was begun, and a repeat may begin it.
      if (!first) await idempotency.release(call)
      return
    }
    if (first) {
      const { 'x-ejecucion-id': idEjecucion = null, ...headers } = first.headers
      this.sendAnswer({ ...first, headers: { ...headers, 'idempotency-replayed': 'true' } }, idEjecucion)
      return
    }
    this.#idempotent = call
    this.#begin(route, entrada)
  }

  #begin(route: CanalRoute, entrada: Record<string, unknown>): void {
    const { asincrono } = route
    if (asincrono) this.#accept(route, entrada, asincrono)
    else this.#run(route, entrada)
  }

  /** Stored for whichever worker takes it first: its caller asks later what became of it. */
  #accept(
    { procesoId, version, canalId, tiempoMaximoMs }: CanalRoute,
    entrada: Record<string, unknown>,
    { avisa, espera, ...waiting }: NonNullable<CanalRoute['asincrono']>,
  ): void {
    const idEjecucion = newRunId()
    const traza = readTraza(this.request.headers)
    const trabajo: Trabajo = {
      procesoId,
      version,
      canalId,
      tareaId: null,
      origen: this.origen,
      entrada,
      formato: this.formato,
      tiempoMaximoMs,
      ...(avisa && { avisa }),
      ...(espera && { espera }),
      ...(traza && { traza }),
    }
    // Before it is accepted: it may end at once.
    const answer = espera ? this.worker.waitFor(idEjecucion, tiempoMaximoMs) : null
    this.#forget = answer?.forget ?? null
    const call = this.#idempotent
    const accepted = this.formatAccepted(idEjecucion)
    this.worker
      .accept(
        { idEjecucion, trabajo, bytes: this.bytes?.length ?? 0, ...waiting },
        // A repeat is told of this run from the moment on in which there is one.
        call && ((trx) => this.worker.idempotency.keepIn(trx, call, named(accepted, idEjecucion))),
      )
      .then(() => {
        this.#idEjecucion = idEjecucion
        return answer?.ended
      })
      .then((respuesta) => {
        if (respuesta) this.#passOn(respuesta, idEjecucion)
        // What was accepted goes on: who waited for it asks later.
        else this.sendAnswer(accepted, idEjecucion)
      })
      .catch(this.fail)
  }

  /** The answer of a run that another worker may have run. */
  #passOn(guardada: Guardada, idEjecucion: string): void {
    if (this.#isLeft) return
    const { estado, estadoHttp: status, cuerpo } = guardada
    if (estado === 'ok') this.#answer(this.formatKept(guardada), idEjecucion)
    else this.#refuse({ status, body: cuerpo.toString(), retrySeconds: null }, idEjecucion)
  }

  #run(route: CanalRoute, entrada: Record<string, unknown>): void {
    const { plan, secretos, traza, tiempoMaximoMs, procesoId, version, canalId } = route
    const { ports, portsSinPasos } = this.worker
    const abort = new CallAbort()
    this.#abort = abort
    const input: CallInput = {
      idEjecucion: newRunId(),
      entrada,
      deadline: monotonicNow() + tiempoMaximoMs,
      signal: abort,
      profundidad: 0,
      secretos,
      esperaMs: 0,
    }
    const w3c = readTraza(this.request.headers) ?? this.worker.beginTraza(input.idEjecucion)
    if (w3c) input.traza = w3c
    this.#idEjecucion = input.idEjecucion
    const result = runPlan(plan, input, traza.sinPasos ? portsSinPasos : ports)
    if (!(result instanceof Promise)) {
      this.#finish(route, input, result)
      return
    }
    const { idEjecucion: id } = input
    const run = { id, inicio: monotonicNow(), procesoId, version, canalId, origen: this.origen }
    this.worker.enCurso.track(run, { input, plan, abort, ended: result })
    result.then((settled) => this.#finish(route, input, settled)).catch(this.fail)
  }

  #finish(
    { gate, observe, plan, traza, canalId, procesoId, version }: CanalRoute,
    { idEjecucion, entrada, secretos, esperaMs = 0, traza: w3c }: CallInput,
    result: RunResult,
  ): void {
    const { estado, inicio, duracionMs, error, respuesta, pasos, pasosOmitidos, causa } = result
    gate.ended++
    gate.waitedMs += Math.min(esperaMs, this.worker.limits.colaMs)
    if (esperaMs < gate.leastWaitMs) {
      gate.leastWaitMs = esperaMs
      // Nodes that wait side by side wait longer than their run lasts.
      gate.workMs = Math.max(0, duracionMs - esperaMs)
    }
    if (error) {
      this.#refuse(problemOfRun(error, idEjecucion), idEjecucion)
      if (!(causa instanceof AppError))
        this.worker.log.error({ err: causa, idEjecucion }, 'run failed by our fault')
    } else {
      // What the process computed may be such that it cannot be sent; the run itself stands as it is.
      this.guard(() => this.#answer(this.formatAnswer(respuesta), idEjecucion))
    }
    observe({ endMs: inicio + duracionMs, durationMs: duracionMs, failed: estado === 'error' })
    this.worker.history.record({
      id: idEjecucion,
      inicio,
      duracionMs,
      estado,
      procesoId,
      version,
      canalId,
      origen: this.origen,
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

  #answer(answer: Answer, idEjecucion: string): void {
    const call = this.#idempotent
    if (!call) {
      this.sendAnswer(answer, idEjecucion)
      return
    }
    // Kept first: a repeat after this answer must find it.
    this.worker.idempotency
      .keep(call, named(answer, idEjecucion))
      .catch((error: unknown) => this.worker.log.error({ err: error }, 'first answer not kept'))
      .then(() => this.sendAnswer(answer, idEjecucion))
      .catch(this.fail)
  }

  /** A run that failed leaves nothing that a repeat with the same key should get. */
  #refuse(problem: Problem, idEjecucion: string): void {
    const send = () => this.sendProblem(problem, ['x-ejecucion-id', idEjecucion])
    if (this.#idempotent) this.#giveUpKey('release').then(send).catch(this.fail)
    else this.guard(send)
  }

  async #giveUpKey(how: 'release' | 'abandon'): Promise<void> {
    const call = this.#idempotent
    this.#idempotent = null
    try {
      if (call) await this.worker.idempotency[how](call)
    } catch (error) {
      // It comes free by itself, later; the caller is told what became of the call.
      this.worker.log.error({ err: error }, 'claim not released')
    }
  }

  protected readonly fail = (error: unknown): void => {
    const isExpected = error instanceof AppError
    const idEjecucion = this.#idEjecucion
    if (!isExpected) this.worker.log.error({ err: error, idEjecucion }, 'call failed')
    // It may have been accepted all the same.
    void this.#giveUpKey('abandon')
    const problem = problemOf(error, idEjecucion === null ? {} : { idEjecucion })
    const headers = problem.status === 401 ? ['www-authenticate', this.gate.challenge] : []
    if (idEjecucion !== null) headers.push('x-ejecucion-id', idEjecucion)
    this.sendProblem(problem, headers)
  }
}

/** With the number of its run, as it is kept. */
function named(answer: Answer, idEjecucion: string): Answer {
  return { ...answer, headers: { ...answer.headers, 'x-ejecucion-id': idEjecucion } }
}
