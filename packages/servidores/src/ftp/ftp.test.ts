import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasVsftpd, startVsftpd } from '../archivos/testing.ts'
import { connectDeps, openSilentWay } from '../sql/testing.ts'
import { ftp } from './ftp.ts'
import { classifyFtp } from './ftp-failure.ts'

const open = (config: object, deps = connectDeps()) => ftp.connect(ftp.config.parse(config), deps)

describe.skipIf(!hasVsftpd).each(['explicita', 'implicita'] as const)(
  'with vsftpd that asks for TLS: %s',
  (seguridad) => {
    let server: Awaited<ReturnType<typeof startVsftpd>>
    /** Names go to loopback, as the guard would have them. */
    const red = { ...connectDeps().red, resolve: async () => ({ address: '127.0.0.1', family: 4 as const }) }

    beforeAll(async () => {
      server = await startVsftpd({ seguridad })
    })
    afterAll(() => server.stop())

    test('the certificate is of the name, the connection goes to the address that the guard gave', async () => {
      const named = { ...server.config, host: 'localhost', sslVerificar: true }
      const connection = await open(named, connectDeps({ red }))
      expect(await connection.ping(AbortSignal.timeout(60_000))).toContain('vsFTPd')
      const bytes = Buffer.from('cifrado')
      const ruta = `${server.remota}/a.txt`
      await connection.write(ruta, bytes, { sobrescribir: true }, AbortSignal.timeout(60_000))
      expect(await connection.readAll(ruta, 100, AbortSignal.timeout(60_000))).toEqual(bytes)
      await connection.close()
    })

    test.each([
      [{ host: 'otro.ejemplo', sslVerificar: true }, 'su certificado es de otro nombre'],
      [{ host: 'localhost', sslVerificar: true, sslCa: undefined }, 'está firmado por él mismo'],
    ])('a server that is not the one meant is not signed in to: %j', async (changes, motivo) => {
      await expect(open({ ...server.config, ...changes }, connectDeps({ red }))).rejects.toMatchObject({
        codigo: 'SERVIDOR_NO_RESPONDE',
        message: expect.stringContaining(motivo),
      })
    })

    test('a password that is not taken is told as such', async () => {
      await expect(open({ ...server.config, contrasena: 'mala' })).rejects.toMatchObject({
        codigo: 'SERVIDOR_RECHAZA',
        message: expect.stringContaining('el usuario o la contraseña no son correctos'),
      })
    })

    test('who no longer waits for a connection is told so at once', async () => {
      const way = await openSilentWay({ host: '127.0.0.1', puerto: server.config.puerto })
      way.fallSilent()
      const abort = new AbortController()
      const opening = open({ ...server.config, ...way.config }, connectDeps({ signal: abort.signal }))
      await expect.poll(way.connected, { timeout: 60_000 }).toBe(1)
      abort.abort(new Error('bastante'))
      await expect(opening).rejects.toThrow('bastante')
      await expect.poll(way.connected, { timeout: 60_000 }).toBe(0)
      await way.close()
    })
  },
)

test('where nobody listens, that is said', async () => {
  await expect(open({ host: '127.0.0.1', puerto: 1 })).rejects.toMatchObject({
    codigo: 'SERVIDOR_NO_RESPONDE',
    message: expect.stringContaining('nadie escucha en ese puerto'),
  })
})

test.each([
  [{ code: 421 }, '421 Too many users', 'perdida', 'no atiende ahora: «Too many users»'],
  [{ code: 550 }, '550 No such file', 'rechazo', 'no existe o el usuario no tiene permiso: «No such file»'],
  [{ code: 599 }, '599 Odd', 'rechazo', 'contestó 599: «Odd»'],
  [{}, 'PASV returned another host (10.0.0.1)', 'perdida', 'manda buscar los datos a otro equipo'],
  [{}, 'Server sent FIN packet unexpectedly, closing connection.', 'perdida', 'cerró la conexión'],
])('a failure %j «%s» is told', (error, message, clase, motivo) => {
  expect(classifyFtp(Object.assign(new Error(message), error))).toMatchObject({ clase, motivo })
})
