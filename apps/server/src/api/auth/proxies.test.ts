import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholeApi, type WholeApi } from '../testing-whole.ts'

const PROXY = '10.0.0.1'

let api: WholeApi
beforeAll(async () => {
  api = await startWholeApi({ env: { DIV_PROXIES_DE_CONFIANZA: '10.0.0.0/24' } })
})
afterAll(() => api.close())

/** Thirty wrong passwords for thirty accounts at once; answers how many were looked at. */
async function guess(address: string, forwardedFor: (index: number) => string): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      api.call('POST', '/api/auth/login', {
        body: { username: `inventado${index}`, password: 'x' },
        address,
        headers: { 'x-forwarded-for': forwardedFor(index) },
      }),
    ),
  )
  await api.deps.db.deleteFrom('intentosAcceso').execute()
  return answers.filter(({ statusCode }) => statusCode === 401).length
}

test.each([
  [
    'many callers behind a trusted proxy do not wait for each other',
    PROXY,
    (index: number) => `192.0.2.${index}`,
    30,
  ],
  [
    'one caller behind it waits, whatever it says of itself',
    PROXY,
    (index: number) => `198.51.100.${index}, 192.0.2.1`,
    21,
  ],
  ['who is no trusted proxy is not believed', '10.0.1.1', (index: number) => `192.0.2.${index}`, 21],
])('%s', async (_, address, forwardedFor, looked) => {
  expect(await guess(address, forwardedFor)).toBe(looked)
})
