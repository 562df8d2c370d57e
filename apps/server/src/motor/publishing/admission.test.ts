import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { Admission, type CanalLoad } from './admission.ts'
import { spentMs } from './processor-time.ts'
import { Turnover } from './turnover.ts'
import type { Work } from './turns.ts'

const BUSY = 1
const IDLE = 0.2
/** Of one that refuses: it has that much less to do. */
const EASED = 0.8

const canalOf = (maxActive: number = LIMITS.ejecucionesPorWorker): CanalLoad => ({
  active: 0,
  places: maxActive,
  maxActive,
  leastWaitMs: Number.POSITIVE_INFINITY,
  workMs: 0,
  ended: 0,
  waitedMs: 0,
  patienceMs: Number.POSITIVE_INFINITY,
  hasRefused: false,
  turnover: new Turnover(),
})

const callThat = (proceed: () => void): Work => ({ earlier: null, later: null, comingIn: 0, proceed })
/** One that never begins. */
const aCall = () => callThat(() => {})

/** It looks when the test says so, and not by itself in between. */
function newAdmissionOf(canales: readonly CanalLoad[]): Admission {
  const limits = { ...LIMITS, ejecucionesPorWorker: 100, ejecucionesPorWorkerLleno: 20 }
  return new Admission(limits, () => canales)
}

/** Of a worker that is not new any more. */
function admissionOf(canales: readonly CanalLoad[]): Admission {
  const admission = newAdmissionOf(canales)
  for (let look = 0; look < 100; look++) admission.adjust(IDLE)
  return admission
}

/** How many it takes before it refuses. */
function fill(to: Admission, canal: CanalLoad): number {
  let taken = 0
  for (; to.admits(canal, aCall()); taken++) to.enter(canal)
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

test('calls that only wait keep nobody out when another canal has filled the processor', () => {
  const [slow, heavy, third] = [canalOf(), canalOf(), canalOf()]
  const worker = admissionOf([slow, heavy, third])
  for (let call = 0; call < 60; call++) worker.enter(slow)
  for (let look = 0; look < 20; look++) worker.adjust(BUSY)
  expect(worker.places).toBeLessThan(worker.active)
  expect(worker.admits(slow, aCall())).toBe(false)
  // The first calls of each, and no more.
  expect([fill(worker, heavy), fill(worker, third)]).toEqual([4, 4])
})

test('the first calls of a canal, too, find no place beyond all that a worker may have under way', () => {
  const [slow, other] = [canalOf(), canalOf()]
  const worker = admissionOf([slow, other])
  for (let call = 0; call < 98; call++) worker.enter(slow)
  for (let look = 0; look < 20; look++) worker.adjust(BUSY)
  expect(fill(worker, other)).toBe(2)
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
/** Calls that wait for their turn. */
let waiting = 0
async function rest(): Promise<void> {
  do await nextTurn()
  while (waiting > 0)
  await nextTurn()
}

const computing = (ms: number, done: () => void): Work =>
  callThat(() => {
    for (const end = spentMs() + ms; spentMs() < end; );
    done()
  })

/** Calls of 4 ms: those that begin in this turn, and those that wait for the next. */
const TWO_TURNS = 2 * (LIMITS.turnoMs / 4 + 2)

/** Calls of so many milliseconds that are taken in one turn. */
function computeIn(worker: Admission, canal: CanalLoad, ms: number, callers = 50): number {
  let begun = 0
  for (; begun < callers; begun++) {
    const call = computing(ms, () => waiting--)
    if (!worker.admits(canal, call)) break
    worker.enter(canal)
    waiting++
    worker.begin(call)
  }
  for (let left = 0; left < begun; left++) worker.leave(canal)
  return begun
}

test('a full worker takes the calls of this turn of its event loop and of the next only, and fewer while it refuses some', async () => {
  const [heavy, other] = [canalOf(), canalOf()]
  const worker = admissionOf([heavy, other])
  expect(computeIn(worker, heavy, 4)).toBe(50)
  await rest()
  worker.adjust(BUSY)
  worker.adjust(BUSY)
  const begun = computeIn(worker, heavy, 4)
  expect(begun).toBeLessThanOrEqual(TWO_TURNS)
  // One of another canal finds its place all the same.
  expect(worker.admits(other, aCall())).toBe(true)
  for (let look = 0; look < 10; look++) {
    await rest()
    computeIn(worker, heavy, 4)
    worker.adjust(BUSY)
  }
  await rest()
  expect(computeIn(worker, heavy, 4)).toBeLessThanOrEqual(5)
  for (let look = 0; look < 10; look++) worker.adjust(IDLE)
  await rest()
  expect(computeIn(worker, heavy, 4)).toBe(50)
})

test('a worker that has just begun refuses nobody for what starting and its first calls take of the processor', async () => {
  const canal = canalOf()
  const worker = newAdmissionOf([canal])
  // Others have the processor for the most part.
  for (let look = 0; look < 50; look++) worker.adjust(BUSY, 10)
  // One that is compiled first and takes a whole turn; with it those of six callers.
  expect(computeIn(worker, canal, 1.2 * LIMITS.turnoMs, 6)).toBe(6)
  await rest()
  expect(worker.places).toBe(100)
  for (let look = 0; look < 20; look++) worker.adjust(BUSY)
  expect(worker.places).toBe(20)
  // The first ones, of which there are always some.
  expect(computeIn(worker, canal, 1.2 * LIMITS.turnoMs, 6)).toBeLessThan(6)
  await rest()
})

test('a new worker, too, is full once a crowd has waited for its turns', async () => {
  const canal = canalOf()
  const worker = newAdmissionOf([canal])
  expect(computeIn(worker, canal, 4)).toBe(50)
  await rest()
  expect(computeIn(worker, canal, 4)).toBeLessThanOrEqual(TWO_TURNS)
  await rest()
  worker.adjust(BUSY)
  expect(computeIn(worker, canal, 4)).toBeLessThanOrEqual(TWO_TURNS)
  await rest()
})

test('a crowd that comes to an idle worker is taken whole, in turns between which others have theirs', async () => {
  const canal = canalOf()
  const worker = admissionOf([canal])
  const order: (number | 'salud')[] = []
  for (let call = 0; call < 80; call++) {
    const work = computing(4, () => order.push(call))
    expect(worker.admits(canal, work)).toBe(true)
    worker.enter(canal)
    worker.begin(work)
  }
  // What the system has to tell is read between two turns.
  while (order.at(-1) !== 79) {
    order.push('salud')
    await nextTurn()
  }
  expect(order.filter((each) => each !== 'salud')).toEqual(Array.from({ length: 80 }, (_, call) => call))
  const turns = order.join(' ').split('salud')
  // What came with them, and what had waited.
  expect(Math.max(...turns.map((turn) => turn.trim().split(' ').length))).toBeLessThanOrEqual(TWO_TURNS)
})

test('after a crowd that took long fewer calls are taken at once, until the worker is found idle', async () => {
  const heavy = canalOf()
  const worker = admissionOf([heavy])
  expect(computeIn(worker, heavy, 4)).toBe(50)
  await rest()
  expect(computeIn(worker, heavy, 4)).toBeLessThanOrEqual(TWO_TURNS)
  for (let look = 0; look < 10; look++) worker.adjust(IDLE)
  await rest()
  expect(computeIn(worker, heavy, 4)).toBe(50)
})

test('while calls of a canal are refused the others wait for no longer than they work, or a little', () => {
  const [short, long] = [canalOf(), canalOf()]
  const worker = admissionOf([short, long])
  const look = () => {
    for (const [canal, workMs] of [
      [short, 2],
      [long, 80],
    ] as const)
      Object.assign(canal, { leastWaitMs: 70, workMs })
    worker.adjust(IDLE)
  }
  look()
  expect(short.places).toBe(short.maxActive)
  for (let refusing = 0; refusing < 10; refusing++) {
    for (const canal of [short, long]) canal.hasRefused = true
    look()
  }
  expect(short.places).toBeLessThan(short.maxActive)
  expect(long.places).toBe(long.maxActive)
  for (let calm = 0; calm < 10; calm++) look()
  const { places } = short
  look()
  expect(short.places).toBeGreaterThan(places)
})

/** Looks of a worker that has refused a call before each. */
function lookRefusing(worker: Admission, utilization: number, looks: number): void {
  const greedy = { ...canalOf(), active: LIMITS.ejecucionesPorWorker - 1 }
  for (let look = 0; look < looks; look++) {
    expect(worker.admits(greedy, aCall())).toBe(false)
    worker.adjust(utilization)
  }
}

test('a full worker stays full while it refuses and is hardly less busy for it', () => {
  const worker = admissionOf([canalOf()])
  lookRefusing(worker, BUSY, 20)
  expect(worker.places).toBe(20)
  lookRefusing(worker, EASED, 10)
  expect(worker.places).toBe(20)
})

test('a worker that has little to do is not full, even while a canal of it refuses', () => {
  const worker = admissionOf([canalOf()])
  lookRefusing(worker, BUSY, 20)
  lookRefusing(worker, IDLE, 15)
  expect(worker.places).toBe(100)
})

test('a canal that has taken all that it may keeps no worker full', () => {
  const worker = admissionOf([canalOf()])
  lookRefusing(worker, BUSY, 20)
  for (let look = 0; look < 15; look++) {
    expect(worker.admits(canalOf(0), aCall())).toBe(false)
    worker.adjust(EASED)
  }
  expect(worker.places).toBe(100)
})

test('a worker that refuses nobody any more is not full at the first look that finds it less busy', () => {
  const worker = admissionOf([canalOf()])
  for (let look = 0; look < 20; look++) worker.adjust(BUSY)
  expect(worker.places).toBe(20)
  worker.adjust(EASED)
  expect(worker.places).toBeGreaterThan(20)
})

test('turns become longer only once nobody was refused for as long as callers come back', async () => {
  const heavy = canalOf()
  const worker = admissionOf([heavy])
  const look = async (utilization: number) => {
    await rest()
    worker.adjust(utilization)
  }
  for (let full = 0; full < 20; full++) {
    computeIn(worker, heavy, 4)
    await look(BUSY)
  }
  const few = computeIn(worker, heavy, 4)
  for (let calm = 0; calm < 4; calm++) await look(BUSY)
  expect(computeIn(worker, heavy, 4)).toBeLessThanOrEqual(few)
  for (let calm = 0; calm < 20; calm++) await look(BUSY)
  expect(computeIn(worker, heavy, 4)).toBeGreaterThan(few)
})

test('a canal of which calls are refused takes fewer when the others wait long on the average, however lucky one of them is', () => {
  const canal = canalOf()
  const worker = admissionOf([canal])
  const look = (hasRefused: boolean) => {
    Object.assign(canal, { leastWaitMs: 0, workMs: 2, ended: 100, waitedMs: 2_000, hasRefused })
    worker.adjust(IDLE)
  }
  for (let calm = 0; calm < 20; calm++) look(false)
  expect(canal.places).toBe(canal.maxActive)
  for (let refusing = 0; refusing < 20; refusing++) look(true)
  expect(canal.places).toBe(LIMITS.ejecucionesPorCanalLento)
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

test('refusals are held while the processor has much to do, and not where calls only wait for a place', () => {
  const worker = admissionOf([canalOf()])
  lookRefusing(worker, IDLE, 20)
  expect(worker.isPressed).toBe(false)
  lookRefusing(worker, EASED, 20)
  expect(worker.isPressed).toBe(true)
  lookRefusing(worker, IDLE, 20)
  expect(worker.isPressed).toBe(false)
})

test('who is refused is told when to come back by what refused them: the canal, or the worker; and never beyond the limit', () => {
  const [stuck, other] = [canalOf(2), canalOf()]
  const worker = admissionOf([stuck, other])
  fill(worker, stuck)
  const look = (seconds: number) => {
    for (let tenth = 0; tenth < 10 * seconds; tenth++) {
      worker.enter(other)
      worker.leave(other)
      worker.adjust(IDLE)
    }
  }
  look(7)
  expect([worker.retrySeconds(stuck), worker.retrySeconds(other)]).toEqual([7, 1])
  look(100)
  expect(worker.retrySeconds(stuck)).toBe(LIMITS.reintentoSegundos)
})
