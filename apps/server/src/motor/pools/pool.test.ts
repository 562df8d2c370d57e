import type { PoolSettings } from '@div/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Companion, Pool, type Slot } from './pool.ts'

const SETTINGS: PoolSettings = { min: 0, max: 2, esperaMs: 1_000, inactividadMs: 1_000, vidaMaximaMs: 10_000 }
const WAITER = { nodo: 'Consultar', idEjecucion: 'e1' }

interface World {
  pool: Pool
  /** Epoch milliseconds of the pool's clock. */
  time: number
  open: number
  mostOpen: number
  broken: boolean
  retained: string[]
  usable: Set<{ usable: boolean }>
}

function createWorld(settings: Partial<PoolSettings> = {}): World {
  const world: Omit<World, 'pool'> = {
    time: 1_000,
    open: 0,
    mostOpen: 0,
    broken: false,
    retained: [],
    usable: new Set(),
  }
  const pool = new Pool({
    servidor: 'Ventas',
    settings: { ...SETTINGS, ...settings },
    now: () => world.time,
    retencionMs: 5_000,
    compartida: { lecturas: 3, ms: 4 },
    onRetained: ({ nodo }) => world.retained.push(nodo),
    async connect() {
      if (world.broken) throw new Error('no route')
      world.open++
      world.mostOpen = Math.max(world.mostOpen, world.open)
      const connection = { usable: true, ping: async () => undefined, close: async () => {} }
      world.usable.add(connection)
      return {
        connection,
        close: async () => {
          world.open--
        },
      }
    },
  })
  return Object.assign(world, { pool })
}

test('a connection that was given back is leased again without opening another', async () => {
  const { pool } = createWorld()
  const first = await pool.lease(WAITER, null)
  pool.release(first)
  expect(pool.tryLease('Otro', 'e2')).toBe(first)
  expect({ leases: pool.leases, reused: pool.reused, active: pool.active, idle: pool.idle }).toEqual({
    leases: 2,
    reused: 1,
    active: 1,
    idle: 0,
  })
})

test('who waits is served in order', async () => {
  const { pool } = createWorld({ max: 1 })
  const slot = await pool.lease(WAITER, null)
  const order: string[] = []
  const waiting = ['a', 'b', 'c'].map((nodo) =>
    pool.lease({ nodo, idEjecucion: 'e' }, null).then((leased) => {
      order.push(nodo)
      pool.release(leased)
    }),
  )
  expect(pool.waiting).toBe(3)
  pool.release(slot)
  await Promise.all(waiting)
  expect(order).toEqual(['a', 'b', 'c'])
})

test('who waits is told of, longest first, no more than asked for', async () => {
  const world = createWorld({ max: 1 })
  const { pool } = world
  await pool.lease(WAITER, null)
  const waiting = ['a', 'b', 'c'].map((nodo) => {
    world.time += 10
    return pool.lease({ nodo, idEjecucion: `e-${nodo}` }, null)
  })
  world.time += 5
  expect(pool.queued(2)).toEqual([
    { nodo: 'a', idEjecucion: 'e-a', sinceMs: 25 },
    { nodo: 'b', idEjecucion: 'e-b', sinceMs: 15 },
  ])
  pool.refuseWaiting(new Error('it is over'))
  await Promise.allSettled(waiting)
  expect(pool.queued(2)).toEqual([])
})

test('who waits too long is told that the pool is exhausted', async () => {
  const world = createWorld({ max: 1, esperaMs: 20 })
  await world.pool.lease(WAITER, null)
  const waiting = world.pool.lease(WAITER, null)
  world.time += 20
  await expect(waiting).rejects.toMatchObject({ codigo: 'POOL_AGOTADO' })
  expect(world.pool.waiting).toBe(0)
})

test('who is cancelled stops waiting with the reason', async () => {
  const { pool } = createWorld({ max: 1 })
  await pool.lease(WAITER, null)
  const controller = new AbortController()
  const waiting = pool.lease(WAITER, controller.signal)
  controller.abort(new Error('ya no'))
  await expect(waiting).rejects.toThrow('ya no')
  expect(pool.waiting).toBe(0)
})

test('a broken or old connection is closed instead of kept', async () => {
  const world = createWorld()
  const slot = await world.pool.lease(WAITER, null)
  for (const connection of world.usable) connection.usable = false
  world.pool.release(slot)
  expect(world.open).toBe(0)
  const next = await world.pool.lease(WAITER, null)
  world.pool.release(next)
  world.time += 10_000
  expect(world.pool.tryLease('n', 'e')).toBeNull()
  expect(world.open).toBe(0)
})

test('idle connections close, but not below the minimum', async () => {
  const world = createWorld({ min: 1 })
  const slots = [await world.pool.lease(WAITER, null), await world.pool.lease(WAITER, null)]
  for (const slot of slots) world.pool.release(slot)
  world.time += 1_000
  world.pool.sweep()
  expect(world.open).toBe(1)
})

test('a lease that is held for too long is reported once, by its node', async () => {
  const world = createWorld()
  await world.pool.lease(WAITER, null)
  world.time += 5_000
  world.pool.sweep()
  world.pool.sweep()
  expect(world.retained).toEqual(['Consultar'])
})

test('a retired pool closes each connection as it comes back', async () => {
  const world = createWorld()
  const slot = await world.pool.lease(WAITER, null)
  const retired = world.pool.retire()
  expect(world.open).toBe(1)
  world.pool.release(slot)
  await retired
  expect(world.open).toBe(0)
})

const lone = { signal: new AbortController().signal }
const companion = (nodo: string, costMs = 0): Companion => ({
  nodo,
  idEjecucion: 'e',
  costMs,
  ahead: 0,
  waitsSince: null,
})

test('short readings of one turn share a connection, so many and so long as they may', async () => {
  const { pool } = createWorld({ max: 2 })
  const held = await pool.lease(WAITER, null)
  pool.release(held)
  const readings = ['a', 'b', 'c', 'd'].map((nodo) => companion(nodo, 1))
  const leased = await Promise.all(readings.map((each) => pool.leaseTogether(each, lone)))
  // Three may share one: the fourth waits for one of its own.
  expect(leased.map((slot) => slot === held)).toEqual([true, true, true, false])
  expect(readings.map(({ ahead, waitsSince }) => [ahead, waitsSince])).toEqual([
    [0, null],
    [1, null],
    [2, null],
    [0, 1_000],
  ])
})

test('a reading that is not short has a connection to itself', async () => {
  const { pool } = createWorld({ max: 2 })
  const slots = [await pool.lease(WAITER, null), await pool.lease(WAITER, null)]
  for (const slot of slots) pool.release(slot)
  const long = [companion('a', 1), companion('b', 4)]
  const leased = await Promise.all(long.map((each) => pool.leaseTogether(each, lone)))
  expect(new Set(leased).size).toBe(2)
  expect(long.map(({ ahead }) => ahead)).toEqual([0, 0])
})

test('a shared connection is free when the last of those that share it gives it back', async () => {
  const { pool } = createWorld({ max: 1 })
  pool.release(await pool.lease(WAITER, null))
  const [first, second] = await Promise.all(
    ['a', 'b'].map((each) => pool.leaseTogether(companion(each), lone)),
  )
  if (!first || !second) throw new Error('both have it')
  pool.release(first)
  expect(pool.active).toBe(1)
  expect(pool.tryLease('c', 'e')).toBeNull()
  pool.release(second)
  expect({ active: pool.active, idle: pool.idle }).toEqual({ active: 0, idle: 1 })
})

test('what becomes free goes to all short readings that wait next to each other, in order', async () => {
  const { pool } = createWorld({ max: 1 })
  const slot = await pool.lease(WAITER, null)
  const order: string[] = []
  const waits = (nodo: string) =>
    pool.leaseTogether(companion(nodo), lone).then(() => {
      order.push(nodo)
    })
  const readings = [waits('a'), waits('b')]
  await new Promise(setImmediate)
  const alone = pool.lease({ nodo: 'sola', idEjecucion: 'e' }, null).then(() => {
    order.push('sola')
  })
  const last = waits('c')
  await new Promise(setImmediate)
  expect(pool.waiting).toBe(4)
  pool.release(slot)
  await Promise.all(readings)
  expect(order).toEqual(['a', 'b'])
  pool.release(slot)
  pool.release(slot)
  await alone
  expect(order).toEqual(['a', 'b', 'sola'])
  pool.release(slot)
  await last
  expect(pool.waiting).toBe(0)
})

test('short readings wait no longer than others, and leave with their reason', async () => {
  const world = createWorld({ max: 1, esperaMs: 20 })
  await world.pool.lease(WAITER, null)
  const controller = new AbortController()
  const cancelled = world.pool.leaseTogether(companion('a'), controller)
  const late = world.pool.leaseTogether(companion('b'), lone)
  await new Promise(setImmediate)
  controller.abort(new Error('ya no'))
  await expect(cancelled).rejects.toThrow('ya no')
  world.time += 20
  await expect(late).rejects.toMatchObject({ codigo: 'POOL_AGOTADO' })
})

test('when the circuit opens also those of this turn are refused', async () => {
  const { pool } = createWorld()
  const refused = pool.leaseTogether(companion('a'), lone)
  pool.refuseWaiting(new Error('it is over'))
  await expect(refused).rejects.toThrow('it is over')
})

type Step =
  | 'acquire'
  | 'share'
  | 'crowd'
  | 'release'
  | 'break'
  | 'drop'
  | 'cancel'
  | 'sweep'
  | 'outage'
  | 'repair'
const STEPS: Step[] = [
  'acquire',
  'acquire',
  'share',
  'crowd',
  'crowd',
  'release',
  'release',
  'break',
  'drop',
  'cancel',
  'sweep',
  'outage',
  'repair',
]

test('whatever happens, no more than max are open, nobody who waits is lost, and the counters add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...STEPS), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (steps, max) => {
        const world = createWorld({ max, esperaMs: 600_000 })
        const { pool } = world
        const held: Slot[] = []
        const waiting: AbortController[] = []
        let asked = 0
        let settled = 0
        const act: Record<Step, () => void> = {
          acquire() {
            asked++
            const slot = pool.tryLease('n', 'e')
            if (slot) {
              settled++
              held.push(slot)
              return
            }
            const controller = new AbortController()
            waiting.push(controller)
            pool.lease(WAITER, controller.signal).then(
              (leased) => {
                settled++
                held.push(leased)
              },
              () => settled++,
            )
          },
          share() {
            asked++
            const controller = new AbortController()
            waiting.push(controller)
            pool.leaseTogether(companion('s', asked % 3), controller).then(
              (leased) => {
                settled++
                held.push(leased)
              },
              () => settled++,
            )
          },
          crowd() {
            for (let n = 0; n < 5; n++) act.share()
          },
          release: () => each(held.shift(), (slot) => pool.release(slot)),
          break: () =>
            each(held.shift(), (slot) => {
              Object.assign(slot.connection, { usable: false })
              pool.release(slot)
            }),
          // Only who has a connection to himself drops it.
          drop: () => each(held.shift(), (slot) => (slot.holders > 1 ? pool.release(slot) : pool.drop(slot))),
          cancel: () => waiting.pop()?.abort(new Error('cancelled')),
          sweep() {
            world.time += 400
            pool.sweep()
          },
          outage() {
            world.broken = true
          },
          repair() {
            world.broken = false
          },
        }
        for (const step of steps) {
          act[step]()
          await settle()
          expect(pool.active).toBe(new Set(held).size)
        }
        world.broken = false
        while (settled < asked) {
          await settle()
          each(held.shift(), (slot) => pool.release(slot))
          await settle()
          if (held.length === 0 && settled < asked) expect(pool.waiting).toBe(0)
        }
        for (const slot of held) pool.release(slot)
        expect({ active: pool.active, waiting: pool.waiting, open: world.open }).toEqual({
          active: 0,
          waiting: 0,
          open: pool.idle,
        })
        expect(world.mostOpen).toBeLessThanOrEqual(max)
        expect(pool.reused).toBeLessThanOrEqual(pool.leases)
        await pool.retire()
        expect(world.open).toBe(0)
      },
    ),
    { numRuns: 200 },
  )
})

function each(slot: Slot | undefined, action: (slot: Slot) => void): void {
  if (slot) action(slot)
}

/** Lets the promises that are ready go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
