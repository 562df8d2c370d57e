import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FRASE, hasSshd, startSshd } from '../archivos/testing.ts'
import { connectDeps } from '../sql/testing.ts'
import { sftp } from './sftp.ts'

describe.skipIf(!hasSshd)('with the sshd of OpenSSH', () => {
  let server: Awaited<ReturnType<typeof startSshd>>
  const open = ({ otraClave: _, ...config }: Record<string, unknown>) =>
    sftp.connect(sftp.config.parse(config), connectDeps())

  beforeAll(async () => {
    server = await startSshd()
  })
  afterAll(() => server.stop())

  test('the fingerprint that is missing is shown, and nobody signs in', async () => {
    const huella = await server.claveDeEquipo()
    await expect(open({ ...server.config, huella: '' })).rejects.toMatchObject({
      errores: [{ campo: 'config.huella', mensaje: expect.stringContaining(huella) }],
    })
  })

  test('a key of another user is told as such', async () => {
    const { otraClave } = server.config
    await expect(open({ ...server.config, clavePrivada: otraClave, fraseClave: '' })).rejects.toThrow(
      'no admite al usuario con esa contraseña o clave',
    )
  })

  test('a password that is not taken is told as such', async () => {
    await expect(open({ ...server.config, clavePrivada: '', contrasena: 'mala' })).rejects.toThrow(
      'no admite al usuario con esa contraseña o clave',
    )
  })

  test.each([
    ['otra frase', 'La clave privada pide otra frase.'],
    ['', 'La clave privada pide otra frase.'],
  ])('a private key with the passphrase «%s» names its field', async (fraseClave, mensaje) => {
    expect(FRASE).not.toBe(fraseClave)
    await expect(open({ ...server.config, fraseClave })).rejects.toMatchObject({
      errores: [{ campo: 'config.clavePrivada', mensaje }],
    })
  })

  test('a text that is no key names its field', async () => {
    await expect(open({ ...server.config, clavePrivada: 'nada' })).rejects.toMatchObject({
      errores: [{ campo: 'config.clavePrivada', mensaje: 'La clave privada no se puede leer.' }],
    })
  })

  test('it connects to the address that the guard gave, not to the name', async () => {
    const deps = connectDeps()
    const red = { ...deps.red, resolve: async () => ({ address: '127.0.0.1', family: 4 as const }) }
    const { otraClave: _, ...config } = server.config
    const connection = await sftp.connect(
      sftp.config.parse({ ...config, host: 'archivos.invalid' }),
      connectDeps({ red }),
    )
    await connection.ping(AbortSignal.timeout(5_000))
    await connection.close()
  })

  test('a port where nobody listens is told as such', async () => {
    await expect(open({ ...server.config, puerto: 1 })).rejects.toThrow('nadie escucha en ese puerto')
  })

  test('a server whose key is another one is refused', async () => {
    await server.restart()
    await expect(open(server.config)).rejects.toThrow('su clave no es la esperada')
    const huella = `${String(server.config.huella)}\n${await server.claveDeEquipo()}`
    const connection = await open({ ...server.config, huella })
    expect(connection.usable).toBe(true)
    await connection.close()
  })

  test('a server that cannot replace a file in one step loses neither', async () => {
    const other = await startSshd({ sinReemplazo: true })
    const connection = await open(other.config)
    const write = (text: string) =>
      connection.write(
        `${other.remota}/pedido.txt`,
        Buffer.from(text),
        { sobrescribir: true },
        AbortSignal.timeout(60_000),
      )
    await write('uno')
    await write('dos')
    expect(await readdir(other.carpeta)).toEqual(['pedido.txt'])
    expect(await readFile(join(other.carpeta, 'pedido.txt'), 'utf8')).toBe('dos')
    await connection.close()
    await other.stop()
  })
})
