import type { EsperaPedida } from '@div/contract'
import type { Attempt } from './attempt.ts'
import { callWith } from './call.ts'
import { keyOfPunto, type Punto, regionOf } from './checkpoints.ts'
import type { Frame } from './frame.ts'
import type { Accion } from './plan.ts'

/** What a node of a durable run waits for. */
export interface EsperaDeNodo {
  nodo: string
  iteracion: readonly number[] | null
  region: string | null
  pedida: EsperaPedida
}

/** The end of an attempt of a durable run: all that is left of it waits, and needs no worker. */
export class EjecucionDormida extends Error {
  readonly esperas: readonly EsperaDeNodo[]

  constructor(esperas: readonly EsperaDeNodo[]) {
    super('the run sleeps')
    this.esperas = esperas
  }
}

type Espera = Extract<Accion, { clase: 'espera' }>

/**
 * Puts a node to sleep: what it waits for is heard while others of its run work, and else by another attempt of the run. What is not worth
 * sleeping for is called.
 */
export function sleep(attempt: Attempt, accion: Espera): Promise<unknown> {
  const parametros = accion.parametros(attempt.frame)
  return parametros instanceof Promise
    ? parametros.then((ready) => {
        const sleeping = sleepWith(attempt, accion, ready)
        attempt.frame.run.rest()
        return sleeping
      })
    : sleepWith(attempt, accion, parametros)
}

async function sleepWith(attempt: Attempt, accion: Espera, parametros: unknown): Promise<unknown> {
  const { frame, nodo } = attempt
  // Only `readParametros` makes them: an object with one property a parameter.
  const values = parametros as Record<string, unknown>
  const pedida = frame.run.checkpoints?.isDurable ? (accion.preparada.waitFor?.(values) ?? null) : null
  if (pedida === null) return callWith(attempt, accion, parametros)
  attempt.espera = { nodo: nodo.id, iteracion: frame.iteracion, region: regionOf(frame), pedida }
  attempt.isIdle = () => true
  frame.run.sleepers++
  // What waits is not late.
  attempt.callOff?.()
  return new Promise((resolve, reject) => {
    attempt.hear = ({ valor, fallo }) => {
      attempt.hear = null
      attempt.isIdle = null
      frame.run.sleepers--
      if (fallo === null) resolve(valor)
      else reject(fallo)
    }
  })
}

/** Whether nothing in the frame goes on by itself. */
export function isIdle(frame: Frame): boolean {
  if (frame.finished || frame.failure !== null || frame.closing > 0 || frame.head < frame.queue.length)
    return false
  return frame.waiting.size > 0 && [...frame.waiting].every((attempt) => attempt.isIdle?.() ?? false)
}

export function* listEsperas(root: Frame): Generator<EsperaDeNodo> {
  for (const { espera } of listSleeping([root])) yield espera
}

/**
 * What nodes wait for has come. Not while one is on its way to sleep, or when nobody waits for it any more: it is kept all the same.
 */
export function hearAnswers(root: Frame, puntos: readonly Punto[]): void {
  if (puntos.length === 0) return
  const sleeping = new Map<string, Attempt>()
  for (const { espera, attempt } of listSleeping([root])) sleeping.set(keyOfPunto(espera), attempt)
  for (const punto of puntos) sleeping.get(keyOfPunto(punto))?.hear?.(punto)
}

function* listSleeping(frames: Iterable<Frame>): Generator<{ espera: EsperaDeNodo; attempt: Attempt }> {
  for (const { waiting } of frames) {
    for (const attempt of waiting) {
      const { espera, hear, listFrames } = attempt
      if (espera !== null && hear !== null) yield { espera, attempt }
      if (listFrames !== null) yield* listSleeping(listFrames())
    }
  }
}
