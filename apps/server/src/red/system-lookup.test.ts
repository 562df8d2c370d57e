import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { LIMITS } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { createRed } from './red.ts'
import { joinLookups } from './system-lookup.ts'

const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
})

/** A name server that takes every question and says nothing. */
async function listenSilently(): Promise<{ port: number; asked: () => number }> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  open.push(socket)
  let asked = 0
  socket.on('message', () => asked++)
  await once(socket, 'listening')
  return { port: socket.address().port, asked: () => asked }
}

function resolverOf(port: number): Resolver {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${port}`])
  return resolver
}

test('a name server that says nothing is told in time, and asked once however many want to know', async () => {
  const { port, asked } = await listenSilently()
  const resolver = resolverOf(port)
  const red = createRed({
    permitirRedPrivada: true,
    limits: { ...LIMITS, conexionMs: 200 },
    lookup: joinLookups(async (host) =>
      (await resolver.resolve4(host)).map((address) => ({ address, family: 4 })),
    ),
  })
  const http = red.openHttp({ maxSockets: 20 })
  const request = { origin: 'http://mudo.test', path: '/', method: 'GET', headers: {}, tiempoMaximoMs: 5_000 }
  const failures = await Promise.allSettled(Array.from({ length: 20 }, () => http.request(request)))
  for (const failure of failures) {
    expect(failure).toMatchObject({
      status: 'rejected',
      reason: {
        codigo: 'SERVIDOR_NO_RESPONDE',
        message: expect.stringContaining(
          'el nombre «mudo.test» no se puede resolver (el servidor de nombres no contestó en 150 ms)',
        ),
      },
    })
  }
  // Who comes while it still waits joins the others.
  await expect(red.resolve('mudo.test')).rejects.toMatchObject({ codigo: 'SERVIDOR_NO_RESPONDE' })
  expect(asked()).toBe(1)
  resolver.cancel()
  await http.close()
})

test('an answer is for those that wait for it: who asks after it asks again', async () => {
  let asked = 0
  const join = joinLookups(async () => {
    asked++
    if (asked === 2) throw new Error('unknown')
    return [{ address: `127.0.0.${asked}`, family: 4 }]
  })
  expect(await Promise.all([join('a'), join('a')])).toEqual([
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '127.0.0.1', family: 4 }],
  ])
  await expect(join('a')).rejects.toThrow('unknown')
  expect(await join('a')).toEqual([{ address: '127.0.0.3', family: 4 }])
})
