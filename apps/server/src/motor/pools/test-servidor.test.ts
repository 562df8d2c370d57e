import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { LIMITS, poolSchema, resilienciaSchema } from '@div/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testServidor } from './test-servidor.ts'
import { testPorts } from './testing.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A server that does what it is told with each socket. */
async function serve(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    speak(socket)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  return address.port
}

async function tryOut(tipoServidor: string, config: Record<string, unknown>, conexionMs = 2_000) {
  const { ok, pasos, version } = await testServidor({
    servidor: {
      id: 's1',
      nombre: 'Ventas',
      tipoServidor,
      activo: true,
      permitirRedPrivada: true,
      config: { host: '127.0.0.1', usuario: 'root', ...config },
      pool: poolSchema.parse({}),
      resiliencia: resilienciaSchema.parse({}),
    },
    limits: { ...LIMITS, conexionMs },
    interno: testPorts(),
  })
  return { ok, version, pasos: pasos.map(({ nombre, ok, error }) => [nombre, ok, error]) }
}

const NOT_DONE = 'No se hizo: falló un paso anterior.'

function postgresConfig() {
  const url = new URL(process.env.DIV_TEST_POSTGRES ?? '')
  return {
    host: url.hostname,
    puerto: Number(url.port),
    usuario: decodeURIComponent(url.username),
    contrasena: decodeURIComponent(url.password),
  }
}

const hasMariadb = await new Promise<boolean>((resolve) => {
  const socket = connect(3306, '127.0.0.1')
  socket.once('error', () => resolve(false)).once('connect', () => resolve(socket.destroy().destroyed))
})

test('PostgreSQL without TLS is tested layer by layer', async () => {
  expect(await tryOut('postgresql', postgresConfig())).toEqual({
    ok: true,
    version: expect.stringMatching(/^PostgreSQL \d+/),
    pasos: [
      ['Nombre', true, undefined],
      ['TCP', true, undefined],
      ['Inicio de sesión', true, undefined],
      ['Consulta', true, undefined],
    ],
  })
})

test('a file outside the allowed folders is told with its field', async () => {
  const servidor = {
    id: 's1',
    nombre: 'Ventas',
    tipoServidor: 'sqlite',
    activo: true,
    permitirRedPrivada: false,
    config: { archivo: '/etc/passwd' },
    pool: poolSchema.parse({}),
    resiliencia: resilienciaSchema.parse({}),
  }
  const { ok, pasos } = await testServidor({
    servidor,
    limits: LIMITS,
    interno: testPorts(),
    carpetaArchivos: [tmpdir()],
  })
  const mensaje = 'El archivo está fuera de las carpetas permitidas para SQLite.'
  expect({ ok, paso: pasos[0] }).toMatchObject({
    ok: false,
    paso: { ok: false, error: mensaje, errores: [{ campo: 'config.archivo', mensaje }] },
  })
})

describe.each([
  { nombre: 'PostgreSQL', tipoServidor: 'postgresql', skip: false, config: postgresConfig },
  {
    nombre: 'MariaDB (skipped unless 127.0.0.1:3306 answers)',
    tipoServidor: 'mysql',
    skip: !hasMariadb,
    config: () => ({ host: '127.0.0.1', puerto: 3_306, baseDatos: 'mysql' }),
  },
])('$nombre', ({ tipoServidor, skip, config }) => {
  test.skipIf(skip)('without TLS fails at that layer when it is asked for', async () => {
    const { host, puerto } = config()
    expect(await tryOut(tipoServidor, { ...config(), ssl: true })).toEqual({
      ok: false,
      version: undefined,
      pasos: [
        ['Nombre', true, undefined],
        ['TCP', true, undefined],
        ['TLS', false, `El servidor «Ventas» no responde: ${host}:${puerto} no ofrece TLS.`],
        ['Inicio de sesión', false, NOT_DONE],
        ['Consulta', false, NOT_DONE],
      ],
    })
  })
})

test('a server that says nothing fails the TLS layer in time', async () => {
  const puerto = await serve(() => {})
  const { pasos } = await tryOut('mysql', { puerto, ssl: true }, 50)
  expect(pasos[2]).toEqual([
    'TLS',
    false,
    `El servidor «Ventas» no responde: 127.0.0.1:${puerto} no contestó en 50 ms.`,
  ])
})

test('a server that refuses to talk is quoted', async () => {
  const puerto = await serve((socket) =>
    socket.end(packet(Buffer.from('\xff\x10\x04Too many connections', 'latin1'))),
  )
  const { pasos } = await tryOut('mysql', { puerto, ssl: true })
  expect(pasos[2]?.[2]).toContain('dijo: Too many connections')
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('with a certificate (needs openssl)', () => {
  let key: string
  let cert: string
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'div-probar-'))
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
        .concat(['-subj', '/CN=base.test'])
        .concat(['-keyout', keyFile, '-out', certFile]),
      { stdio: 'ignore' },
    )
    key = readFileSync(keyFile, 'utf8')
    cert = readFileSync(certFile, 'utf8')
    rmSync(folder, { recursive: true })
  })
  test.each([
    ['postgresql', '', Buffer.from('0000000804d2162f', 'hex'), 8, 'S'],
    ['mysql', greeting(), Buffer.from('20000001', 'hex'), 36, ''],
  ])('%s negotiates TLS as its protocol does', async (tipoServidor, first, request, bytes, answer) => {
    const asked: Buffer[] = []
    let secured = 0
    const puerto = await serve((socket) => {
      socket.write(first)
      socket.once('data', (data) => {
        asked.push(data.subarray(0, request.length))
        // The client need not wait for an answer before it begins TLS.
        socket.pause().unshift(data.subarray(bytes))
        socket.write(answer)
        const secure = new TLSSocket(socket, { isServer: true, key, cert })
        // It never speaks its protocol: the sign-in ends there.
        secure.on('error', () => {}).once('secure', () => secured++)
        secure.once('data', () => secure.destroy())
      })
    })
    const { ok, pasos } = await tryOut(tipoServidor, { puerto, ssl: true, sslVerificar: false })
    expect(pasos.slice(0, 4)).toEqual([
      ['Nombre', true, undefined],
      ['TCP', true, undefined],
      ['TLS', true, undefined],
      ['Inicio de sesión', false, expect.stringContaining('«Ventas» no responde')],
    ])
    expect({ ok, asked: asked[0], secured: secured > 0 }).toEqual({
      ok: false,
      asked: request,
      secured: true,
    })
  })
})

function packet(payload: Buffer): Buffer {
  const header = Buffer.alloc(4)
  header.writeUIntLE(payload.length, 0, 3)
  return Buffer.concat([header, payload])
}

/** What MySQL says first, with the capability of TLS. */
function greeting(): Buffer {
  const body = Buffer.alloc(44)
  body.writeUInt16LE(0xffff, 13)
  body.writeUInt8(45, 15)
  body.writeUInt16LE(0xffff, 18)
  body.writeUInt8(21, 20)
  return packet(Buffer.concat([Buffer.from('\x0a8.4.0\0', 'latin1'), body]))
}
