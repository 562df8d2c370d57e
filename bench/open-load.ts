import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One call as bytes, written as they are. */
export type Request = () => string | Buffer

export interface Offer {
  request: Request
  /** Calls a second, each at its own moment, whatever became of those before; Infinity: who is free calls at once. */
  rate: number
  seconds: number
  /** Each keeps one connection and waits for its answer. */
  callers: number
  /** All of them have their connection: what is watched meanwhile begins. */
  onOpen?: () => void
}

/** What became of a load. Latencies in milliseconds from the moment at which a call was due, not from when it could be sent. */
export interface Outcome {
  /** Answered with 200. */
  admitted: number
  /** With 429 or 503. */
  refused: number
  /** Found every caller waiting for an answer: never made. */
  unmade: number
  p99: number
}

const WARM_UP_MS = 1_000
/** Who is refused in a crowd is told some seconds later. */
const LAST_ANSWERS_MS = 15_000
const TICK_MS = 1

/**
 * An open load: arrivals do not wait for answers, as a crowd does not, so that a server that becomes slow is not spared and waiting is
 * counted in full (against "coordinated omission"). The first second does not count. Throws when an answer is neither 200 nor a refusal
 * that says when to come back.
 */
export async function offerLoad(
  base: URL,
  { request, rate, seconds, callers: count, onOpen }: Offer,
): Promise<Outcome> {
  const latencies: number[] = []
  let refused = 0
  let unmade = 0
  const wrong: string[] = []
  const free: Caller[] = []
  const asksAgain = rate === Number.POSITIVE_INFINITY
  const callers = await openCallers(base, count, (caller, status, head) => {
    const now = performance.now()
    if (caller.dueAt >= countFrom) {
      if (status === 200) latencies.push(now - caller.dueAt)
      else if (isRefusal(status, head)) refused++
      else wrong.push(head)
    }
    if (asksAgain && now < end) caller.call(request(), now)
    else free.push(caller)
  })
  free.push(...callers)
  onOpen?.()

  const began = performance.now()
  const countFrom = began + WARM_UP_MS
  const end = countFrom + seconds * 1_000
  const arrive = (dueAt: number) => {
    const caller = free.pop()
    if (caller) caller.call(request(), dueAt)
    else if (dueAt >= countFrom) unmade++
  }
  let arrived = 0
  if (asksAgain) while (free.length > 0) arrive(began)
  for (let now = began; now < end; now = performance.now()) {
    if (!asksAgain)
      for (; began + (arrived * 1_000) / rate <= now; arrived++) arrive(began + (arrived * 1_000) / rate)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  const deadline = performance.now() + LAST_ANSWERS_MS
  while (free.length < count && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  for (const caller of callers) caller.close()
  if (wrong.length > 0) throw new Error(`${wrong.length} answers were wrong, the first:\n${wrong[0]}`)
  if (free.length < count) throw new Error(`${count - free.length} calls were never answered`)
  latencies.sort((left, right) => left - right)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
  return { admitted: latencies.length, refused, unmade, p99 }
}

function isRefusal(status: number, head: string): boolean {
  return (status === 429 || status === 503) && /\r\nretry-after: \d/i.test(head)
}

type OnAnswer = (caller: Caller, status: number, head: string) => void

function openCallers(base: URL, count: number, onAnswer: OnAnswer): Promise<Caller[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const caller = new Caller(base, onAnswer)
      await caller.opened()
      return caller
    }),
  )
}

const HEAD_END = Buffer.from('\r\n\r\n')
/** Told of a call in place of its answer. */
const CUT = 'the connection ended before the answer'

/** One connection with at most one call under way. Reads of an answer what it must: the generator shares the cores with what it measures. */
class Caller {
  dueAt = 0
  readonly #base: URL
  readonly #onAnswer: OnAnswer
  #socket: Socket
  /** The call under way. */
  #request: string | Buffer | null = null
  /** The connection has answered before. */
  #isReused = false
  #held: Buffer | null = null

  constructor(base: URL, onAnswer: OnAnswer) {
    this.#base = base
    this.#onAnswer = onAnswer
    this.#socket = this.#open()
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'connect')
  }

  call(request: string | Buffer, dueAt: number): void {
    this.dueAt = dueAt
    this.#request = request
    if (this.#socket.writable) this.#socket.write(request)
    else this.#callAnew(request)
  }

  close(): void {
    this.#request = null
    this.#socket.destroy()
  }

  #callAnew(request: string | Buffer): void {
    this.#socket = this.#open()
    this.#isReused = false
    this.#socket.write(request)
  }

  #open(): Socket {
    const { hostname: host, port } = this.#base
    const socket = connect({ host, port: Number(port), noDelay: true })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    // The close that follows tells it.
    socket.on('error', () => {})
    socket.once('close', () => {
      if (socket !== this.#socket || this.#request === null) return
      // A server may close what was idle while a call is on its way.
      if (this.#isReused && this.#held === null) this.#callAnew(this.#request)
      else this.#end(0, CUT)
    })
    return socket
  }

  #read(chunk: Buffer): void {
    const bytes = this.#held === null ? chunk : Buffer.concat([this.#held, chunk])
    const headEnd = bytes.indexOf(HEAD_END)
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const isWhole = length !== undefined && bytes.length >= headEnd + HEAD_END.length + Number(length)
    if (isWhole) this.#end(Number(head.slice(9, 12)), head)
    else this.#held = bytes
  }

  #end(status: number, head: string): void {
    this.#held = null
    this.#request = null
    this.#isReused = true
    this.#onAnswer(this, status, head)
  }
}
