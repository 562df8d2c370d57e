import { LIMITS } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { Admission, type CanalLoad } from './admission.ts'

const BUSY = 1
const IDLE = 0.2

let admission: Admission | undefined
afterEach(() => admission?.close())

const canalOf = (maxActive: number = LIMITS.ejecucionesPorWorker): CanalLoad => ({
  active: 0,
  places: maxActive,
  maxActive,
  leastWaitMs: Number.POSITIVE_INFINITY,
})

function admissionOf(canales: readonly CanalLoad[]): Admission {
  admission = new Admission(
    { ...LIMITS, ejecucionesPorWorker: 100, ejecucionesPorWorkerLleno: 20 },
    () => canales,
  )
  return admission
}

/** How many it takes before it refuses. */
function fill(to: Admission, canal: CanalLoad): number {
  let taken = 0
  for (; to.admits(canal); taken++) to.enter(canal)
  return taken
}

test('one canal gets most places and never all of them; others find theirs', () => {
  const canales = [canalOf(), canalOf(), canalOf()]
  const worker = admissionOf(canales)
  expect(canales.map((canal) => fill(worker, canal))).toEqual([80, 16, 4])
})

test('a canal never gets more than it says', () => {
  const canal = canalOf(3)
  expect(fill(admissionOf([canal]), canal)).toBe(3)
})

test('a full processor takes places away from what is under way, down to the least, and gives them back', () => {
  const canal = canalOf()
  const worker = admissionOf([canal])
  fill(worker, canal)
  worker.adjust(BUSY)
  expect(worker.places).toBe(100)
  worker.adjust(BUSY)
  expect(worker.places).toBe(60)
  for (let look = 0; look < 10; look++) worker.adjust(BUSY)
  expect(worker.places).toBe(20)
  for (let look = 0; look < 10; look++) worker.adjust(IDLE)
  expect(worker.places).toBe(100)
})

test('a canal whose luckiest call waits too long takes fewer, and others as many as before', () => {
  const [slow, other] = [canalOf(), canalOf()]
  const worker = admissionOf([slow, other])
  for (let look = 0; look < 20; look++) {
    while (slow.active > slow.places) worker.leave(slow)
    fill(worker, slow)
    slow.leastWaitMs = LIMITS.colaMs + 1
    worker.adjust(IDLE)
  }
  expect(slow.places).toBe(LIMITS.ejecucionesPorCanalLento)
  expect(other.places).toBe(LIMITS.ejecucionesPorWorker)
  slow.leastWaitMs = 0
  worker.adjust(IDLE)
  expect(slow.places).toBeGreaterThan(LIMITS.ejecucionesPorCanalLento)
})

test('nothing that ended says nothing', () => {
  const canal = canalOf()
  admissionOf([canal]).adjust(IDLE)
  expect(canal.places).toBe(LIMITS.ejecucionesPorWorker)
})
