import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Saturado } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { problemOf } from '../../../http/problem.ts'
import { HeldRefusals } from './held-refusals.ts'

let server: Server | undefined
afterEach(() => server?.close().closeAllConnections())

async function startRefusing(rechazoMs: number) {
  const limits = { rechazoMs, rechazosRetenidos: 1 }
  const refusals = new HeldRefusals(problemOf(new Saturado({ segundos: 1 })), limits)
  const answeredWithin: boolean[] = []
  server = createServer((request, response) => {
    refusals.refuse(request, response)
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
