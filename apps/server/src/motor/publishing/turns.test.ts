import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { spentMs } from './processor-time.ts'
import { Turns, type Work } from './turns.ts'

/** Longer than the shortest turn, by more than what a turn may be off. */
const CALL_MS = 6

const work = (proceed: () => void): Work => ({ earlier: null, later: null, comingIn: 0, proceed })
const aCall = () => work(() => {})
const compute = () => {
  for (const end = spentMs() + CALL_MS; spentMs() < end; );
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function fullTurns(): Turns {
  const turns = new Turns({ turnoMs: LIMITS.turnoMs, isFull: () => true, onCrowd: () => {} })
  for (let look = 0; look < 10; look++) turns.shorten()
  return turns
}

test('of calls that come at once a full worker begins what fits into a turn and lets as many wait for the next; there is always one', async () => {
  const turns = fullTurns()
  let begun = 0
  for (let turn = 0; turn < 20; turn++) {
    let admitted = 0
    const computing = () =>
      work(() => {
        begun++
        compute()
      })
    for (let call = computing(); turns.admits(call); call = computing()) {
      admitted++
      turns.begin(call)
    }
    expect(admitted).toBeLessThanOrEqual(2)
    const before = begun
    await nextTurn()
    await nextTurn()
    expect(begun).toBeGreaterThan(before)
  }
})

test('what has been answered is sent before the next calls begin', async () => {
  const turns = fullTurns()
  const order: string[] = []
  for (const call of [1, 2])
    turns.begin(
      work(() => {
        compute()
        order.push(`${call} answered`)
        setImmediate(() => order.push(`${call} sent`))
      }),
    )
  for (let turn = 0; turn < 4; turn++) await nextTurn()
  expect(order).toEqual(['1 answered', '1 sent', '2 answered', '2 sent'])
})

test('a call that was admitted and never begins takes nobody the place in the next turns', async () => {
  const turns = fullTurns()
  for (let turn = 0; turn < 5; turn++) {
    let admitted = 0
    for (const end = performance.now() + 100; performance.now() < end; ) if (turns.admits(aCall())) admitted++
    expect(admitted).toBeGreaterThan(0)
    await nextTurn()
    await nextTurn()
  }
})

test('only a call that was admitted for the next turn makes room there for another when it begins', async () => {
  const turns = fullTurns()
  const admitOne = () => {
    // What is admitted in the time of this turn takes no place in the next.
    expect(turns.admits(aCall())).toBe(true)
    compute()
    const call = aCall()
    expect(turns.admits(call)).toBe(true)
    expect(turns.admits(aCall())).toBe(false)
    return call
  }
  const late = admitOne()
  turns.begin(aCall())
  expect(turns.admits(aCall())).toBe(false)
  await nextTurn()
  await nextTurn()
  const call = admitOne()
  turns.begin(late)
  expect(turns.admits(aCall())).toBe(false)
  turns.begin(call)
  expect(turns.admits(aCall())).toBe(true)
})

test.each([false, true])(
  'a turn is not over while others have the processor: those that came at once begin in it, and as many fit into the next (full: %s)',
  async (isFull) => {
    let isFullNow = false
    const turns = new Turns({ turnoMs: LIMITS.turnoMs, isFull: () => isFullNow, onCrowd: () => {} })
    turns.look()
    let begun = 0
    const kept = () => {
      begun++
      // Nothing that the worker itself does.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * LIMITS.turnoMs)
    }
    for (let call = 0; call < 3; call++) turns.begin(work(kept))
    expect(begun).toBe(3)
    await nextTurn()
    isFullNow = isFull
    turns.begin(work(kept))
    const admitted = [1, 2, 3].map(() => turns.admits(aCall()))
    expect(admitted).toEqual([true, true, true])
  },
)
