import { CIERRES } from '@div/contract'
import { beforeEach, expect, test } from 'vitest'
import type { LiveSocket } from './live-ports.ts'
import { LiveSignals } from './live-signals.ts'

interface TestSocket extends LiveSocket {
  said: { tipo: string; tema?: { tipo: string } }[]
  isClosed: boolean
}

let sockets: TestSocket[]
let waiting: { work: () => void; ms: number }[]
let heard: string[]
let live: LiveSignals

beforeEach(() => {
  sockets = []
  waiting = []
  heard = []
  live = new LiveSignals({
    openSocket() {
      const socket: TestSocket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        said: [],
        isClosed: false,
        send: (text) => socket.said.push(JSON.parse(text)),
        close: () => {
          socket.isClosed = true
        },
      }
      sockets.push(socket)
      return socket
    },
    token: () => 'uno',
    renew: async () => 'dos',
    later(work, ms) {
      const entry = { work, ms }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((each) => each !== entry)
      }
    },
  })
})

const follow = (tipo: 'ejecuciones' | 'metricas') =>
  live.follow(tipo, {
    changed: () => heard.push(tipo),
    connected: (isConnected) => heard.push(`${tipo} ${isConnected ? 'se oye' : 'no se oye'}`),
  })
const last = () => sockets.at(-1)
const say = (mensaje: object) => last()?.onmessage?.({ data: JSON.stringify(mensaje) })
function connect(): void {
  last()?.onopen?.()
  say({ tipo: 'listo' })
}
async function drop(code: number): Promise<void> {
  last()?.onclose?.({ code })
  await new Promise((resolve) => setTimeout(resolve))
}

test('all that listens shares one connection, and hears of what is its own', () => {
  follow('ejecuciones')
  connect()
  follow('metricas')
  say({ tipo: 'cambio', tema: { tipo: 'metricas' } })
  expect(sockets).toHaveLength(1)
  expect(last()?.said.map(({ tipo, tema }) => [tipo, tema?.tipo])).toEqual([
    ['autenticar', undefined],
    ['suscribir', 'ejecuciones'],
    ['suscribir', 'metricas'],
  ])
  expect(heard).toEqual(['ejecuciones se oye', 'metricas se oye', 'metricas'])
})

test('after a drop it comes back, later each time, and asks for everything again', async () => {
  follow('ejecuciones')
  await drop(1006)
  expect(waiting.map(({ ms }) => ms)).toEqual([1_000])
  waiting.shift()?.work()
  await drop(1006)
  expect(waiting.map(({ ms }) => ms)).toEqual([2_000])
  waiting.shift()?.work()
  connect()
  expect(last()?.said.at(-1)).toEqual({ tipo: 'suscribir', tema: { tipo: 'ejecuciones' } })
  expect(heard).toEqual(['ejecuciones no se oye', 'ejecuciones no se oye', 'ejecuciones se oye'])
})

test('where there is no place it does not insist', async () => {
  follow('ejecuciones')
  await drop(CIERRES.lleno)
  expect(waiting.map(({ ms }) => ms)).toEqual([60_000])
})

test('it ends with the last that listens, and does not come back', async () => {
  const leave = follow('ejecuciones')
  connect()
  leave()
  expect(last()?.isClosed).toBe(true)
  await drop(1005)
  expect({ waiting, sockets: sockets.length }).toEqual({ waiting: [], sockets: 1 })
})
