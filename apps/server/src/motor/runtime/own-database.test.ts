import { BaseDeDatosLlena, BaseDeDatosNoDisponible } from '@div/contract'
import { expect, test } from 'vitest'
import { inOwnDatabase } from './own-database.ts'

const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' })
const FULL = Object.assign(new Error('could not extend file'), { code: '53100' })
const durable = { saveIn: async () => {} }

test('a durable run waits for the database of the product, and for room in it', async () => {
  const answers = [FULL, AWAY]
  const work = async () => {
    const failure = answers.pop()
    if (failure) throw failure
    return 'hecho'
  }
  expect(await inOwnDatabase({ ...durable, signal: new AbortController().signal }, work)).toBe('hecho')
})

test('it waits no longer than its signal, whose reason is thrown', async () => {
  const reason = new Error('the deadline')
  const abort = new AbortController()
  const waiting = inOwnDatabase({ ...durable, signal: abort.signal }, async () => {
    setTimeout(() => abort.abort(reason), 1)
    throw AWAY
  })
  await expect(waiting).rejects.toBe(reason)
})

test.each([
  ['is away', AWAY, BaseDeDatosNoDisponible],
  ['has no room', FULL, BaseDeDatosLlena],
])('a run in memory is told that it %s, with the cause', async (_what, cause, error) => {
  const failed = inOwnDatabase({}, () => Promise.reject(cause))
  await expect(failed).rejects.toThrow(error)
  await expect(failed).rejects.toMatchObject({ cause })
})

test('what the database says while it is there is nobody else’s', async () => {
  const refusal = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(inOwnDatabase(durable, () => Promise.reject(refusal))).rejects.toBe(refusal)
})
