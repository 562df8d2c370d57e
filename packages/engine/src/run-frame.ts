import { EjecucionCancelada, type Paso, TiempoAgotado } from '@div/contract'
import { Attempt } from './attempt.ts'
import { call } from './call.ts'
import { outputOf, type Punto, puntoOf } from './checkpoints.ts'
import { noteEffect } from './compensable.ts'
import { isRetryable, RegionFailure, toErrorDeNodo } from './failure.ts'
import type { Frame } from './frame.ts'
import { closePaso, keepPaso, openPaso } from './paso.ts'
import type { PlanNodo, PlanRegion } from './plan.ts'
import { runRegion } from './run-region.ts'
import { settle } from './settle.ts'
import { sleep } from './sleep.ts'
import { commitAll, type OpenTransaction, rollbackAll, takeComplete } from './transaction.ts'
import { failureOfUnion } from './union.ts'

/*
 * Walks the nodes of one frame. A node is queued when its last incoming connection is settled. As long as steps answer at once, all
 * of it is one loop without a promise; a step that waits leaves an Attempt in `frame.waiting` and the loop is entered again when it
 * settles.
 */

export function startFrame(frame: Frame): void {
  for (const inicio of frame.bloque.inicios) {
    frame.taken[inicio] = true
    // What the split leads to may also wait for another node of the region.
    if (frame.missing[inicio] === 0) frame.queue.push(inicio)
  }
  advance(frame)
}

/** Ends a frame whose result nobody wants any more. */
export function cancelFrame(frame: Frame, cause: unknown = new EjecucionCancelada()): void {
  if (frame.finished) return
  frame.failure ??= { nodo: null, cause }
  advance(frame)
}

const WALKER = { start: startFrame, cancel: cancelFrame, resume: advance }

function advance(frame: Frame): void {
  const { run, queue } = frame
  while (frame.head < queue.length && frame.failure === null && run.ended === null) {
    execute(frame, queue[frame.head++] ?? 0)
  }
  if (frame.failure !== null || run.ended !== null) abandon(frame)
  if (frame.finished) return
  if (frame.waiting.size > 0 || frame.closing > 0) {
    if (run.sleepers > 0) run.rest()
    return
  }
  // A part of a flow may end before the last member of a transaction: what was not committed never happened.
  if (frame.transactions?.some((open) => open !== null)) return rollback(frame)
  frame.finished = true
  frame.onFinished?.(frame)
}

/** Stops what is under way and undoes what is open. */
function abandon(frame: Frame): void {
  for (const attempt of [...frame.waiting]) {
    closePaso(attempt.paso, frame, attempt.nodo, 'cancelado')
    attempt.abort(frame.run.ended?.cause)
  }
  if (frame.transactions !== null) rollback(frame)
}

function rollback(frame: Frame): void {
  frame.closing++
  void rollbackAll(frame).then(() => {
    frame.closing--
    advance(frame)
  })
}

function execute(frame: Frame, posicion: number): void {
  const nodo = frame.bloque.nodos[posicion]
  if (!nodo) return
  const { run } = frame
  if (run.allowed !== null && !run.allowed.has(nodo.id))
    return settle(frame, posicion, nodo, undefined, undefined)
  if (!frame.taken[posicion]) {
    closePaso(openPaso(frame, nodo), frame, nodo, 'omitido')
    return finish(frame, posicion, nodo, null, undefined, undefined)
  }
  const dado = run.dado === null ? undefined : run.dado(frame, nodo)
  if (dado !== undefined) {
    if ('punto' in dado) return restore(frame, posicion, nodo, dado.punto)
    return take(frame, posicion, nodo, openPaso(frame, nodo), dado.output)
  }
  perform(frame, posicion, nodo, openPaso(frame, nodo), 1)
}

function perform(frame: Frame, posicion: number, nodo: PlanNodo, paso: Paso | null, numero: number): void {
  const { accion } = nodo
  try {
    switch (accion.clase) {
      case 'valor': {
        const output = accion.compute(frame)
        if (output instanceof Promise) return wait(new Attempt(frame, posicion, nodo, paso, numero), output)
        return complete(frame, posicion, nodo, paso, output, '')
      }
      case 'rama': {
        return leaveBy(frame, posicion, nodo, paso, accion.choose(frame))
      }
      case 'respuesta': {
        const respuesta = accion.compute(frame)
        if (respuesta instanceof Promise) {
          return wait(
            new Attempt(frame, posicion, nodo, paso, numero),
            respuesta.then((each) => {
              frame.run.respuesta = each
              return each.cuerpo
            }),
          )
        }
        frame.run.respuesta = respuesta
        return complete(frame, posicion, nodo, paso, respuesta.cuerpo, '')
      }
      case 'llamada': {
        expectRoom(frame, nodo)
        const attempt = new Attempt(frame, posicion, nodo, paso, numero)
        const output = call(attempt, accion)
        if (output instanceof Promise) return wait(attempt, output)
        noteEffect(frame, posicion, nodo)
        return complete(frame, posicion, nodo, paso, output, '')
      }
      case 'espera': {
        expectRoom(frame, nodo)
        const attempt = new Attempt(frame, posicion, nodo, paso, numero)
        wait(attempt, sleep(attempt, accion))
        if (attempt.espera !== null) attempt.callOff?.()
        return
      }
      case 'region': {
        const attempt = new Attempt(frame, posicion, nodo, paso, numero)
        const output = startRegion(attempt, accion.region)
        if (output instanceof Promise) return wait(attempt, output)
        return complete(frame, posicion, nodo, paso, output, '')
      }
      case 'union': {
        const output = frame.outputs[accion.split]
        const failure = failureOfUnion(output)
        if (failure) throw failure
        return complete(frame, posicion, nodo, paso, output, '')
      }
    }
  } catch (cause) {
    fail(frame, posicion, nodo, paso, cause, numero)
  }
}

function expectRoom({ run }: Frame, { compensacion }: PlanNodo): void {
  if (compensacion !== null) run.checkpoints?.expectRoom(run.tope)
}

/** Until its split waits nobody sees what its items have begun: the frame is busy meanwhile, and the run does not sleep. */
function startRegion(attempt: Attempt, region: PlanRegion): ReturnType<typeof runRegion> {
  const { frame } = attempt
  frame.closing++
  try {
    return runRegion(attempt, region, WALKER)
  } finally {
    frame.closing--
  }
}

function wait(attempt: Attempt, promise: Promise<unknown>): void {
  const { frame, nodo, posicion, paso, numero } = attempt
  frame.waiting.add(attempt)
  frame.run.arm()
  const { tiempoMaximoMs } = nodo
  if (tiempoMaximoMs !== null) {
    attempt.callOff = frame.run.ports.clock.after(tiempoMaximoMs, () => {
      const cause = new TiempoAgotado({ que: `El nodo «${nodo.nombre}»`, limiteMs: tiempoMaximoMs })
      attempt.abort(cause)
      fail(frame, posicion, nodo, paso, cause, numero)
      advance(frame)
    })
  }
  promise.then(
    (output) => {
      if (attempt.settled) return
      attempt.settle()
      // What a node has slept for stands as it was kept by whoever answered.
      if (attempt.espera === null) noteEffect(frame, posicion, nodo)
      complete(frame, posicion, nodo, paso, output, '')
      advance(frame)
    },
    (cause: unknown) => {
      if (attempt.settled) return
      attempt.settle()
      // What did not come in time is not waited for once more.
      fail(frame, posicion, nodo, paso, cause, attempt.espera === null ? numero : Number.POSITIVE_INFINITY)
      advance(frame)
    },
  )
}

/** Goes on from what an earlier attempt of the run kept. */
function restore(frame: Frame, posicion: number, nodo: PlanNodo, punto: Punto): void {
  const { fallo } = punto
  // What it waited for did not come: that goes as its policy says.
  if (nodo.accion.clase === 'espera' && fallo !== null) {
    const paso = openPaso(frame, nodo)
    return fail(frame, posicion, nodo, paso, fallo, Number.POSITIVE_INFINITY)
  }
  const output = outputOf(punto)
  const { ports, input } = frame.run
  if (punto.paso) {
    const paso = { ...punto.paso }
    if (nodo.accion.clase !== 'region' && paso.estado === 'ok' && frame.detallado)
      paso.salida = ports.sample ? ports.sample(output, input.secretos) : output
    keepPaso(paso, frame, nodo)
  }
  if (nodo.cierre) takeComplete(frame, nodo.cierre.integra)
  settle(frame, posicion, nodo, output, punto.salida)
}

/** Takes an output that was given. */
function take(frame: Frame, posicion: number, nodo: PlanNodo, paso: Paso | null, output: unknown): void {
  if (nodo.accion.clase !== 'rama') return complete(frame, posicion, nodo, paso, output, '')
  const caso = output && Object.getOwnPropertyDescriptor(output, 'caso')?.value
  leaveBy(frame, posicion, nodo, paso, typeof caso === 'string' ? caso : nodo.accion.otra)
}

/** What a node that failed puts out when the run goes on: a join what had arrived, the others what was decided at publish. */
function goOn(frame: Frame, posicion: number, nodo: PlanNodo, paso: Paso | null): void {
  const { accion, alternativa } = nodo
  if (accion.clase === 'rama') return leaveBy(frame, posicion, nodo, paso, accion.otra)
  const output = accion.clase === 'union' ? frame.outputs[accion.split] : alternativa
  complete(frame, posicion, nodo, paso, output, '')
}

function leaveBy(frame: Frame, posicion: number, nodo: PlanNodo, paso: Paso | null, salida: string): void {
  if (paso) paso.rama = salida
  complete(frame, posicion, nodo, paso, { caso: salida }, salida)
}

function complete(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  paso: Paso | null,
  output: unknown,
  salida: string,
): void {
  if (paso) {
    const { ports, input } = frame.run
    // What a region gathered is told by its join; of a span that is gathered nothing but its time is kept.
    if (nodo.accion.clase !== 'region' && (frame.detallado || paso.aviso !== undefined))
      paso.salida = ports.sample ? ports.sample(output, input.secretos) : output
    closePaso(paso, frame, nodo, 'ok')
  }
  finish(frame, posicion, nodo, paso, output, salida)
}

function fail(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  paso: Paso | null,
  thrown: unknown,
  numero: number,
): void {
  const inRegion = thrown instanceof RegionFailure
  const cause = inRegion ? thrown.cause : thrown
  const { reintentos } = nodo
  if (reintentos && numero <= reintentos.max && isRetryable(cause, isRepetible(nodo))) {
    return retry(
      frame,
      posicion,
      nodo,
      paso,
      reintentos.esperaMs * reintentos.factor ** (numero - 1),
      numero + 1,
    )
  }
  const error = toErrorDeNodo(cause, inRegion ? thrown.nodo : nodo.id)
  if (nodo.enError === 'continuar') {
    if (paso) paso.aviso = error.mensaje
    return goOn(frame, posicion, nodo, paso)
  }
  if (paso) paso.error = error
  closePaso(paso, frame, nodo, 'error')
  if (nodo.enError === 'rama') {
    if (paso) paso.rama = 'error'
    return finish(frame, posicion, nodo, paso, error, 'error')
  }
  frame.failure = { nodo: error.nodo, cause }
}

function isRepetible({ accion }: PlanNodo): boolean {
  if (accion.clase !== 'llamada') return true
  const { efecto, repetible = efecto === 'lectura' } = accion.preparada
  return repetible
}

function retry(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  paso: Paso | null,
  waitMs: number,
  numero: number,
): void {
  const { clock } = frame.run.ports
  const pause = new Attempt(frame, posicion, nodo, paso, numero)
  frame.waiting.add(pause)
  frame.run.arm()
  // Full jitter over the upper half: callers that failed together do not come back together.
  pause.callOff = clock.after(waitMs * (0.5 + clock.random() / 2), () => {
    pause.settle()
    if (paso) paso.intentos = numero
    perform(frame, posicion, nodo, paso, numero)
    advance(frame)
  })
}

function finish(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  paso: Paso | null,
  output: unknown,
  salida: string | undefined,
): void {
  const { cierre } = nodo
  if (cierre === null) return settle(frame, posicion, nodo, output, salida)
  const complete = takeComplete(frame, cierre.integra)
  const compensable = frame.run.checkpoints?.capture(frame, posicion, output) ?? null
  const punto =
    cierre.punto && salida !== undefined
      ? puntoOf({ frame, posicion, nodo, paso }, { output, salida, compensable })
      : null
  if (complete.length > 0) return commit(frame, posicion, nodo, complete, punto, output, salida)
  keep(frame, posicion, nodo, punto, output, salida)
}

/** After the last member of a transaction it is committed; only then do its followers begin. */
function commit(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  complete: readonly OpenTransaction[],
  punto: Punto | null,
  output: unknown,
  salida: string | undefined,
): void {
  frame.closing++
  void commitAll(complete).then(
    () => {
      frame.closing--
      keep(frame, posicion, nodo, punto, output, salida)
      advance(frame)
    },
    (cause: unknown) => {
      frame.closing--
      frame.failure ??= { nodo: nodo.id, cause }
      advance(frame)
    },
  )
}

/** In a durable run followers begin when what they follow is on disk. */
function keep(
  frame: Frame,
  posicion: number,
  nodo: PlanNodo,
  punto: Punto | null,
  output: unknown,
  salida: string | undefined,
): void {
  const { run } = frame
  const keeping = run.checkpoints === null ? null : run.checkpoints.keep(frame, nodo, punto)
  if (keeping === null) return settle(frame, posicion, nodo, output, salida)
  frame.closing++
  run.arm()
  keeping.then(
    () => {
      frame.closing--
      settle(frame, posicion, nodo, output, salida)
      advance(frame)
    },
    (cause: unknown) => {
      frame.closing--
      run.end(cause)
      advance(frame)
    },
  )
}
