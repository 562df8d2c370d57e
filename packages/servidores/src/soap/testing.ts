import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { canConnect } from '../testing-network.ts'

interface Peticion {
  accion: string | null
  tipo: string
  cuerpo: string
}

export interface Tienda {
  url: string
  /** What it was sent, in order. */
  peticiones(): Promise<Peticion[]>
  /** What its one-way operation took. */
  avisos(): Promise<string[]>
  close(): Promise<void>
}

/** Null: a service can be started; else why not. */
export function missingPhp(): string | null {
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' })
  if (status !== 0) return 'php is not installed'
  return /^soap$/m.test(stdout) ? null : 'php has no soap extension (Debian: php-soap)'
}

/** The service of `__fixtures__/tienda.php`: a SoapServer of PHP, which is not ours. */
export async function startTienda(): Promise<Tienda> {
  const folder = await mkdtemp(join(tmpdir(), 'div-soap-'))
  const files = { PETICIONES: join(folder, 'peticiones'), AVISOS: join(folder, 'avisos') }
  const servicio = await startServicio((puerto) =>
    spawn('php', ['-S', `127.0.0.1:${puerto}`, fixture('tienda.php')], {
      env: { ...process.env, ...files },
      stdio: 'ignore',
    }),
  )
  const lines = async (file: string) =>
    (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '')
  return {
    url: servicio.url,
    peticiones: async () => (await lines(files.PETICIONES)).map((line): Peticion => JSON.parse(line)),
    avisos: () => lines(files.AVISOS),
    async close() {
      await servicio.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export interface Servicio {
  url: string
  close(): Promise<void>
}

/** That of Debian, which has its packages, and not one of another installation that comes first. */
const PYTHON = '/usr/bin/python3'

/** Null: a service can be started; else why not. */
export function missingSpyne(): string | null {
  const { status } = spawnSync(PYTHON, ['-c', 'import spyne'])
  return status === 0 ? null : 'python3 has no spyne (Debian: python3-spyne)'
}

/** The service of `__fixtures__/pedidos.py`, over SOAP 1.1 at `/soap11` and 1.2 at `/soap12`, with the WSDL that spyne writes. */
export function startPedidos(): Promise<Servicio> {
  return startServicio((puerto) =>
    spawn(PYTHON, [fixture('pedidos.py'), String(puerto)], { stdio: 'ignore' }),
  )
}

/** Null: a service can be compiled; else why not. */
export function missingGsoap(): string | null {
  const { status } = spawnSync('sh', ['-c', 'command -v soapcpp2 g++ && test -e /usr/include/stdsoap2.h'])
  return status === 0 ? null : 'gSOAP cannot be compiled (Debian: gsoap, libgsoap-dev, g++)'
}

/** The service that gSOAP makes of `__fixtures__/almacen.h`, and its WSDL.  */
export async function startAlmacenGsoap(): Promise<Servicio & { wsdl: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'div-gsoap-'))
  const inFolder = { cwd: folder }
  await run('soapcpp2', ['-S', '-x', '-L', '-I/usr/share/gsoap/import', fixture('almacen.h')], inFolder)
  const sources = [fixture('almacen.cpp'), 'soapC.cpp', 'soapServer.cpp']
  await run('g++', ['-O0', '-I.', '-o', 'almacen', ...sources, '-lgsoap++'], inFolder)
  const servicio = await startServicio((puerto) =>
    spawn(join(folder, 'almacen'), [String(puerto)], { stdio: 'ignore' }),
  )
  return {
    url: servicio.url,
    wsdl: await readFile(join(folder, 'Almacen.wsdl'), 'utf8'),
    async close() {
      await servicio.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const run = promisify(execFile)

function fixture(name: string): string {
  return join(import.meta.dirname, '__fixtures__', name)
}

/** Starts a program that listens on the port that it is given. */
export async function startServicio(start: (puerto: number) => ChildProcess): Promise<Servicio> {
  const puerto = await freePort()
  const child = start(puerto)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (child.exitCode === null && !(await canConnect({ host: '127.0.0.1', puerto })));
  return {
    url: `http://127.0.0.1:${puerto}`,
    async close() {
      child.kill()
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
