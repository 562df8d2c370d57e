import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { LIMITS } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { HeldRefusals } from './held-refusals.ts'
import { problemOfSaturation } from './saturation.ts'
import { sendProblem } from './send.ts'

const RETRY_SECONDS = 3
const tell = (request: IncomingMessage, response: ServerResponse, retrySeconds: number) =>
  sendProblem(request, response, problemOfSaturation(retrySeconds))

let server: Server | undefined
afterEach(() => server?.close().closeAllConnections())

async function startRefusing(rechazoMs: number, { isPressed = true } = {}) {
  const limits = { ...LIMITS, rechazoMs, rechazosRetenidos: 1 }
  const refusals = new HeldRefusals(limits)
  const answeredWithin: boolean[] = []
  server = createServer((request, response) => {
    refusals.refuse({ request, response, retrySeconds: RETRY_SECONDS, tell }, isPressed)
    answeredWithin.push(response.headersSent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const order: string[] = []
  const call = async (name: string) => {
    const { status, headers } = await fetch(url)
    order.push(name)
    expect([status, headers.get('retry-after')]).toEqual([503, String(RETRY_SECONDS)])
  }
  return { refusals, call, order, answeredWithin }
}

test('beyond so many a refusal does not wait, but for the end of the turn in which its call was read', async () => {
  const { call, order, answeredWithin } = await startRefusing(1_000)
  const held = call('held')
  await expect.poll(() => answeredWithin.length).toBe(1)
  await Promise.all([call('beyond'), call('beyond')])
  await held
  expect(order).toEqual(['beyond', 'beyond', 'held'])
  expect(answeredWithin).toEqual([false, false, false])
})

test('a worker with time to spare holds nobody beyond the end of the turn', async () => {
  const { call, order, answeredWithin } = await startRefusing(600_000, { isPressed: false })
  await Promise.all([call('one'), call('other')])
  expect(order.toSorted()).toEqual(['one', 'other'])
  expect(answeredWithin).toEqual([false, false])
})

test('once released those that are held are told at once, and those that come after at the end of their turn', async () => {
  const { refusals, call, order, answeredWithin } = await startRefusing(600_000)
  const held = call('held')
  await expect.poll(() => answeredWithin.length).toBe(1)
  refusals.release()
  await held
  await call('after')
  expect(order).toEqual(['held', 'after'])
  expect(answeredWithin).toEqual([false, false])
})

/** When each of a crowd that is refused at once is told, in milliseconds from then. */
async function refuseTogether(
  crowd: number,
  limits: ConstructorParameters<typeof HeldRefusals>[0],
): Promise<number[]> {
  const refusals = new HeldRefusals(limits)
  const toldAt: number[] = []
  const none = Object.assign(Object.create(null), { complete: true, once() {} })
  const began = performance.now()
  for (let call = 0; call < crowd; call++)
    refusals.refuse(
      {
        request: none,
        response: none,
        retrySeconds: RETRY_SECONDS,
        tell: () => toldAt.push(performance.now() - began),
      },
      true,
    )
  await expect.poll(() => toldAt.length, { timeout: 60_000 }).toBe(crowd)
  return toldAt
}

test('a crowd that is refused together is told in small groups at their own moments, and does not come back as one', async () => {
  const toldAt = await refuseTogether(80, { ...LIMITS, rechazoMs: 1_000, rechazosRetenidos: 100 })
  const moments = new Set(toldAt.map((at) => Math.round(at / 10)))
  expect(moments.size).toBeGreaterThan(2)
})

test('of a larger crowd each is held longer, so that only so many are told in a second', async () => {
  const limits = { ...LIMITS, rechazoMs: 1, rechazosPorSegundo: 100, rechazosRetenidos: 1_000 }
  const [few, many] = await Promise.all([refuseTogether(8, limits), refuseTogether(160, limits)])
  // The last group has some 150 before it, and is told after half of their time at the least.
  expect(Math.max(...many)).toBeGreaterThan(700)
  expect(Math.min(...many)).toBeLessThan(Math.max(...many) / 2)
  expect(Math.max(...few)).toBeLessThan(Math.max(...many))
})

test('nobody waits for callers that have hung up', async () => {
  const { refusals, call, answeredWithin } = await startRefusing(1)
  const gone = new EventEmitter() as unknown as ServerResponse
  const request = Object.assign(Object.create(null), { complete: true })
  const tell = () => expect.unreachable('there is nobody to tell')
  refusals.refuse({ request, response: gone, retrySeconds: RETRY_SECONDS, tell }, true)
  gone.emit('close')
  await call('next')
  expect(answeredWithin).toEqual([false])
})
