import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../e2e/free-port.ts'
import { BACK_MS, TOLD_BROKEN } from './calls.ts'
import { type FaultMotor, HEALTHY, type Servidor, startFaultMotor } from './fault-motor.ts'
import { postgresPeer } from './peers.ts'

const ENOUGH_CALLS = 20
/** Some resolvers say that they know no such name, others say nothing. */
const NAME_UNKNOWN = /no-existe\.invalid|no aceptó la conexión/

let faults: FaultMotor
let folder: string
let secure: Server

beforeAll(async () => {
  faults = await startFaultMotor({ conexionMs: 2_000 })
  folder = await mkdtemp(join(tmpdir(), 'div-tls-'))
  secure = createServer(await certificateOfNobody(), (_request, response) => response.end('{}'))
  secure.listen(0, '127.0.0.1')
  await once(secure, 'listening')
})
afterAll(async () => {
  secure?.close()
  await faults?.close()
  await rm(folder, { recursive: true, force: true })
})

async function certificateOfNobody() {
  const [keyFile, certFile] = [join(folder, 'clave.pem'), join(folder, 'certificado.pem')]
  const subject = ['-subj', '/CN=nadie.example', '-days', '2']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certFile, ...subject], { stdio: 'ignore' })
  return { key: await readFile(keyFile), cert: await readFile(certFile) }
}

const rest = (urlBase: string): Servidor => ({ tipoServidor: 'rest', config: { urlBase } })
const postgres = (config: object): Servidor => {
  const { servidorAt, address } = postgresPeer()
  const servidor = servidorAt(address)
  return { ...servidor, config: { ...servidor.config, ...config } }
}

test.each<[string, () => Promise<Servidor> | Servidor, RegExp]>([
  ['REST whose name nobody knows', () => rest('http://no-existe.invalid'), NAME_UNKNOWN],
  ['PostgreSQL whose name nobody knows', () => postgres({ host: 'no-existe.invalid' }), NAME_UNKNOWN],
  ['REST where nobody listens', async () => rest(`http://127.0.0.1:${await freePort()}`), /rechaz|escucha/],
  ['PostgreSQL where nobody listens', async () => postgres({ puerto: await freePort() }), /rechaz|escucha/],
  ['REST with the certificate of nobody', () => rest(secureUrl()), /certificado/],
  ['PostgreSQL without the TLS that is asked for', () => postgres({ ssl: true }), /TLS|SSL/i],
])(
  '%s: 502 that says why, for every caller, and nothing is left',
  async (nombre, make, reason) => {
    const servidor = await make()
    const servidorId = await faults.addServidor({
      ...servidor,
      resiliencia: { cortacircuitos: { umbral: 1_000, reaperturaMs: 1_000 } },
    })
    const isRest = servidor.tipoServidor === 'rest'
    const ruta = nombre.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    await faults.publishCall(ruta, {
      servidorId,
      tipoServidor: servidor.tipoServidor,
      tipoObjeto: isRest ? 'operacion' : 'consulta',
      objeto: isRest ? { metodo: 'GET', ruta: '/' } : { sql: 'select 1 as uno' },
    })
    const bystanders = faults.watch(HEALTHY)
    const load = faults.load(ruta)
    await Promise.all([
      bystanders.expectAnswered(),
      expect.poll(() => load.told.length, { timeout: BACK_MS }).toBeGreaterThan(ENOUGH_CALLS),
    ])
    await Promise.all([load.stop(), bystanders.stop()])
    // Who calls learns that it is not his fault, who operates why.
    for (const each of load.told) expect(each).toMatchObject(TOLD_BROKEN)
    const reasons = await faults.takeErrors()
    expect(reasons).toHaveLength(load.told.length)
    for (const each of reasons) expect(each).toMatch(reason)
    bystanders.expectUnharmed()
    await faults.expectWhole()
  },
  2 * BACK_MS,
)

function secureUrl(): string {
  const address = secure.address()
  return `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
