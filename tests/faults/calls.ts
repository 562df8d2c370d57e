import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'

/** What is broken on purpose comes back within this, on a busy machine too. */
export const BACK_MS = 60_000
/** Callers that depend on nothing broken: a full worker finds a place for so few. */
const OTHERS = 2
/** Answers of theirs that show that they do not wait along. */
const ENOUGH_OTHERS = 40
/** Of what they have begun meanwhile, the share that has been answered right meanwhile: each may have one call under way. */
const SHARE_RIGHT = 0.9
/** Enough of them call at once to be a load, and leave the cores to what is watched. */
const PAUSE_MS = 15

/** What those may be told that need what is away. */
export const TOLD_AWAY: readonly string[] = [
  '200',
  '502 SERVIDOR_NO_RESPONDE',
  '503 CIRCUITO_ABIERTO',
  '504 TIEMPO_AGOTADO',
]

/** What a caller is told of another system that broke: that it is not his fault, and nothing of what it was. */
export const TOLD_BROKEN = {
  status: 502,
  codigo: 'SERVIDOR_NO_RESPONDE',
  detalle: 'Un sistema del que depende esta operación falló. Reintente más tarde.',
}
const TOLD_UNAVAILABLE = {
  status: 503,
  detalle: 'Un sistema del que depende esta operación no está disponible ahora. Reintente en unos segundos.',
}
export const TOLD_PAUSED = { ...TOLD_UNAVAILABLE, codigo: 'CIRCUITO_ABIERTO' }
export const TOLD_EXHAUSTED = { ...TOLD_UNAVAILABLE, codigo: 'POOL_AGOTADO' }
export const TOLD_LATE = {
  status: 504,
  codigo: 'TIEMPO_AGOTADO',
  detalle: 'La operación no terminó a tiempo.',
}
export const TOLD_NO_ROOM = {
  status: 507,
  codigo: 'BASE_DE_DATOS_LLENA',
  detalle: 'La base de datos de DIV no tiene sitio para guardar nada más. Amplíe su disco y reintente.',
}

/** What a caller is told. */
export interface Told {
  status: number
  codigo: string
  /** The sentence for whoever calls. */
  detalle: string
  /** Seconds after which to try again; null: nothing is said of it. */
  retryAfter: number | null
  /** Of the answer. */
  characters: number
  ms: number
}

/** Callers that go on until they are stopped. */
export interface Load {
  told: readonly Told[]
  /** Calls so far, answered or not. */
  begun(): number
  /** Resolves when the last of them has been answered. */
  stop(): Promise<void>
}

/** Those that depend on nothing broken. */
export interface Watch extends Load {
  /** After the end: each of them, from the first to the last, was answered right. */
  expectUnharmed(): void
  /** From now on they are answered again and again, and right, before `waiting` is: an order, however busy the machine is. */
  expectAnsweredBefore(waiting: Promise<unknown>): Promise<void>
  /** As above where nothing waits: while what is broken stays so. */
  expectAnswered(): Promise<void>
}

/** One call as the outside makes it. */
export async function ask(url: string, init: RequestInit = {}): Promise<Told> {
  const began = performance.now()
  const answer = await fetch(url, init)
  const text = await answer.text()
  const retryAfter = answer.headers.get('retry-after')
  return {
    status: answer.status,
    ...(answer.ok ? NO_PROBLEM : readProblem(text)),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    characters: text.length,
    ms: performance.now() - began,
  }
}

const NO_PROBLEM = { codigo: '', detalle: '' }

function readProblem(problem: string): Pick<Told, 'codigo' | 'detalle'> {
  const { codigo, detail }: Record<string, unknown> = JSON.parse(problem)
  return { codigo: String(codigo), detalle: String(detail) }
}

/** The sentence of each answer that a fault may have, by what it says of when to come back. */
const SENTENCES: Readonly<Record<string, (retryAfter: number | null) => string>> = {
  SERVIDOR_NO_RESPONDE: () => TOLD_BROKEN.detalle,
  CIRCUITO_ABIERTO: () => TOLD_UNAVAILABLE.detalle,
  POOL_AGOTADO: () => TOLD_UNAVAILABLE.detalle,
  TIEMPO_AGOTADO: () => TOLD_LATE.detalle,
  SATURADO: (retryAfter) => `El servicio está al límite de su capacidad. Reintente en ${retryAfter} s.`,
  COLA_NO_DISPONIBLE: (retryAfter) =>
    `La ejecución no se pudo guardar y no se aceptó: la base de datos no responde. Reintente en ${retryAfter} s.`,
  BASE_DE_DATOS_NO_DISPONIBLE: () => 'La base de datos de DIV no contesta ahora. Reintente en unos segundos.',
  BASE_DE_DATOS_LLENA: () => TOLD_NO_ROOM.detalle,
}

/** No answers but these (`502 SERVIDOR_NO_RESPONDE`), each in its words, and every 503 with when to come back. `what`: to which fault. */
export function expectTold(told: readonly Told[], known: readonly string[], what?: string): void {
  expect(
    Object.keys(countAnswers(told)).filter((answer) => !known.includes(answer)),
    what,
  ).toEqual([])
  for (const { status, codigo, detalle, retryAfter } of told) {
    if (codigo !== '') expect(detalle).toBe(SENTENCES[codigo]?.(retryAfter))
    if (status === 503) expect(retryAfter).toBeGreaterThanOrEqual(1)
  }
}

/** Of a connection that was cut. */
const TOLD_NOTHING: Told = { ...NO_PROBLEM, status: 0, retryAfter: null, characters: 0, ms: 0 }

/** As `ask`; a connection that was cut is told as 0. */
export async function tryAsk(url: string): Promise<Told> {
  return ask(url).catch(() => TOLD_NOTHING)
}

/** Over a connection of its own, which any worker of a node may get: the status, 0 of one that was cut. */
export async function askAnew(url: string, method = 'GET'): Promise<number> {
  try {
    const [answer]: IncomingMessage[] = await once(request(url, { agent: false, method }).end(), 'response')
    answer?.resume()
    return answer?.statusCode ?? 0
  } catch {
    // Whoever answered is gone.
    return 0
  }
}

/** Callers of one canal, each one call after another. */
export function startLoad(url: string, callers = 12, init?: RequestInit): Load {
  let isOver = false
  let begun = 0
  const told: Told[] = []
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      begun++
      told.push(await ask(url, init).catch(() => TOLD_NOTHING))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })
  return {
    told,
    begun: () => begun,
    async stop() {
      isOver = true
      await Promise.all(calling)
    },
  }
}

export function watchCalls(url: string): Watch {
  const load = startLoad(url, OTHERS)
  const { told, begun } = load
  const isRight = ({ status }: Told) => status === 200
  async function expectAnswered() {
    const before = told.length
    await expect.poll(() => told.length, { timeout: BACK_MS }).toBeGreaterThanOrEqual(before + ENOUGH_OTHERS)
    const right = told.slice(before).filter(isRight).length
    expect(right / (begun() - before)).toBeGreaterThanOrEqual(SHARE_RIGHT)
  }
  return {
    ...load,
    expectUnharmed() {
      expect(told.filter((each) => !isRight(each))).toEqual([])
      expect(told.length).toBe(begun())
      expect(begun()).toBeGreaterThan(0)
    },
    expectAnswered,
    async expectAnsweredBefore(waiting) {
      let isWaiting = true
      const end = () => {
        isWaiting = false
      }
      waiting.then(end, end)
      await expectAnswered()
      expect(isWaiting).toBe(true)
    },
  }
}

/** How many of each answer there were: `200`, `502 SERVIDOR_NO_RESPONDE`. */
export function countAnswers(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, codigo } of told) {
    const answer = codigo === '' ? String(status) : `${status} ${codigo}`
    counts[answer] = (counts[answer] ?? 0) + 1
  }
  return counts
}
