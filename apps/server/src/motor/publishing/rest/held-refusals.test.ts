import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Saturado } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { problemOf } from '../../../http/problem.ts'
import { HeldRefusals } from './held-refusals.ts'

let server: Server | undefined
afterEach(() => server?.close().closeAllConnections())

test('beyond so many a refusal does not wait, but for the end of the turn in which its call was read', async () => {
  const limits = { rechazoMs: 300, rechazosRetenidos: 1 }
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
  const held = call('held')
  await expect.poll(() => answeredWithin.length).toBe(1)
  await Promise.all([call('beyond'), call('beyond')])
  await held
  expect(order).toEqual(['beyond', 'beyond', 'held'])
  expect(answeredWithin).toEqual([false, false, false])
})
