import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { trazabilidadSchema } from '@div/contract'
import { motorsOf } from './process-usage.ts'
import type { Side } from './side.ts'
import {
  bulkFlujo,
  computeFlujo,
  DURABLE,
  durableFlujo,
  SOAP_WORKLOADS,
  slowFlujo,
  WORKLOADS,
  type Workload,
} from './workloads.ts'

const MAIN = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))
/** A setting has reached every worker by then. */
const EVERYWHERE_MS = 2_000
// Below those that the system gives out by itself: whoever asks such a port before it is open may be connected with itself.
const FIRST_PORT = Number(process.env.BENCH_PORT ?? 31_900)

/** Where a product keeps its data and where it answers. */
interface Place {
  dataDir: string
  api: string
  motor: string
  env: NodeJS.ProcessEnv
}

/** Of the first product, or of another one beside it. Its settings are those of one worker. */
export function placeOf(dataDir: string, which = 0): Place {
  const port = FIRST_PORT + 2 * which
  return {
    dataDir,
    api: `http://127.0.0.1:${port}/api`,
    motor: `http://127.0.0.1:${port + 1}`,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DIV_DATA_DIR: dataDir,
      DIV_API_PORT: String(port),
      DIV_MOTOR_PORT: String(port + 1),
      DIV_WORKERS: '1',
      DIV_LOG_LEVEL: 'warn',
    },
  }
}

/** The product with the workloads drawn, published and answering. */
export interface DrawnServer extends Side {
  motor: string
  api(method: string, path: string, body?: unknown): Promise<unknown>
  /** The same, of an answer that is read while it comes. */
  send(method: string, path: string, body?: unknown): Promise<Response>
  /** Of so many runs a second the history keeps the data; null: as it is by default. */
  keepData(perSecond: number | null): Promise<void>
  stop(): Promise<void>
}

interface Product {
  supervisorPid: number
  stop(): Promise<void>
}

/** From the built tree. */
async function startProduct({ api, motor, env }: Place): Promise<Product> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await untilAnswers(child, [`${motor}/health/ready`, `${api}/ping`])
  return {
    supervisorPid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
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
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('the product did not start')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null)
  return answer?.ok === true
}

/** A product of its own; several at the same time have their `which`. */
export async function startDrawnServer(
  dataDir: string,
  target: URL,
  { workers = 1, which = 0 }: { workers?: number; which?: number } = {},
): Promise<DrawnServer> {
  const place = placeOf(dataDir, which)
  const env = { ...place.env, DIV_SAMPLES: '0', DIV_WORKERS: String(workers) }
  const product = await startProduct({ ...place, env })
  try {
    const { api, send } = await signIn(place)
    const base = await publishWorkloads(place, api, target)
    const keepData = async (historialDatosPorSegundo: number | null) => {
      const { ajustes, revision } = trazabilidadSchema.parse(await api('GET', '/trazabilidad'))
      await api('PUT', '/trazabilidad', { ...ajustes, historialDatosPorSegundo, revision })
      await new Promise((resolve) => setTimeout(resolve, EVERYWHERE_MS))
    }
    return {
      base,
      pids: motorsOf(product.supervisorPid),
      motor: place.motor,
      api,
      send,
      keepData,
      stop: product.stop,
    }
  } catch (error) {
    await product.stop()
    throw error
  }
}

/** Where their paths begin. */
async function publishWorkloads(
  { motor }: Place,
  api: Awaited<ReturnType<typeof signIn>>['api'],
  target: URL,
): Promise<string> {
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
  const drawings: (Pick<Workload, 'nombre' | 'metodo' | 'ruta' | 'flujo'> & { modo?: 'durable' })[] = [
    ...WORKLOADS,
    { nombre: 'bulk', metodo: 'POST', ruta: '/copia', flujo: bulkFlujo },
    { nombre: 'compute', metodo: 'GET', ruta: '/calculo/{cuantos}', flujo: computeFlujo },
    { nombre: 'slow-lookup', metodo: 'GET', ruta: '/lentos/{id}', flujo: slowFlujo },
    { ...DURABLE, flujo: durableFlujo, modo: 'durable' },
  ]
  const publish = async (nombre: string, flujo: object, modo = 'memoria') => {
    const { id: procesoId } = await api('POST', '/procesos', { nombre, modo, flujo })
    await api('POST', `/procesos/${procesoId}/publicar`, {})
    return { procesoId, version: 'publicada' }
  }
  const operaciones = []
  for (const { nombre, operacion, flujo } of SOAP_WORKLOADS)
    operaciones.push({ ...(await publish(nombre, flujo(servidor.id))), operacion })
  const soap = await api('POST', '/canales', { nombre: 'Banco SOAP', tipo: 'SOAP', ruta: 'banco-soap' })
  await api('PUT', `/canales/${soap.id}/procesos`, operaciones)
  const asignaciones = []
  for (const { nombre, metodo, ruta, flujo, modo } of drawings)
    asignaciones.push({ ...(await publish(nombre, flujo(servidor.id), modo)), metodo, ruta })
  const canal = await api('POST', '/canales', {
    nombre: 'Banco',
    tipo: 'REST',
    ruta: 'banco',
    tiempoMaximoMs: 600_000,
  })
  await api('PUT', `/canales/${canal.id}/procesos`, asignaciones)
  const base = `${motor}/rest/banco`
  while (!(await fetch(`${base}/clientes/1`)).ok) await new Promise((resolve) => setTimeout(resolve, 50))
  return base
}

async function signIn({ dataDir, api }: Place) {
  const initial = readFileSync(join(dataDir, 'admin-inicial.txt'), 'utf8')
  const password = /^contraseña: (.*)$/m.exec(initial)?.[1]
  const send = async (method: string, path: string, body: unknown, token?: string) => {
    const answer = await fetch(`${api}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const signedIn = await send('POST', '/auth/login', { username: 'admin', password })
  const { token } = (await signedIn.json()) as { token: string }
  const sendAsAdmin = (method: string, path: string, body?: unknown) => send(method, path, body, token)
  return {
    send: sendAsAdmin,
    api: async (method: string, path: string, body?: unknown) =>
      (await (await sendAsAdmin(method, path, body)).json()) as { id: string },
  }
}
