import { expect, test } from 'vitest'
import { LimitedContext } from './limited-context.ts'
import { testContext } from './testing.ts'

function createLimited() {
  const outer = testContext()
  return { outer, limited: new LimitedContext(outer, { servidor: 'Ventas', now: 0, limitMs: 50 }) }
}

const LATE = { codigo: 'TIEMPO_AGOTADO' }

test('a call that has not ended in its time is answered and cancelled', async () => {
  const { limited } = createLimited()
  const { signal } = limited
  const answer = limited.race(new Promise(() => {}))
  limited.expire()
  await expect(answer).rejects.toMatchObject({ codigo: LATE.codigo })
  expect(signal.reason).toMatchObject({ codigo: LATE.codigo })
})

test('a driver that listens only after the time is over is cancelled at once', () => {
  const { limited } = createLimited()
  limited.expire()
  expect(limited.signal.aborted).toBe(true)
})

test('the end of the run cancels too, with its own reason', () => {
  const { limited, outer } = createLimited()
  const { signal } = limited
  outer.abort('la ejecución terminó')
  expect(signal.reason).toBe('la ejecución terminó')
})
