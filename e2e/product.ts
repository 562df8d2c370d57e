import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createTestDatabase } from '../apps/server/src/db/testing.ts'
import { freePort } from './free-port.ts'

/** What `npm start` runs. */
const MAIN = new URL('../apps/server/dist/main.js', import.meta.url).pathname
/** The stories start some hundred processes of the same code: what one of them has compiled the next ones read. */
const COMPILED = new URL('../node_modules/.cache/compilado', import.meta.url).pathname
const START_TIMEOUT_MS = 60_000

export interface Answer {
  status: number
  headers: Headers
  // What another program answers is unknown until a test compares it.
  json: unknown
  text: string
}

interface Session {
  token: string
  refresh_token: string
}

/** A product of its own: free ports, an empty data folder, all processes real. */
export interface Product {
  dataDir: string
  apiUrl: string
  motorUrl: string
  /** The first administrator. */
  admin: { username: string; password: string }
  /** A signed-in call to the administration API. */
  api(method: string, path: string, body?: unknown): Promise<Answer>
  motor(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Of the session of `api`. */
  token: string
  /** The last of what it printed. */
  output(): string
  /** Of the supervisor. */
  pid: number
  /** Sends the signal and answers the exit code. The data folder goes too, unless it is kept. */
  stop(options?: { signal?: NodeJS.Signals; keepData?: boolean }): Promise<number | null>
}

/** A data folder is new unless one is given; `/tmp` itself is open to the account of the database. */
export async function makeDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'div-e2e-'))
  await chmod(dataDir, 0o755)
  return dataDir
}

/** Runs the product to its end, for starts that fail and for its commands: what it printed and its exit code. */
export async function runProduct(
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawnProduct(env, args)
  const output = collect(child)
  const [code] = await once(child, 'close')
  return { code, output: output() }
}

/** Of a start that fails before anybody calls it. */
const FREE_PORTS = { DIV_API_PORT: '0', DIV_MOTOR_PORT: '0' }

function spawnProduct(
  env: Record<string, string>,
  args: readonly string[] = [],
  through: readonly string[] = [],
) {
  const [program = process.execPath, ...rest] = [...through, process.execPath, MAIN, ...args]
  return spawn(program, rest, {
    // Nothing of the settings of whoever runs the tests.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DIV_WORKERS: '1',
      DIV_LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: COMPILED,
      ...FREE_PORTS,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Products that a test has started and not stopped, because it failed before. */
const running = new Set<ChildProcess>()

/** Ends what failed tests left behind. */
export async function stopProducts(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    }),
  )
}

export async function startProduct(
  env: Record<string, string> = {},
  options: {
    dataDir?: string
    /** A command that becomes the one that follows it. */
    through?: readonly string[]
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? (await makeDataDir())
  const [apiPort, motorPort] = [await freePort(), await freePort()]
  const ports = { DIV_API_PORT: String(apiPort), DIV_MOTOR_PORT: String(motorPort) }
  const child = spawnProduct({ DIV_DATA_DIR: dataDir, ...ports, ...env }, [], options.through)
  running.add(child)
  child.once('exit', () => running.delete(child))
  const output = collect(child)
  const [apiUrl, motorUrl] = [`http://127.0.0.1:${apiPort}/api`, `http://127.0.0.1:${motorPort}`]
  try {
    await untilAnswers(child, [`${apiUrl}/ping`, ...(env.DIV_ROLE === 'api' ? [] : [readyOf(motorUrl)])])
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(`the product did not start:\n${output()}`, { cause })
  }

  const initial = await readFile(join(dataDir, 'admin-inicial.txt'), 'utf8')
  const password = /^contraseña: (.*)$/m.exec(initial)?.[1] ?? ''
  const admin = { username: 'admin', password }
  const login = await call(`${apiUrl}/auth/login`, 'POST', admin)
  let session = login.json as Session
  const signed = (method: string, path: string, body?: unknown) =>
    call(`${apiUrl}${path}`, method, body, { authorization: `Bearer ${session.token}` })

  return {
    dataDir,
    apiUrl,
    motorUrl,
    admin,
    async api(method, path, body) {
      const answer = await signed(method, path, body)
      if (answer.status !== 401) return answer
      // Whoever uses a product for longer than a token holds, as photographs of all screens do.
      const { refresh_token } = session
      const renewed = await call(`${apiUrl}/auth/refresh`, 'POST', { refresh_token })
      if (renewed.status !== 200) return answer
      session = renewed.json as Session
      return signed(method, path, body)
    },
    motor: (method, path, body, headers) => call(`${motorUrl}${path}`, method, body, headers),
    get token() {
      return session.token
    },
    output,
    pid: child.pid ?? 0,
    async stop({ signal = 'SIGTERM', keepData = false } = {}) {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      child.kill(signal)
      await exited
      if (!keepData) await rm(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

const readyOf = (motorUrl: string) => `${motorUrl}/health/ready`

/** A motor without an administration, beside others on one database. */
export interface MotorNode {
  url: string
  /** Of the supervisor. */
  pid(): number
  /** Resolves when it has ended. */
  stop(): Promise<void>
  /** The same where somebody else ends it. */
  gone(): Promise<void>
  /** On the same port. Resolves when it answers. */
  start(): Promise<void>
}

/** Another node of the cluster that `product` administers. */
export async function startMotorNode(product: StoryProduct, env: Record<string, string>): Promise<MotorNode> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    DIV_ROLE: 'motor',
    DIV_DATA_DIR: await makeDataDir(),
    DIV_DATABASE_URL: product.databaseUrl,
    DIV_MASTER_KEY_FILE: join(product.dataDir, 'clave-maestra'),
    DIV_MOTOR_PORT: String(port),
    ...env,
  }
  let child: ChildProcess
  async function start() {
    child = spawnProduct(settings)
    running.add(child)
    const started = child
    child.once('exit', () => running.delete(started))
    const output = collect(child)
    await untilAnswers(child, [readyOf(url)]).catch((cause: unknown) => {
      throw new Error(`the node did not start:\n${output()}`, { cause })
    })
  }
  await start()
  return {
    url,
    pid: () => child.pid ?? 0,
    start,
    gone,
    async stop() {
      const ended = gone()
      child.kill('SIGTERM')
      await ended
    },
  }

  async function gone(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}

export interface StoryProduct extends Product {
  databaseUrl: string
  /** On its database: what would take thousands of calls. */
  run(statement: string): Promise<Record<string, unknown>[]>
}

/** On a database of the suite's PostgreSQL, for stories about something else than a PostgreSQL of its own: half as long to start. */
export async function startStoryProduct(env: Record<string, string> = {}): Promise<StoryProduct> {
  const { url, drop } = await createTestDatabase()
  const product = await startProduct({ DIV_DATABASE_URL: url, ...env })
  const { stop } = product
  // The same object: its token is renewed.
  return Object.assign(product, {
    databaseUrl: url,
    async run(statement: string) {
      const client = new pg.Client(url)
      await client.connect()
      const { rows } = await client.query<Record<string, unknown>>(statement)
      await client.end()
      return rows
    },
    async stop(options: Parameters<Product['stop']>[0]) {
      const code = await stop(options)
      await drop()
      return code
    },
  })
}

async function call(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: parse(text) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not every answer is JSON; the test sees the text.
    return undefined
  }
}

function collect(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000)
    })
  }
  return () => output
}

async function untilAnswers(child: ChildProcess, urls: readonly string[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS
  for (const url of urls) {
    while (!(await answersOk(url))) {
      if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`)
      if (Date.now() > deadline) throw new Error(`${url} does not answer`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    // Nobody listens yet.
    return false
  }
}

/** Waits until the answer satisfies the test; answers the last one either way. A change reaches the motor within 2 s (contract). */
export async function until(
  ask: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
  timeoutMs = 2_000,
): Promise<Answer> {
  const deadline = Date.now() + timeoutMs
  let answer = await ask()
  while (!holds(answer) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    answer = await ask()
  }
  return answer
}
