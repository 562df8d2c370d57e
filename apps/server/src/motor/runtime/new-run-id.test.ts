import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { momentsNear } from '../history/near-id.ts'
import { newRunId } from './new-run-id.ts'

test('ids are UUIDs of version 7, each another one, that tell when they were made', () => {
  const before = Date.now()
  const ids = Array.from({ length: 2_000 }, newRunId)
  const after = Date.now()
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) {
    expect([validate(id), version(id)]).toEqual([true, 7])
    const made = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    expect(made).toBeGreaterThanOrEqual(before)
    expect(made).toBeLessThanOrEqual(after)
    expect(momentsNear(id)).not.toBeNull()
  }
})
