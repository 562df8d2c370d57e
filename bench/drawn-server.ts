import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childrenOf, titleOf } from './process-usage.ts'
import type { Side } from './side.ts'
import { bulkFlujo, slowFlujo, WORKLOADS } from './workloads.ts'

const MAIN = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
// Below those that the system gives out by itself: whoever asks such a port before it is open may be connected with itself.
const API_PORT = Number(process.env.BENCH_PORT ?? 31_900)
const MOTOR_PORT = API_PORT + 1
const API = `http://127.0.0.1:${API_PORT}/api`
export const MOTOR = `http://127.0.0.1:${MOTOR_PORT}`

/** The product with the workloads drawn, published and answering. */
export interface DrawnServer extends Side {
  motor: string
  api(method: string, path: string, body?: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** The environment of a product with one worker. */
export function settingsOf(dataDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DIV_DATA_DIR: dataDir,
    DIV_API_PORT: String(API_PORT),
    DIV_MOTOR_PORT: String(MOTOR_PORT),
    DIV_WORKERS: '1',
    DIV_LOG_LEVEL: 'warn',
  }
}

interface Product {
  supervisorPid: number
  stop(): Promise<void>
}

/** From the built tree. */
async function startProduct(dataDir: string, env: Readonly<Record<string, string>>): Promise<Product> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...settingsOf(dataDir), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilAnswers(child, [`${MOTOR}/health/ready`, `${API}/ping`])
  return {
    supervisorPid: child.pid ?? 0,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Throws when the process that was to make them answer has ended. */
export async function untilAnswers(child: ChildProcess, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    while (!(await answers(url))) {
      if (child.exitCode !== null) throw new Error('the product did not start')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  return answer?.ok === true
}

export async function startDrawnServer(
  dataDir: string,
  target: URL,
  { workers = 1 }: { workers?: number } = {},
): Promise<DrawnServer> {
  const product = await startProduct(dataDir, { DIV_SAMPLES: '0', DIV_WORKERS: String(workers) })
  try {
    return await publishWorkloads(product, await signIn(dataDir), target)
  } catch (error) {
    await product.stop()
    throw error
  }
}

async function publishWorkloads(
  product: Product,
  api: Awaited<ReturnType<typeof signIn>>,
  target: URL,
): Promise<DrawnServer> {
  const servidor = await api('POST', '/servidores', {
    nombre: 'Banco de pruebas',
    tipoServidor: 'postgresql',
    permitirRedPrivada: true,
    config: {
      host: target.hostname,
      puerto: Number(target.port),
      baseDatos: target.pathname.slice(1),
      usuario: decodeURIComponent(target.username),
      contrasena: decodeURIComponent(target.password),
    },
    pool: { max: 10 },
    resiliencia: { tiempoMaximoMs: 600_000 },
  })
  const drawings = [
    ...WORKLOADS,
    { nombre: 'bulk', metodo: 'POST', ruta: '/copia', flujo: bulkFlujo },
    { nombre: 'slow-lookup', metodo: 'GET', ruta: '/lentos/{id}', flujo: slowFlujo },
  ]
  const asignaciones = []
  for (const { nombre, metodo, ruta, flujo } of drawings) {
    const proceso = await api('POST', '/procesos', { nombre, flujo: flujo(servidor.id) })
    await api('POST', `/procesos/${proceso.id}/publicar`, {})
    asignaciones.push({ procesoId: proceso.id, version: 'publicada', metodo, ruta })
  }
  const canal = await api('POST', '/canales', {
    nombre: 'Banco',
    tipo: 'REST',
    ruta: 'banco',
    tiempoMaximoMs: 600_000,
  })
  await api('PUT', `/canales/${canal.id}/procesos`, asignaciones)
  const base = `${MOTOR}/rest/banco`
  while (!(await fetch(`${base}/clientes/1`)).ok) await new Promise((resolve) => setTimeout(resolve, 50))
  return { base, pids: findMotors(product.supervisorPid), motor: MOTOR, api, stop: product.stop }
}

function findMotors(supervisorPid: number): number[] {
  return childrenOf(supervisorPid).filter((pid) => titleOf(pid).startsWith('div motor'))
}

async function signIn(dataDir: string) {
  const initial = readFileSync(join(dataDir, 'admin-inicial.txt'), 'utf8')
  const password = /^contraseña: (.*)$/m.exec(initial)?.[1]
  const call = async (method: string, path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${API}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: string; token: string }
  }
  const { token } = await call('POST', '/auth/login', { username: 'admin', password })
  return (method: string, path: string, body?: unknown) => call(method, path, body, token)
}
