import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir, stopProducts } from '../../e2e/product.ts'
import { ask, BACK_MS, expectTold, watchCalls } from './calls.ts'
import {
  addServidor,
  expectProductWhole,
  type FaultProduct,
  publishFlujo,
  startFaultProduct,
} from './fault-product.ts'
import { callFlujo, healthyFlujo } from './flujos.ts'
import { mayMount } from './may-mount.ts'

const canMount = mayMount()
const STARTING_MS = 90_000
/** Long enough for others to be answered meanwhile, on a busy machine too. */
const CONNECT_MS = 4_000
const NAME_MS = 0.75 * CONNECT_MS
const SERVER = '127.53.53.53'
/** More than the threads that Node has by itself. */
const NAMES = 6
const CALLERS = 10
const CIRCUIT = { cortacircuitos: { umbral: 1_000, reaperturaMs: 1_000 } }

let silent: Socket
let service: Server
let product: FaultProduct
const asked: { question: Buffer; by: RemoteInfo }[] = []

beforeAll(async () => {
  if (!canMount) return
  silent = createSocket('udp4').bind(53, SERVER)
  silent.on('message', (question, by) => asked.push({ question, by }))
  await once(silent, 'listening')
  // Whoever calls it has to ask for its name each time.
  service = createServer((_request, response) => response.setHeader('connection', 'close').end('{"uno":1}'))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const dataDir = await makeDataDir()
  const settings = join(dataDir, 'resolv.conf')
  // Each question is waited for longer than the product waits for any, whoever joins it.
  await writeFile(settings, `nameserver ${SERVER}\noptions timeout:30 attempts:1\n`)
  // The name servers of this product alone: its files are mounted apart.
  const mount = 'mount --bind "$0" /etc/resolv.conf && exec "$@"'
  product = await startFaultProduct(
    { DIV_LIMITE_CONEXION_MS: String(CONNECT_MS) },
    { dataDir, through: ['unshare', '--mount', 'sh', '-c', mount, settings] },
  )
}, STARTING_MS)
afterAll(async () => {
  // What is still asked would keep the product from ending.
  if (canMount) breakSilence()
  await product?.stop()
  await stopProducts()
  service?.close().closeAllConnections()
  silent?.close()
})

/** From now on there is no such name. */
function breakSilence(): void {
  const answer = (question: Buffer, { port, address }: RemoteInfo) => {
    const [flags = 0, code = 0] = question.subarray(2)
    question.set([flags | 0x80, (code & 0xf0) | 3], 2)
    silent.send(question, port, address)
  }
  silent.on('message', answer)
  for (const { question, by } of asked) answer(question, by)
}

async function publishRest(nombre: string, urlBase: string): Promise<string> {
  const servidorId = await addServidor(product, nombre, {
    tipoServidor: 'rest',
    config: { urlBase },
    resiliencia: CIRCUIT,
  })
  const node = { servidorId, tipoServidor: 'rest', tipoObjeto: 'operacion' }
  return publishFlujo(product, nombre, callFlujo({ ...node, objeto: { metodo: 'GET', ruta: '/' } }))
}

async function publishPostgres(nombre: string, host: string): Promise<string> {
  const config = { host, puerto: 5432, baseDatos: 'x', usuario: 'x', contrasena: 'x' }
  const tipoServidor = 'postgresql'
  const servidorId = await addServidor(product, nombre, { tipoServidor, config, resiliencia: CIRCUIT })
  const node = { servidorId, tipoServidor, tipoObjeto: 'consulta', objeto: { sql: 'select 1 as uno' } }
  return publishFlujo(product, nombre, callFlujo(node))
}

test.skipIf(!canMount)(
  'as root: up to eight such names at once that no name server answers cost their callers the time to connect, and others neither threads nor time',
  async () => {
    const address = service.address()
    const port = typeof address === 'object' ? address?.port : 0
    const [greeting, named, ...mute] = await Promise.all([
      publishFlujo(product, 'Saludo', healthyFlujo()),
      publishRest('Con nombre', `http://localhost:${port}`),
      publishPostgres('Base muda', 'base.mudo.example'),
      ...Array.from({ length: NAMES }, (_, index) =>
        publishRest(`Mudo ${index}`, `http://n${index}.mudo.example`),
      ),
    ])
    await product.rememberMemory([greeting, named])
    const bystanders = [greeting, named].map(watchCalls)
    const asking = mute.flatMap((url) => Array.from({ length: CALLERS }, () => ask(url)))
    const first = Promise.race(asking)
    await Promise.all(bystanders.map(({ expectAnsweredBefore }) => expectAnsweredBefore(first)))
    const told = await Promise.all(asking)
    await Promise.all(bystanders.map(({ stop }) => stop()))
    expect(asked.length).toBeGreaterThan(0)
    expect(told).toHaveLength((NAMES + 1) * CALLERS)
    expectTold(told, ['502 SERVIDOR_NO_RESPONDE'])
    for (const { expectUnharmed } of bystanders) expectUnharmed()
    await expectProductWhole(product)
    const { json } = await product.api('GET', '/ejecuciones?estado=error&limite=1000')
    const reasons = (json as { errorMensaje: string }[]).map(({ errorMensaje }) => errorMensaje)
    expect(reasons.length).toBeGreaterThanOrEqual(told.length)
    const unresolved = /el nombre «\w+\.mudo\.example» no se puede resolver \((.*)\)/
    const silence = `el servidor de nombres no contestó en ${NAME_MS} ms`
    for (const reason of reasons) expect(unresolved.exec(reason)?.[1], reason).toBe(silence)
  },
  2 * BACK_MS,
)
