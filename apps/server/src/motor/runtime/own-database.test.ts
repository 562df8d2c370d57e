import { BaseDeDatosNoDisponible } from '@div/contract'
import { expect, test } from 'vitest'
import { inOwnDatabase } from './own-database.ts'

const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' })
const durable = { guardarEn: async () => {} }

test('a durable run waits for the database of the product', async () => {
  const answers = [AWAY, AWAY]
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

test('a run in memory is told that it is away, with the cause', async () => {
  const failed = inOwnDatabase({}, () => Promise.reject(AWAY))
  await expect(failed).rejects.toThrow(BaseDeDatosNoDisponible)
  await expect(failed).rejects.toMatchObject({ cause: AWAY })
})

test('what the database says while it is there is nobody else’s', async () => {
  const refusal = Object.assign(new Error('duplicate key'), { code: '23505' })
  await expect(inOwnDatabase(durable, () => Promise.reject(refusal))).rejects.toBe(refusal)
})
