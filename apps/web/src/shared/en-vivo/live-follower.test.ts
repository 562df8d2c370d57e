import { CIERRES, type EventoEnVivo, type EventoNumerado } from '@div/contract'
import { beforeEach, expect, test } from 'vitest'
import { LiveFollower } from './live-follower.ts'
import type { LiveSocket } from './live-ports.ts'

const TEMA = { tipo: 'prueba', seguimiento: '00000000-0000-4000-8000-000000000001' } as const
const avance = (seq: number): EventoNumerado => ({ seq, evento: { tipo: 'avance', nodos: [] } })
const FIN: Extract<EventoEnVivo, { tipo: 'fin' }> = { tipo: 'fin', estado: 'ok', duracionMs: 1 }

let sockets: (LiveSocket & { said: string[]; isClosed: boolean })[]
let waiting: { work: () => void; ms: number }[]
let polled: number[]
let answers: EventoNumerado[][]
let heard: EventoEnVivo['tipo'][]
let tokens: string[]
let stop: () => void

beforeEach(() => {
  sockets = []
  waiting = []
  polled = []
  answers = []
  heard = []
  tokens = ['primero']
  const follower = new LiveFollower(
    TEMA,
    {
      openSocket() {
        const socket = {
          onopen: null,
          onmessage: null,
          onclose: null,
          said: [] as string[],
          isClosed: false,
          send: (text: string) => socket.said.push(text),
          close: () => {
            socket.isClosed = true
          },
        }
        sockets.push(socket as LiveSocket & typeof socket)
        return socket
      },
      async poll(desde) {
        polled.push(desde)
        return answers.shift() ?? []
      },
      token: () => tokens.at(-1) ?? null,
      async renew(refused) {
        tokens.push(`${refused}+`)
        return tokens.at(-1) ?? null
      },
      later(work, ms) {
        const entry = { work, ms }
        waiting.push(entry)
        return () => {
          waiting = waiting.filter((each) => each !== entry)
        }
      },
    },
    ({ tipo }) => heard.push(tipo),
  )
  stop = follower.start()
})

const last = () => sockets.at(-1)
const say = (mensaje: object) => last()?.onmessage?.({ data: JSON.stringify(mensaje) })
const tell = (...eventos: EventoNumerado[]) => say({ tipo: 'eventos', tema: TEMA, eventos })

/** Lets the time pass that is waited longest for, and what follows from it. */
async function pass(ms: number): Promise<void> {
  const due = waiting.filter((each) => each.ms === ms)
  waiting = waiting.filter((each) => each.ms !== ms)
  for (const { work } of due) work()
  await new Promise((resolve) => setTimeout(resolve))
}

async function drop(code: number): Promise<void> {
  last()?.onclose?.({ code })
  await new Promise((resolve) => setTimeout(resolve))
}

function connect(): void {
  last()?.onopen?.()
  say({ tipo: 'listo' })
}

test('it says who asks first, and then what it wants to hear; no address holds a token', () => {
  connect()
  expect(last()?.said.map((text) => JSON.parse(text))).toEqual([
    { tipo: 'autenticar', token: 'primero' },
    { tipo: 'suscribir', tema: TEMA, desde: 0 },
  ])
})

test('after a drop it goes on where it was, and hears nothing twice', async () => {
  connect()
  tell(avance(1), avance(2))
  await drop(1006)
  await pass(500)
  connect()
  expect(JSON.parse(last()?.said[1] ?? '')).toMatchObject({ desde: 2 })
  tell(avance(2), avance(3))
  expect(heard).toHaveLength(3)
})

test('a session that has run out is renewed before it comes back', async () => {
  connect()
  await drop(CIERRES.sinSesion)
  await pass(500)
  last()?.onopen?.()
  expect(JSON.parse(last()?.said[0] ?? '')).toEqual({ tipo: 'autenticar', token: 'primero+' })
})

test('who is not connected in time asks the API, again and again, until it ends', async () => {
  answers = [[avance(1)], [avance(2), { seq: 3, evento: FIN }]]
  await pass(1_500)
  await pass(700)
  expect(polled).toEqual([0, 1])
  expect(heard).toEqual(['avance', 'avance', 'fin'])
  expect(waiting).toEqual([])
  expect(last()?.isClosed).toBe(true)
})

test('a run that sleeps is followed on', () => {
  connect()
  tell({ seq: 1, evento: { ...FIN, estado: 'esperando' } }, avance(2), { seq: 3, evento: FIN })
  expect({ heard, isClosed: last()?.isClosed }).toEqual({ heard: ['fin', 'avance', 'fin'], isClosed: true })
})

test('who is connected asks nothing, however long nothing happens', async () => {
  connect()
  await pass(1_500)
  expect(polled).toEqual([])
})

test('who was refused a place, or failed again and again, asks the API', async () => {
  await drop(1006)
  await pass(500)
  await drop(1006)
  await pass(1_000)
  await drop(1006)
  expect({ polled, sockets: sockets.length }).toEqual({ polled: [0], sockets: 3 })
})

test('nothing is heard, asked or opened after it was stopped', async () => {
  connect()
  stop()
  tell(avance(1))
  await drop(1006)
  expect({ heard, waiting, polled, sockets: sockets.length }).toEqual({
    heard: [],
    waiting: [],
    polled: [],
    sockets: 1,
  })
})
