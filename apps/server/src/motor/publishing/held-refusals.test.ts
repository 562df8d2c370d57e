import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Saturado } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { problemOf } from '../../http/problem.ts'
import { HeldRefusals } from './held-refusals.ts'
import { sendProblem } from './send.ts'

const SATURATED = problemOf(new Saturado({ segundos: 1 }))
const tell = (request: IncomingMessage, response: ServerResponse) => sendProblem(request, response, SATURATED)

let server: Server | undefined
afterEach(() => server?.close().closeAllConnections())

async function startRefusing(rechazoMs: number) {
  const limits = { rechazoMs, rechazosRetenidos: 1 }
  const refusals = new HeldRefusals(limits)
  const answeredWithin: boolean[] = []
  server = createServer((request, response) => {
    refusals.refuse({ request, response, tell })
    answeredWithin.push(response.headersSent)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const order: string[] = []
  const call = async (name: string) => {
    const { status, headers } = await fetch(url)
    order.push(name)
    expect([status, headers.get('retry-after')]).toEqual([503, '1'])
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

test('a crowd that is refused together is told in small groups at their own moments, and does not come back as one', async () => {
  const refusals = new HeldRefusals({ rechazoMs: 1_000, rechazosRetenidos: 100 })
  const toldAt: number[] = []
  const none = Object.assign(Object.create(null), { complete: true })
  for (let call = 0; call < 80; call++)
    refusals.refuse({ request: none, response: none, tell: () => toldAt.push(performance.now()) })
  await expect.poll(() => toldAt.length, { timeout: 60_000 }).toBe(80)
  const moments = new Set(toldAt.map((at) => Math.round(at / 10)))
  expect(moments.size).toBeGreaterThan(2)
})
