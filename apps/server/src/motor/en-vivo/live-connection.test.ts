import { CIERRES, type EventoNumerado, LIMITS, type Limits } from '@div/contract'
import { afterEach, expect, test } from 'vitest'
import { LiveConnection } from './live-connection.ts'
import type { Dato } from './senales.ts'

const SEGUIMIENTO = '00000000-0000-4000-8000-000000000001'
const EVENTO: EventoNumerado = { seq: 1, evento: { tipo: 'fin', estado: 'ok', duracionMs: 1 } }

let connection: LiveConnection
afterEach(() => connection.ended())

/** Connected, signed in and watching one run; `send` is how quickly the other side takes what it is told. */
async function watching(limits: Partial<Limits>, send: () => Promise<void>) {
  const sent: string[] = []
  const closed: number[] = []
  let deliver: (eventos: EventoNumerado[]) => Promise<void> = async () => undefined
  let signal: (dato: Dato) => void = () => undefined
  let stopped = 0
  connection = new LiveConnection({
    enVivo: {
      follow(_tema, _desde, handOver) {
        deliver = handOver
        return () => stopped++
      },
    },
    seguidas: { keepAsking: () => () => undefined },
    senales: {
      follow(_tipo, handOver) {
        signal = handOver
        return () => stopped++
      },
    },
    limits: { ...LIMITS, ...limits },
    authenticate: async () => ({ id: 'ana', role: 'admin', debeCambiarPassword: false }),
    send(text) {
      sent.push(text)
      return sent.length === 1 ? Promise.resolve() : send()
    },
    close: (code) => closed.push(code),
    ping: () => undefined,
  })
  connection.receive(JSON.stringify({ tipo: 'autenticar', token: 't' }))
  connection.receive(
    JSON.stringify({ tipo: 'suscribir', tema: { tipo: 'prueba', seguimiento: SEGUIMIENTO } }),
  )
  await expect.poll(() => sent).toEqual([JSON.stringify({ tipo: 'listo' })])
  return {
    sent,
    closed,
    stops: () => stopped,
    signal: () => signal({}),
    deliver: (eventos: EventoNumerado[]) => deliver(eventos),
  }
}

test('whoever takes what they are sent too slowly is let go, and nothing more is read for them', async () => {
  const { closed, deliver, stops } = await watching(
    { enVivoEsperaMs: 50 },
    () => new Promise(() => undefined),
  )
  void deliver([EVENTO])
  await expect.poll(() => closed).toEqual([CIERRES.lento])
  expect(stops()).toBe(1)
})

test('whoever takes them in time is not', async () => {
  const { closed, sent, deliver } = await watching({ enVivoEsperaMs: 50 }, async () => undefined)
  await deliver([EVENTO])
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect({ closed, told: sent.length }).toEqual({ closed: [], told: 2 })
})

test('whoever gives no sign of life is let go', async () => {
  const { closed } = await watching({ enVivoLatidoMs: 30 }, async () => undefined)
  await expect.poll(() => closed).toEqual([CIERRES.lento])
})

test('what comes after the end is sent to nobody', async () => {
  const { sent, deliver } = await watching({}, async () => undefined)
  connection.ended()
  await deliver([EVENTO])
  expect(sent).toHaveLength(1)
})

test('of changes that come while one is on its way only the last is told', async () => {
  const taken: (() => void)[] = []
  const { sent, signal } = await watching({}, () => new Promise((resolve) => taken.push(resolve)))
  connection.receive(JSON.stringify({ tipo: 'suscribir', tema: { tipo: 'ejecuciones' } }))
  await expect.poll(() => (signal(), sent.length)).toBe(2)
  for (let n = 0; n < 50; n++) signal()
  expect(sent).toHaveLength(2)
  taken.shift()?.()
  await expect.poll(() => sent.length).toBe(3)
  taken.shift()?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toHaveLength(3)
})
