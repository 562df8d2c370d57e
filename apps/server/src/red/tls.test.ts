import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@div/contract'
import { expect, test } from 'vitest'
import { createRed } from './red.ts'

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.skipIf(!hasOpenssl)(
  'TLS asks for and verifies the name, though the connection goes to the checked address (needs openssl)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'div-tls-'))
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
        .concat(['-subj', '/CN=tienda.test', '-addext', 'subjectAltName=DNS:tienda.test'])
        .concat(['-keyout', keyFile, '-out', certFile]),
      { stdio: 'ignore' },
    )
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
    rmSync(folder, { recursive: true })
    const names: unknown[] = []
    const server = createServer({ key, cert }, (request, response) => {
      names.push('servername' in request.socket ? request.socket.servername : null)
      response.end('hola')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the test server has no port')

    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const red = createRed({ permitirRedPrivada: true, limits: LIMITS, lookup })
    const ask = (host: string, ca?: string) =>
      red.openHttp({ maxSockets: 1, ...(ca && { tls: { ca } }) }).request({
        origin: `https://${host}:${address.port}`,
        path: '/',
        method: 'GET',
        headers: {},
        tiempoMaximoMs: 2_000,
      })
    expect((await ask('tienda.test', cert)).body.toString()).toBe('hola')
    expect(names).toEqual(['tienda.test'])
    await expect(ask('otra.test', cert)).rejects.toThrow('su certificado es de otro nombre')
    await expect(ask('127.0.0.1', cert)).rejects.toThrow('su certificado es de otro nombre')
    await expect(ask('tienda.test')).rejects.toThrow('su certificado está firmado por él mismo')
    server.close().closeAllConnections()
  },
)
